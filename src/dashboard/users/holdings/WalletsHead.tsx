import { clsx } from 'clsx';
import type { HistoryType } from '#contract/historyType.ts';
import { periodLengths, periodNames } from '../../history/periodWords.ts';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { SortHead } from '../../shared/ui/SortHead.tsx';
import table from '../../shared/ui/Table.module.css';
import type { WalletSort } from './params.ts';
import classes from './WalletsTable.module.css';

interface WalletsHeadProps {
  readonly currency: string | null;
  /** That of the chart, which the change and the line are of. */
  readonly period: HistoryType;
  readonly sort: WalletSort;
  readonly onSort: (sort: WalletSort) => void;
}

export function WalletsHead({ currency, period, sort, onSort }: WalletsHeadProps) {
  const head = { sort, onSort };
  return (
    <thead>
      <tr>
        <SortHead {...head} column="thematic">
          Thematic
        </SortHead>
        <SortHead {...head} column="positions" isFigure className={classes.positions}>
          Positions
        </SortHead>
        <SortHead {...head} column="total" isFigure unit={currency} className={classes.total}>
          Total
        </SortHead>
        <th scope="col" className={clsx(table.num, classes.share)}>
          <span className={classes.shareHead}>Share</span>
        </th>
        <SortHead {...head} column="change" isFigure className={classes.change}>
          {periodNames[period]}
        </SortHead>
        <th scope="col" className={classes.spark}>
          {periodLengths[period]}
        </th>
      </tr>
    </thead>
  );
}

/** Stands where the wallets will stand. */
export function WalletsSkeleton(props: WalletsHeadProps) {
  return (
    <table className={clsx(table.table, table.inPane, classes.wallets)}>
      <WalletsHead {...props} />
      <tbody>
        {[88, 120, 64, 104].map((width) => (
          <tr key={width}>
            <td className={classes.who}>
              <Loading what="the wallets" />
              <Skeleton width={width} />
            </td>
            <td className={clsx(table.num, classes.positions)}>
              <Skeleton width={16} />
            </td>
            <td className={clsx(table.num, classes.total)}>
              <Skeleton width={96} />
            </td>
            <td className={clsx(table.num, classes.share)}>
              <Skeleton width={112} />
            </td>
            <td className={clsx(table.num, classes.change)}>
              <Skeleton width={56} />
            </td>
            <td className={classes.spark}>
              <Skeleton width={104} height={2} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
