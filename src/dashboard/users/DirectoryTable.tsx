import { clsx } from 'clsx';
import { useRowFocus } from '../shared/ui/rowFocus.ts';
import { SortHead } from '../shared/ui/SortHead.tsx';
import { Spacer } from '../shared/ui/Spacer.tsx';
import table from '../shared/ui/Table.module.css';
import { type RowHeights, useVirtualRows } from '../shared/ui/virtualRows.ts';
import type { DirectorySort } from './arrangeDirectory.ts';
import type { DirectoryEntry } from './directoryEntry.ts';
import { DirectoryFoot } from './DirectoryFoot.tsx';
import { DirectoryRowView } from './DirectoryRows.tsx';
import classes from './DirectoryTable.module.css';

const heights: { readonly wide: RowHeights; readonly narrow: RowHeights } = {
  wide: { row: 36, top: 44 + 32, bottom: 32 },
  narrow: { row: 56, top: 48, bottom: 56 },
};

interface DirectoryTableProps extends DirectoryHeadProps {
  readonly entries: readonly DirectoryEntry[];
}

export interface DirectoryHeadProps {
  readonly sort: DirectorySort;
  readonly onSort: (sort: DirectorySort) => void;
  readonly currency: string | null;
  readonly tellsDayChange: boolean;
}

/** The users, however many: only the rows in sight are drawn. */
export function DirectoryTable(props: DirectoryTableProps) {
  const { entries, tellsDayChange } = props;
  const count = entries.length;
  const { body, rows, before, after, visible, scrollTo } = useVirtualRows(count, heights);
  useRowFocus({ body, count, first: visible.first, scrollTo });
  return (
    <>
      <table
        className={clsx(table.table, classes.table)}
        aria-label="Users"
        aria-rowcount={count + 1}
      >
        <DirectoryHead {...props} />
        <tbody ref={body}>
          <Spacer height={before} />
          {rows.map((index) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            return (
              <DirectoryRowView
                key={entry.customId}
                entry={entry}
                index={index}
                tellsDayChange={tellsDayChange}
              />
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
      {count > 0 && <DirectoryFoot visible={visible} count={count} />}
    </>
  );
}

export function DirectoryHead({ sort, onSort, currency, tellsDayChange }: DirectoryHeadProps) {
  const head = { sort, onSort };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead {...head} column="user">
          User
        </SortHead>
        <SortHead {...head} column="wallets" isFigure className={classes.wallets}>
          Wallets
        </SortHead>
        <SortHead {...head} column="total" isFigure unit={currency} className={classes.total}>
          Total
        </SortHead>
        {tellsDayChange && (
          <>
            <SortHead {...head} column="change" isFigure unit={currency} className={classes.change}>
              Past day
            </SortHead>
            <SortHead {...head} column="percent" isFigure unit="%" className={classes.percent}>
              Past day
            </SortHead>
          </>
        )}
        <SortHead {...head} column="created" isFigure className={classes.created}>
          Created
        </SortHead>
      </tr>
    </thead>
  );
}
