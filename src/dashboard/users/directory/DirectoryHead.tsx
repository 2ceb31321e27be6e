import type { DirectoryPeriod } from '#contract/directory.ts';
import { SortHead } from '../../shared/ui/SortHead.tsx';
import classes from './DirectoryTable.module.css';
import type { DirectorySort } from './directoryParams.ts';

export interface DirectoryHeadProps {
  readonly sort: DirectorySort;
  readonly onSort: (sort: DirectorySort) => void;
  readonly currency: string | null;
  readonly period: DirectoryPeriod;
}

/** How long a period is, over its lines. */
const lengths: Record<DirectoryPeriod, string> = {
  day: '24 h',
  week: '7 d',
  month: '30 d',
  year: '365 d',
};

/** The columns. */
export function DirectoryHead({ sort, onSort, currency, period }: DirectoryHeadProps) {
  const head = { sort, onSort };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead {...head} column="user">
          User
        </SortHead>
        <SortHead {...head} column="thematics" isFigure className={classes.thematics}>
          Thematics
        </SortHead>
        <SortHead {...head} column="wallets" isFigure className={classes.wallets}>
          Wallets
        </SortHead>
        <SortHead {...head} column="total" isFigure unit={currency} className={classes.total}>
          Total
        </SortHead>
        <SortHead {...head} column="change" isFigure unit={currency} className={classes.change}>
          Past {period}
        </SortHead>
        <SortHead {...head} column="percent" isFigure unit="%" className={classes.percent}>
          Past {period}
        </SortHead>
        <th scope="col" className={classes.spark}>
          {lengths[period]}
        </th>
        <SortHead {...head} column="created" isFigure className={classes.created}>
          Created
        </SortHead>
      </tr>
    </thead>
  );
}
