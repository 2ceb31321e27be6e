import type { Delivery } from '#contract/delivery.ts';
import { useNow } from '../../design/Ago.tsx';
import type { Column } from '../../design/columns.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { EndpointUrl } from '../EndpointUrl.tsx';
import { StatusMark } from '../StatusMark.tsx';
import classes from './Deliveries.module.css';
import { answerLabel, attemptsLabel, markOf, stateLabels } from './deliveryLabels.ts';
import { Due } from './DeliveryOutcome.tsx';

const message: Column<Delivery> = {
  id: 'message',
  header: 'Message',
  isSoft: true,
  cell: (delivery) => <code>{delivery.message}</code>,
  title: (delivery) => delivery.message,
};

const host: Column<Delivery> = {
  id: 'host',
  header: 'Endpoint',
  isSoft: true,
  cell: ({ url }) => <EndpointUrl url={url} />,
  narrow: 'left',
};

/** What was sent, to which endpoint, and what became of it. */
export function deliveryColumns(
  format: Format,
  isOfOneEndpoint: boolean,
  href: (delivery: Delivery) => string,
): readonly Column<Delivery>[] {
  const seq: Column<Delivery> = {
    id: 'number',
    header: 'Seq',
    kind: 'figure',
    isSoft: true,
    cell: ({ number }) => format.number(number),
    width: 88,
  };
  return [
    {
      id: 'type',
      header: 'Type',
      href,
      cell: (delivery) => {
        const [mark, label] = markOf(delivery);
        return (
          <span className={classes.type}>
            <StatusMark mark={mark} label={label} />
            <code>{delivery.type}</code> <em>{subjectLabel(format, delivery)}</em>
          </span>
        );
      },
      title: (delivery) => `${delivery.type} ${subjectLabel(format, delivery)}`,
      skeleton: 170,
      width: 320,
      wide: 400,
      narrow: 'head',
    },
    // The endpoint takes the room that is left; where one is selected, the message does.
    ...(isOfOneEndpoint
      ? [{ ...message, narrow: 'left' as const }, seq]
      : [host, { ...message, width: 176, wide: 264, from: 960 as const }]),
    {
      id: 'attempts',
      header: 'Attempts',
      kind: 'figure',
      cell: (delivery) => attemptsLabel(format, delivery),
      width: 96,
    },
    {
      id: 'answer',
      header: 'Answer',
      kind: 'figure',
      cell: answerLabel,
      title: ({ fault }) => fault ?? undefined,
      width: 96,
      narrow: 'value',
    },
    {
      id: 'when',
      header: 'When',
      kind: 'figure',
      isSoft: true,
      cell: (delivery) => <When delivery={delivery} />,
      width: 128,
      narrow: 'right',
    },
  ];
}

/** The resource of an event; records of histories have the time of their step instead. */
function subjectLabel(format: Format, { test, subject }: Delivery): string {
  if (test) return 'test';
  return /^\d{4}-\d{2}-\d{2}T/.test(subject) ? format.dayTime(subject) : subject;
}

/** When the next attempt is, or when the delivery ended. */
function When({ delivery }: { readonly delivery: Delivery }) {
  const { state, isSending, nextAt, doneAt } = delivery;
  const format = useFormat();
  const now = useNow();
  if (isSending) return 'sending…';
  if (state === 'pending') return nextAt === null ? 'waiting' : <Due at={nextAt} due="waiting" />;
  if (doneAt === null) return stateLabels[state].toLowerCase();
  const isRecent = now - Date.parse(doneAt) < 86_400_000;
  return isRecent ? format.clockSeconds(doneAt) : format.dayTime(doneAt);
}
