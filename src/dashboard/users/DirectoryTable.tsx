import { clsx } from 'clsx';
import { SortHead } from '../shared/ui/SortHead.tsx';
import table from '../shared/ui/Table.module.css';
import type { DirectorySort } from './arrangeDirectory.ts';
import type { DirectoryEntry } from './directoryEntry.ts';
import { DirectoryFoot } from './DirectoryFoot.tsx';
import { DirectoryRowView, Spacer } from './DirectoryRows.tsx';
import classes from './DirectoryTable.module.css';
import { useVirtualRows } from './virtualRows.ts';

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
  const { body, rows, before, after, visible } = useVirtualRows(entries.length);
  return (
    <>
      <table
        className={clsx(table.table, classes.table)}
        aria-label="Users"
        aria-rowcount={entries.length + 1}
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
      {entries.length > 0 && <DirectoryFoot visible={visible} count={entries.length} />}
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
