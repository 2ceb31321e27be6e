import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Column } from './columns.ts';
import { DataTable, type DataTableProps, TableSkeleton } from './DataTable.tsx';
import { Panel } from './Panel.tsx';
import { useDataTable } from './useDataTable.ts';

interface TablePanelProps<Row extends RowData> extends Omit<
  DataTableProps<Row>,
  'model' | 'label' | 'isInPane'
> {
  readonly title: string;
  readonly label?: string;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
  readonly query: UseQueryResult;
  readonly what: string;
  readonly failed?: ReactNode;
  readonly path?: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowCount: number;
  readonly empty?: string;
}

export function TablePanel<Row extends RowData>(props: TablePanelProps<Row>) {
  const { title, sub, actions, query, what, failed, path, ...rest } = props;
  const { columns, rows, rowCount, empty, ...table } = rest;
  const model = useDataTable({ columns, rows });
  const shown = {
    label: title,
    narrowRow: 36,
    narrowGrid: "'head value' / minmax(0, 1fr) auto",
    ...table,
    model,
    isInPane: true,
  };
  return (
    <Panel
      {...{ title, sub, actions, query, what, failed, path }}
      loading={<TableSkeleton {...shown} rowCount={rowCount} />}
      isEmpty={() => rows.length === 0}
      empty={
        <Text px="var(--gutter)" py="sm" c="dimmed">
          {empty}
        </Text>
      }
    >
      {() => <DataTable {...shown} />}
    </Panel>
  );
}
