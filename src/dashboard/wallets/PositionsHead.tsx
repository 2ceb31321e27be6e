import { clsx } from 'clsx';
import { NoCell } from '../shared/ui/NoCell.tsx';
import { SortHead } from '../shared/ui/SortHead.tsx';
import table from '../shared/ui/Table.module.css';
import type { PositionSort } from './arrangePositions.ts';
import classes from './PositionsTable.module.css';

export interface PositionsHeadProps {
  readonly sort: PositionSort;
  readonly onSort: (sort: PositionSort) => void;
  readonly currency: string | null;
  readonly tellsDay: boolean;
  readonly hasTargets: boolean;
}

/** The columns of the positions, each of which sorts; the weight sorts as the total does. */
export function PositionsHead(props: PositionsHeadProps) {
  const { sort, onSort, currency, tellsDay, hasTargets } = props;
  const head = { sort, onSort };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead {...head} column="token">
          Token
        </SortHead>
        <SortHead {...head} column="amount" isFigure className={classes.amount}>
          Amount
        </SortHead>
        <SortHead {...head} column="price" isFigure unit={currency} className={classes.price}>
          Price
        </SortHead>
        {tellsDay && (
          <SortHead {...head} column="day" isFigure className={classes.day}>
            Day
          </SortHead>
        )}
        <SortHead {...head} column="total" isFigure unit={currency} className={classes.total}>
          Total
        </SortHead>
        <th scope="col" className={clsx(table.num, classes.weight)}>
          Weight
        </th>
        <NoCell className={classes.bullet} />
        {hasTargets && (
          <>
            <SortHead {...head} column="target" isFigure className={classes.target}>
              Target
            </SortHead>
            <SortHead {...head} column="drift" isFigure unit="points" className={classes.drift}>
              Drift
            </SortHead>
            <NoCell className={classes.driftBar} />
          </>
        )}
      </tr>
    </thead>
  );
}
