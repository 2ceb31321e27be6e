import type { Delivery } from '#contract/delivery.ts';
import { DataTable, TableSkeleton } from '../../design/DataTable.tsx';
import { useKeys } from '../../design/keys.ts';
import { useDataTable } from '../../design/useDataTable.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { useParamLink, useSearchParam } from '../../url/searchParam.ts';
import { useFormat } from '../../preferences/format.ts';
import { deliveryParam } from '../../url/params.ts';
import { deliveryColumns } from './deliveryColumns.tsx';

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
