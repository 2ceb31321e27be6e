import type { HistoryType } from '#contract/historyType.ts';
import { periodLengths, periodNames } from '../../history/periodWords.ts';
import { SortHead } from '../../shared/ui/SortHead.tsx';
import type { ConstituentSort } from './constituentRows.ts';
import classes from './ConstituentsTable.module.css';

/** What the service tells beyond weights and prices. */
export interface Tells {
  readonly changes: boolean;
  readonly contribution: boolean;
}

interface ConstituentsHeadProps {
  readonly period: HistoryType;
  readonly currency: string | null;
  readonly tells: Tells;
  readonly sort: ConstituentSort;
  readonly onSort: (sort: ConstituentSort) => void;
}

export function ConstituentsHead(props: ConstituentsHeadProps) {
  const { period, currency, tells, sort, onSort } = props;
  const head = { sort, onSort, isFigure: true };
  return (
    <thead>
      <tr>
        <SortHead sort={sort} onSort={onSort} column="token">
          Token
        </SortHead>
        <SortHead {...head} column="weight" isFigure className={classes.weight}>
          Weight
        </SortHead>
        <SortHead {...head} column="price" unit={currency} className={classes.price}>
          Price
        </SortHead>
        {tells.changes && period !== 'day' && (
          <SortHead {...head} column="day" className={classes.day}>
            Day
          </SortHead>
        )}
        {(tells.changes || tells.contribution) && (
          <SortHead {...head} column="change" className={classes.change}>
            {periodNames[period]}
          </SortHead>
        )}
        {tells.contribution && (
          <SortHead {...head} column="contribution" unit="points" className={classes.part}>
            Contribution
          </SortHead>
        )}
        {tells.changes && (
          <th scope="col" className={classes.spark}>
            {periodLengths[period]}
          </th>
        )}
      </tr>
    </thead>
  );
}
