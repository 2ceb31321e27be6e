import type { RowData } from '@tanstack/react-table';
import { useState } from 'react';
import type { Sort } from '../url/sortParam.ts';
import type { Column } from './columns.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { useDataTable } from './useDataTable.ts';

interface LocalTableProps<Row extends RowData> extends Omit<DataTableProps<Row>, 'model'> {
  /** Must be stable. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly opens: Sort;
}

/** A table whose order is not in the address, because that of the page's main table is. */
export function LocalTable<Row extends RowData>(props: LocalTableProps<Row>) {
  const { columns, rows, opens, ...table } = props;
  const [sort, onSort] = useState(opens);
  const model = useDataTable({ columns, rows, sort, onSort });
  return <DataTable isInPane {...table} model={model} />;
}
