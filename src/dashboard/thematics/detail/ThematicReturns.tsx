import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { formatTime } from '#contract/time.ts';
import { useWhyUnknown } from '../../api/service.ts';
import type { Column } from '../../design/columns.ts';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { TablePanel } from '../../design/TablePanel.tsx';
import { backfilledNote } from '../../history/backfilled.ts';
import { periodNames } from '../../history/periodText.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { Change } from '../../portfolio/Change.tsx';
import { useAsOf } from '../../url/asOf.ts';
import { type Format, useFormat } from '../../preferences/format.ts';

interface ThematicReturnsProps {
  readonly query: UseQueryResult<Thematic>;
  readonly shown: HistoryType | null;
}

export function ThematicReturns({ query, shown }: ThematicReturnsProps) {
  const format = useFormat();
  const past = useAsOf();
  const now = useQuery(capabilitiesQuery).data?.market.asOf;
  const asOf = past === null ? now : formatTime(past);
  const thematic = query.data;
  // A reported history may start late or be unreadable. A computed one starts with the thematic.
  const none = useWhyUnknown('prices') === null ? 'started later' : 'not known';
  const columns = useMemo(() => returnColumns(format, none), [format, none]);
  const rows = useMemo(
    () =>
      historyTypes.map((type) => ({
        type,
        ratio: thematic?.change[type] ?? null,
        note: thematic === undefined ? null : backfilledNote(format, thematic, type, asOf),
      })),
    [thematic, format, asOf],
  );
  return (
    <TablePanel
      title="Returns by period"
      sub={asOf && `to ${format.dateTime(asOf)}`}
      {...{ query, columns, rows }}
      what="The returns"
      // The list of constituents shows the reason and Retry.
      failed={<EmptyPane title="Returns not known">The thematic could not be read.</EmptyPane>}
      rowCount={historyTypes.length}
      keyOf={({ type }) => type}
      isSelected={({ type }) => type === shown}
    />
  );
}

interface PeriodReturn {
  readonly type: HistoryType;
  readonly ratio: number | null;
  readonly note: string | null;
}

/** @param none text if there is no return. */
const returnColumns = (format: Format, none: string): readonly Column<PeriodReturn>[] => [
  {
    id: 'period',
    header: 'Period',
    cell: ({ type }) => periodNames[type],
    skeleton: 48,
    narrow: 'head',
  },
  {
    id: 'return',
    header: 'Return',
    kind: 'figure',
    cell: ({ ratio, note }) =>
      ratio === null ? (
        none
      ) : (
        <Change value={ratio} format={format.market.percentChange} note={note} />
      ),
    skeleton: 64,
    width: 160,
    narrow: 'value',
  },
];
