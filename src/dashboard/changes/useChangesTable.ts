import type { RowData } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from '../design/columns.ts';
import { type TableModel, useDataTable, useTableSort } from '../design/useDataTable.ts';

/** Sorts by the address. Columns give way to the names in the first one, those with the largest `from` first. */
export function useChangesTable<Row extends RowData>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): TableModel<Row> {
  const [sort, onSort] = useTableSort(columns);
  const layout = useMemo(() => ({ columns: columns.map(({ id }) => id), widths: {} }), [columns]);
  return useDataTable({ columns, rows, sort, onSort, layout });
}
