import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type HistoryType, historyTypes } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Column } from '../../design/columns.ts';
import { DataTable, TableSkeleton } from '../../design/DataTable.tsx';
import { EmptyPane } from '../../design/EmptyPane.tsx';
import { Panel } from '../../design/Panel.tsx';
import { useDataTable } from '../../design/useDataTable.ts';
import { periodNames } from '../../history/periodText.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { Change } from '../../portfolio/Change.tsx';
import { type Format, useFormat } from '../../preferences/format.ts';

interface ThematicReturnsProps {
  readonly query: UseQueryResult<Thematic>;
  /** The period on the chart, which is marked; null while a part of one is. */
  readonly shown: HistoryType | null;
}

const looks = {
  label: 'Returns by period',
  isInPane: true,
  narrowRow: 36,
  narrowGrid: "'head value' / minmax(0, 1fr) auto",
} as const;

/** How a thematic did over every period up to now. */
export function ThematicReturns({ query, shown }: ThematicReturnsProps) {
  const format = useFormat();
  const asOf = useQuery(capabilitiesQuery).data?.market.asOf;
  const change = query.data?.change;
  const columns = useMemo(() => returnColumns(format), [format]);
  const rows = useMemo(
    () => historyTypes.map((type) => ({ type, ratio: change?.[type] ?? null })),
    [change],
  );
  const model = useDataTable({ columns, rows });
  return (
    <Panel
      title="Returns by period"
      sub={asOf === undefined ? undefined : `to ${format.dateTime(asOf)}`}
      query={query}
      what="The returns"
      // Why, and Retry, stand where the constituents are listed.
      failed={showUnknown}
      loading={<TableSkeleton {...looks} model={model} rowCount={historyTypes.length} />}
    >
      {() => (
        <DataTable
          {...looks}
          model={model}
          keyOf={({ type }) => type}
          isSelected={({ type }) => type === shown}
        />
      )}
    </Panel>
  );
}

function showUnknown() {
  return <EmptyPane title="The returns are not known">The thematic could not be read.</EmptyPane>;
}

interface PeriodReturn {
  readonly type: HistoryType;
  readonly ratio: number | null;
}

const returnColumns = (format: Format): readonly Column<PeriodReturn>[] => [
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
    cell: ({ ratio }) =>
      ratio === null ? (
        'began within it'
      ) : (
        <Change value={ratio} format={format.market.percentChange} />
      ),
    skeleton: 64,
    width: 160,
    narrow: 'value',
  },
];
