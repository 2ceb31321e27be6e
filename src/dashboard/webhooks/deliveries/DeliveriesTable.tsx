import type { Delivery } from '#contract/delivery.ts';
import type { Column } from '../../design/columns.ts';
import { DataTable, TableSkeleton } from '../../design/DataTable.tsx';
import { useKeys } from '../../design/keys.ts';
import { useNow } from '../../design/Ago.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { useParamLink, useSearchParam } from '../../url/searchParam.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { deliveryParam } from '../../url/params.ts';
import { EndpointUrl } from '../EndpointUrl.tsx';
import { StatusMark } from '../StatusMark.tsx';
import classes from './Deliveries.module.css';
import { answerLabel, attemptsLabel, markOf, stateLabels } from './deliveryLabels.ts';
import { Due } from './DeliveryOutcome.tsx';

interface DeliveriesTableProps {
  /** Null while they are on their way. */
  readonly deliveries: readonly Delivery[] | null;
  /** Whether they are all of one endpoint: then their numbers are where its host would be. */
  readonly isOfOneEndpoint: boolean;
}

const keyWords = { Enter: 'Open the delivery' };
const noKeys = {};
const tableProps = {
  label: 'Deliveries',
  isInPane: true,
  narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
} as const;

const noDeliveries: readonly Delivery[] = [];

/** Deliveries in rows; each opens beside the list. */
export function DeliveriesTable({ deliveries, isOfOneEndpoint }: DeliveriesTableProps) {
  const format = useFormat();
  const link = useParamLink();
  const [layout, onLayout] = useTableLayout('deliveries');
  const [opened] = useSearchParam(deliveryParam);
  const columns = deliveryColumns(format, isOfOneEndpoint, ({ _id }) => link({ delivery: _id }));
  const model = useDataTable({ columns, rows: deliveries ?? noDeliveries, layout, onLayout });
  useKeys(noKeys, keyWords);
  if (deliveries === null) return <TableSkeleton {...tableProps} model={model} rowCount={4} />;
  return (
    <DataTable
      {...tableProps}
      model={model}
      hasPageKeys
      keyOf={({ _id }) => _id}
      isSelected={({ _id }) => _id === opened}
    />
  );
}

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

function deliveryColumns(
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
