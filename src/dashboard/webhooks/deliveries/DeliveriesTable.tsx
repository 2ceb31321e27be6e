import { useMemo } from 'react';
import type { Delivery } from '#contract/delivery.ts';
import { DataTable, TableSkeleton } from '../../design/DataTable.tsx';
import { useKeys } from '../../design/keys.ts';
import { useDataTable } from '../../design/useDataTable.ts';
import { useTableLayout } from '../../preferences/tableLayouts.ts';
import { useParamLink, useSearchParam } from '../../url/searchParam.ts';
import { useFormat } from '../../preferences/format.ts';
import { burstParam, deliveryParam } from '../../url/params.ts';
import { rowsOf } from './bursts.ts';
import { deliveryColumns } from './deliveryColumns.tsx';

interface DeliveriesTableProps {
  readonly deliveries: readonly Delivery[] | null;
  /** If all are of one endpoint, their numbers replace its host. */
  readonly isOfOneEndpoint: boolean;
}

const keyLabels = { Enter: 'Open the delivery or burst' };
const noKeys = {};
const tableProps = {
  label: 'Deliveries',
  isInPane: true,
  narrowGrid: "'head value' 20px 'left right' 18px / minmax(0, 1fr) auto",
} as const;

export function DeliveriesTable({ deliveries, isOfOneEndpoint }: DeliveriesTableProps) {
  const format = useFormat();
  const link = useParamLink();
  const [layout, onLayout] = useTableLayout('deliveries');
  const [opened] = useSearchParam(deliveryParam);
  const [openBurst] = useSearchParam(burstParam);
  const columns = deliveryColumns(format, isOfOneEndpoint, ({ delivery, burst }) =>
    burst === null
      ? link({ delivery: delivery._id })
      : link({ burst: burst.isOpen ? null : burst.key }),
  );
  const rows = useMemo(
    () =>
      rowsOf(
        deliveries ?? [],
        (key, members) => key === openBurst || members.some(({ _id }) => _id === opened),
      ),
    [deliveries, openBurst, opened],
  );
  const model = useDataTable({ columns, rows, layout, onLayout });
  useKeys(noKeys, keyLabels);
  if (deliveries === null) return <TableSkeleton {...tableProps} model={model} rowCount={4} />;
  return (
    <DataTable
      {...tableProps}
      model={model}
      hasPageKeys
      keyOf={({ delivery, burst }) => burst?.key ?? delivery._id}
      isSelected={({ delivery, burst }) => burst === null && delivery._id === opened}
    />
  );
}
