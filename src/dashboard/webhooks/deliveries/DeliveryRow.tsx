import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import type { Delivery } from '#contract/delivery.ts';
import { formatClockSeconds, formatDayTime } from '../../shared/format/time.ts';
import { formatCount } from '../../shared/format/number.ts';
import { useNow } from '../../shared/now.ts';
import { Ago } from '../../shared/ui/Ago.tsx';
import table from '../../shared/ui/Table.module.css';
import { useParamLink } from '../../shared/url/paramLink.ts';
import { partsOf } from '../endpoints.ts';
import { StatusMark } from '../StatusMark.tsx';
import classes from './DeliveriesTable.module.css';
import { answerWords, attemptWords, markOf } from './deliveryWords.ts';

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly index: number;
  readonly isOpened: boolean;
  readonly isOfOneEndpoint: boolean;
}

/** One delivery: its state, the answer, and when the next attempt is or it ended. */
export function DeliveryRow({ delivery, index, isOpened, isOfOneEndpoint }: DeliveryRowProps) {
  const link = useParamLink();
  const [mark, word] = markOf(delivery);
  const { host, rest } = partsOf(delivery.url);
  return (
    <tr className={clsx(table.row, isOpened && table.selected)} aria-current={isOpened}>
      <td>
        <Link
          to={link({ delivery: delivery._id })}
          className={table.link}
          data-index={index}
          preventScrollReset
        >
          <StatusMark mark={mark} word={word} />
          <span className={classes.mono}>{delivery.type}</span>
          <em className={classes.subject}> {delivery.test ? 'test' : delivery.subject}</em>
        </Link>
      </td>
      <td className={clsx(table.soft, classes.message, classes.mono)} title={delivery.message}>
        {delivery.message}
      </td>
      {isOfOneEndpoint ? (
        <td className={clsx(table.num, table.soft, classes.number)}>
          {formatCount(delivery.number)}
        </td>
      ) : (
        <td className={clsx(table.soft, classes.host)} title={delivery.url}>
          {host}
          {rest}
        </td>
      )}
      <td className={clsx(table.num, classes.attempts)}>{attemptWords(delivery)}</td>
      <td className={table.num} title={delivery.fault ?? undefined}>
        {answerWords(delivery)}
      </td>
      <td className={clsx(table.num, table.soft)}>
        <When delivery={delivery} />
      </td>
    </tr>
  );
}

/** When the next attempt is, or when the delivery ended. */
function When({ delivery }: { readonly delivery: Delivery }) {
  const { state, isSending, nextAt, doneAt } = delivery;
  const now = useNow();
  if (isSending) return <>sending…</>;
  if (state === 'failed') return <>failed</>;
  if (state === 'cancelled') return <>cancelled</>;
  if (state === 'pending') {
    return nextAt === null || Date.parse(nextAt) <= now ? <>waiting</> : <Ago at={nextAt} />;
  }
  const isRecent = doneAt !== null && now - Date.parse(doneAt) < 86_400_000;
  return <>{isRecent ? formatClockSeconds(doneAt) : formatDayTime(doneAt)}</>;
}
