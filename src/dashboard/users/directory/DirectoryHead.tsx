import { clsx } from 'clsx';
import { SortHead } from '../../shared/ui/SortHead.tsx';
import table from '../../shared/ui/Table.module.css';
import classes from './DirectoryTable.module.css';
import type { DirectorySort } from './index/question.ts';

export interface DirectoryHeadProps {
  readonly sort: DirectorySort;
  readonly onSort: (sort: DirectorySort) => void;
  readonly currency: string | null;
  readonly tellsDay: boolean;
}

/** The columns; those that the service does not tell of all users do not sort, and say why. */
export function DirectoryHead({ sort, onSort, currency, tellsDay }: DirectoryHeadProps) {
  const head = { sort, onSort };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead {...head} column="user">
          User
        </SortHead>
        {tellsDay ? (
          <SortHead {...head} column="thematics" isFigure className={classes.thematics}>
            Thematics
          </SortHead>
        ) : (
          <InSightHead className={classes.thematics}>Thematics</InSightHead>
        )}
        <SortHead {...head} column="wallets" isFigure className={classes.wallets}>
          Wallets
        </SortHead>
        <SortHead {...head} column="total" isFigure unit={currency} className={classes.total}>
          Total
        </SortHead>
        {tellsDay ? (
          <>
            <SortHead {...head} column="change" isFigure unit={currency} className={classes.change}>
              Past day
            </SortHead>
            <SortHead {...head} column="percent" isFigure unit="%" className={classes.percent}>
              Past day
            </SortHead>
          </>
        ) : (
          <>
            <InSightHead className={classes.change} unit={currency}>
              Past day
            </InSightHead>
            <InSightHead className={classes.percent} unit="%">
              Past day
            </InSightHead>
          </>
        )}
        <th scope="col" className={classes.spark}>
          24 h
        </th>
        <SortHead {...head} column="created" isFigure className={classes.created}>
          Created
        </SortHead>
      </tr>
    </thead>
  );
}

interface InSightHeadProps {
  readonly className: string | undefined;
  readonly unit?: string | null;
  readonly children: string;
}

/** The head of a column that is read row by row. */
function InSightHead({ className, unit = null, children }: InSightHeadProps) {
  return (
    <th
      scope="col"
      className={clsx(table.num, className)}
      title="This service does not tell it of all users: it is read for the rows in sight alone, and neither sorts nor filters."
    >
      {children}
      {unit !== null && <em>{unit}</em>}
      <small className={classes.reason}>only in sight, does not sort</small>
    </th>
  );
}
