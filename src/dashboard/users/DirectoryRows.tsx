import { clsx } from 'clsx';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { formatCount, formatSignedTotal, formatTotal } from '../shared/format/number.ts';
import { formatDate } from '../shared/format/time.ts';
import { Change } from '../shared/ui/Change.tsx';
import table from '../shared/ui/Table.module.css';
import { urls } from '../shared/urls.ts';
import type { DirectoryEntry } from './directoryEntry.ts';
import classes from './DirectoryTable.module.css';

interface DirectoryRowProps {
  readonly entry: DirectoryEntry;
  readonly index: number;
  readonly tellsDayChange: boolean;
}

/** One user of the directory. The first row of the table is its head, so rows count from two. */
export const DirectoryRowView = memo(function DirectoryRowView(props: DirectoryRowProps) {
  const { entry, index, tellsDayChange } = props;
  return (
    <tr className={clsx(table.row, classes.row)} aria-rowindex={index + 2}>
      <td className={classes.who}>
        <Link to={urls.user(entry.customId)} className={table.link} data-index={index}>
          <span className={table.id}>{entry.customId}</span>{' '}
          {entry.name !== null && <span className={table.name}>{entry.name}</span>}
        </Link>
      </td>
      <td className={clsx(table.num, table.soft, classes.wallets)}>
        {formatCount(entry.walletCount)}
      </td>
      <td className={clsx(table.num, classes.total)}>{formatTotal(entry.total)}</td>
      {tellsDayChange && (
        <>
          <td className={clsx(table.num, classes.change, isNew(entry) && classes.quiet)}>
            {isNew(entry) ? 'new' : formatSignedTotal(entry.dayChange)}
          </td>
          <td className={clsx(table.num, classes.percent)}>
            <Change value={entry.dayChangeRatio} />
          </td>
        </>
      )}
      <td className={clsx(table.num, classes.created)}>{formatDate(entry.createdAt)}</td>
    </tr>
  );
});

/** Something is held that was not held a day ago. */
function isNew(entry: DirectoryEntry): boolean {
  return entry.dayChange === null && entry.total > 0;
}
