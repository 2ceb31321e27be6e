import type { RowData } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from '../design/columns.ts';
import { DataTable, type DataTableProps, type SumRow } from '../design/DataTable.tsx';
import { useDataTable, useTableSort } from '../design/useDataTable.ts';

interface ChangesTableProps<Row extends RowData> extends Pick<
  DataTableProps<Row>,
  'label' | 'keyOf' | 'narrowRow' | 'narrowGrid'
> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly sum: SumRow['cells'];
}

/** Sorts by the address. Columns give way to the names in the first one, those with the largest `from` first. */
export function ChangesTable<Row extends RowData>(props: ChangesTableProps<Row>) {
  const { columns, rows, sum, ...table } = props;
  const [sort, onSort] = useTableSort(columns);
  const layout = useMemo(() => ({ columns: columns.map(({ id }) => id), widths: {} }), [columns]);
  const model = useDataTable({ columns, rows, sort, onSort, layout });
  return <DataTable {...table} model={model} sums={[{ id: 'all', cells: sum }]} />;
}
