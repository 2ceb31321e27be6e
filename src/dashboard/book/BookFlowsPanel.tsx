import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Column } from '../design/columns.ts';
import { DataTable, TableSkeleton } from '../design/DataTable.tsx';
import { Panel } from '../design/Panel.tsx';
import { useDataTable } from '../design/useDataTable.ts';
import { useHistoryWindow, useLoadedPeriod, useRecordsWindow } from '../history/historyWindow.ts';
import { pastText, shownText } from '../history/periodText.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { type Format, useFormat } from '../preferences/format.ts';
import { useAsOf } from '../url/asOf.ts';
import { BookCsv } from './BookCsv.tsx';
import { partQueries } from './bookParts.ts';
import { FlowBars } from './FlowBars.tsx';
import { type MonthlyFlow, monthText } from './monthlyFlow.ts';

const listedMonths = 12;

/** Deposits and withdrawals of each month, over a year at least or between two dates: the latest in a table, all as bars. */
export function BookFlowsPanel({ members }: { readonly members: MembersQuery }) {
  const format = useFormat();
  const asOf = useAsOf();
  const { shown } = useHistoryWindow();
  const window = useRecordsWindow();
  const isPast = shown.zoom === null && window.type !== 'all';
  const atLeastYear = isPast ? ({ type: 'year' } as const) : window;
  const { options, path } = partQueries.flows(members, atLeastYear, asOf);
  const query = useQuery(options);
  const loaded = useLoadedPeriod(shown, query.isPlaceholderData);
  const months = query.data?.months ?? noMonths;
  const rows = useMemo(() => months.slice(-listedMonths).toReversed(), [months]);
  const columns = useMemo(() => flowColumns(format), [format]);
  const model = useDataTable({ columns, rows });
  const table = {
    label: 'Monthly flows',
    model,
    isInPane: true,
    narrowRow: 56,
    narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
  };
  return (
    <Panel
      title="Monthly flows"
      sub={`${loaded.zoom === null && loaded.period !== 'all' ? pastText('year') : shownText(format, loaded)}, months in UTC`}
      actions={months.length > 0 && <BookCsv path={path} what="monthly flows" />}
      {...{ query, path }}
      what="The flows"
      loading={<TableSkeleton {...table} rowCount={listedMonths} />}
      isEmpty={() => months.length === 0}
      empty={
        <Text px="var(--gutter)" py="sm" c="dimmed">
          No records in this period.
        </Text>
      }
    >
      {() => (
        <>
          <FlowBars months={months} />
          <DataTable {...table} keyOf={({ period: month }: MonthlyFlow) => month} />
          {months.length > rows.length && (
            <Text px="var(--gutter)" py="xs" size="xs" c="dimmed">
              Latest {format.number(rows.length)} of {format.count(months.length, 'month')}. The CSV
              has all.
            </Text>
          )}
        </>
      )}
    </Panel>
  );
}

const noMonths: readonly MonthlyFlow[] = [];

function flowColumns(format: Format): readonly Column<MonthlyFlow>[] {
  const figure = { unit: format.currency, kind: 'figure', skeleton: 84, width: 136 } as const;
  return [
    {
      id: 'month',
      header: 'Month',
      cell: ({ period }) => monthText(format, period),
      skeleton: 64,
      narrow: 'head',
    },
    {
      ...figure,
      id: 'in',
      header: 'In',
      cell: (row) => format.total(row.in),
      figure: { of: (row) => row.in, text: format.total },
      narrow: 'left',
    },
    {
      ...figure,
      id: 'out',
      header: 'Out',
      cell: (row) => format.total(row.out),
      figure: { of: (row) => row.out, text: format.total },
      narrow: 'right',
    },
    {
      ...figure,
      id: 'net',
      header: 'Net',
      cell: (row) => format.change(row.net),
      figure: { of: (row) => row.net, text: format.change },
      narrow: 'value',
    },
  ];
}
