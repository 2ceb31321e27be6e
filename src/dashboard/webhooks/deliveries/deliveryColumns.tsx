import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { sumOf } from '#analytics/weights.ts';
import type { Delivery } from '#contract/delivery.ts';
import { day } from '#contract/historyType.ts';
import { useNow } from '../../design/Ago.tsx';
import { type Column, instantWidth } from '../../design/columns.ts';
import { unknownFigure } from '../../preferences/figures.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { EndpointUrl } from '../EndpointUrl.tsx';
import { StatusMark } from '../StatusMark.tsx';
import { type Burst, type DeliveryTableRow, worstOf } from './bursts.ts';
import classes from './Deliveries.module.css';
import { responseLabel, attemptsLabel, markOf, stateLabels } from './deliveryLabels.ts';
import { Due } from './DeliveryOutcome.tsx';

const message: Column<DeliveryTableRow> = {
  id: 'message',
  header: 'Message',
  isSoft: true,
  cell: ({ delivery, burst }) => burst === null && <code>{delivery.message}</code>,
  title: ({ delivery, burst }) => (burst === null ? delivery.message : undefined),
};

export function deliveryColumns(
  format: Format,
  isOfOneEndpoint: boolean,
  href: (row: DeliveryTableRow) => string,
): readonly Column<DeliveryTableRow>[] {
  const host: Column<DeliveryTableRow> = {
    id: 'host',
    header: 'Endpoint',
    isSoft: true,
    cell: ({ delivery, burst }) => {
      const urls = new Set(burst?.deliveries.map(({ url }) => url));
      return urls.size > 1 ? (
        format.count(urls.size, 'endpoint')
      ) : (
        <EndpointUrl url={delivery.url} />
      );
    },
    narrow: 'left',
  };
  const seq: Column<DeliveryTableRow> = {
    id: 'number',
    header: 'Seq',
    kind: 'figure',
    isSoft: true,
    cell: ({ delivery, burst }) => burst === null && format.number(delivery.number),
    width: 88,
  };
  return [
    {
      id: 'type',
      header: 'Type',
      href,
      isExpanded: ({ burst }) => burst?.isOpen,
      cell: (row) => <DeliveryType {...{ row }} />,
      title: (row) => `${row.delivery.type} ${subjectLabel(format, row)}`,
      skeleton: 170,
      width: 320,
      wide: 400,
      narrow: 'head',
    },
    // The endpoint takes the remaining width; if one is selected, the message does.
    ...(isOfOneEndpoint
      ? [{ ...message, narrow: 'left' as const }, seq]
      : [host, { ...message, width: 176, wide: 264, from: 960 as const }]),
    {
      id: 'attempts',
      header: 'Attempts',
      kind: 'figure',
      cell: ({ delivery, burst }) =>
        burst === null
          ? attemptsLabel(format, delivery)
          : format.number(sumOf(burst.deliveries.map(({ attempts }) => attempts))),
      width: 96,
    },
    {
      id: 'answer',
      header: 'Response',
      kind: 'figure',
      cell: ({ delivery, burst }) =>
        burst === null ? responseLabel(delivery) : burstResponse(format, burst),
      title: ({ delivery, burst }) => (burst === null ? (delivery.fault ?? undefined) : undefined),
      width: 96,
      narrow: 'value',
    },
    {
      id: 'when',
      header: 'Time',
      kind: 'figure',
      isSoft: true,
      cell: ({ delivery, burst }) =>
        burst === null ? (
          <DeliveryTime delivery={delivery} />
        ) : (
          <ShortTime at={delivery.createdAt} />
        ),
      width: instantWidth(format.dayTime, format.clockSeconds),
      narrow: 'right',
    },
  ];
}

function burstResponse(format: Format, { deliveries }: Burst): string {
  const labels = new Set(deliveries.map(responseLabel));
  const [only = unknownFigure] = labels;
  if (labels.size === 1 && only !== unknownFigure) return only;
  const { state, count } = worstOf(deliveries);
  return `${format.number(count)} ${stateLabels[state].toLowerCase()}`;
}

function DeliveryType({ row }: { readonly row: DeliveryTableRow }) {
  const format = useFormat();
  const { delivery, burst, isMember } = row;
  const [mark, label] = markOf(worstOf(burst?.deliveries ?? [delivery]).state);
  const Chevron = burst?.isOpen === true ? IconChevronDown : IconChevronRight;
  return (
    <span className={clsx(classes.type, isMember && classes.member)}>
      {burst !== null && (
        <Chevron size={14} stroke={1.75} className={classes.chevron} aria-hidden />
      )}
      <StatusMark mark={mark} label={label} />
      <code>{delivery.type}</code> <em>{subjectLabel(format, row)}</em>
    </span>
  );
}

/** History records have the time of their step instead, a burst its size. */
function subjectLabel(format: Format, { delivery, burst }: DeliveryTableRow): string {
  const { test, subject } = delivery;
  if (burst !== null) return `${format.number(burst.deliveries.length)} deliveries`;
  if (test) return 'test';
  return /^\d{4}-\d{2}-\d{2}T/.test(subject) ? format.dayTime(subject) : subject;
}

function DeliveryTime({ delivery }: { readonly delivery: Delivery }) {
  const { state, isSending, nextAt, doneAt } = delivery;
  if (isSending) return 'sending…';
  if (state === 'pending') return nextAt === null ? 'waiting' : <Due at={nextAt} due="waiting" />;
  if (doneAt === null) return stateLabels[state].toLowerCase();
  return <ShortTime at={doneAt} />;
}

function ShortTime({ at }: { readonly at: string }) {
  const format = useFormat();
  const isRecent = useNow() - Date.parse(at) < day;
  return isRecent ? format.clockSeconds(at) : format.dayTime(at);
}
