import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/errors.ts';
import { useFormat } from '../../preferences/format.ts';
import { Ago } from '../../design/Ago.tsx';
import { useParamLink } from '../../url/paramLink.ts';
import { deliveryQuery } from '../queries.ts';
import classes from './DeliveryOutcome.module.css';
import { answerWords } from './deliveryWords.ts';

interface DeliveryOutcomeProps {
  readonly id: string;
  /** Parameters that go when the delivery is opened, such as those of the dialog it is shown in. */
  readonly closing?: Readonly<Record<string, null>>;
}

/** The result of one delivery, as soon as there is one. */
export function DeliveryOutcome({ id, closing = {} }: DeliveryOutcomeProps) {
  const format = useFormat();
  const { data, error } = useQuery(deliveryQuery(id));
  const link = useParamLink();
  const last = data?.history.at(-1);
  return (
    <output className={clsx(classes.outcome, last?.succeeded === false && classes.failed)}>
      {data === undefined && error !== null && messageOf(error)}
      {error === null && last === undefined && 'Sending…'}
      {data !== undefined && last !== undefined && (
        <>
          {data.state === 'delivered' ? 'Delivered: ' : 'Failed: '}
          {answerWords(last)} in {format.milliseconds(last.timing.total)}
          {last.succeeded ? '' : `. ${last.fault ?? ''}`}
          {data.nextAt !== null && ' Next attempt '}
          {data.nextAt !== null && <Ago at={data.nextAt} />}{' '}
        </>
      )}
      {data !== undefined && (
        <Link to={link({ ...closing, delivery: id })} preventScrollReset>
          Open it
        </Link>
      )}
    </output>
  );
}
