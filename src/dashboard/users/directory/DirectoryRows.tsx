import { clsx } from 'clsx';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { formatCount, formatSignedTotal, formatTotal } from '../../shared/format/number.ts';
import { formatDate } from '../../shared/format/time.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { Change } from '../../shared/ui/Change.tsx';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import table from '../../shared/ui/Table.module.css';
import { TickMark } from '../../shared/ui/TickMark.tsx';
import { urls } from '../../shared/urls.ts';
import type { DirectoryEntry } from './directoryEntry.ts';
import type { ThematicKeys } from './DirectoryTable.tsx';
import classes from './DirectoryTable.module.css';
import { Found } from './Found.tsx';
import { DayCells, DayLine, LineCell } from './RowDay.tsx';
import { HeldCell, HeldThematics } from './RowThematics.tsx';

interface DirectoryRowProps {
  readonly entry: DirectoryEntry;
  readonly index: number;
  readonly tellsDay: boolean;
  /** What a row in sight shows beyond its user is asked for, and given up when it leaves. */
  readonly isInSight: boolean;
  readonly keys: ThematicKeys;
  /** What is searched, folded. */
  readonly wanted: string;
}

/** One user of the directory. The first row of the table is its head, so rows count from two. */
export const DirectoryRowView = memo(function DirectoryRowView(props: DirectoryRowProps) {
  const { entry, index, tellsDay, isInSight, keys, wanted } = props;
  // Rows are drawn anew when they change alone, or the way figures are written does.
  usePreferences();
  const { customId } = entry;
  return (
    <tr className={clsx(table.row, classes.row)} aria-rowindex={index + 2}>
      <td className={classes.who}>
        <Link to={urls.user(customId)} className={table.link} data-index={index}>
          <Who entry={entry} wanted={wanted} />
        </Link>
      </td>
      {tellsDay ? (
        <HeldCell thematics={entry.thematics} keys={keys} />
      ) : (
        <td className={clsx(table.num, classes.thematics)}>
          {isInSight && <HeldThematics customId={customId} keys={keys} />}
        </td>
      )}
      <td className={clsx(table.num, table.soft, classes.wallets)}>
        {formatCount(entry.walletCount)}
      </td>
      <td className={clsx(table.num, classes.total)}>
        <TickMark value={entry.total}>{formatTotal(entry.total)}</TickMark>
      </td>
      {tellsDay ? (
        <>
          <td className={clsx(table.num, classes.change, isNew(entry) && classes.quiet)}>
            {isNew(entry) ? 'new' : formatSignedTotal(entry.dayChange)}
          </td>
          <td className={clsx(table.num, classes.percent)}>
            <Change value={entry.dayChangeRatio} />
          </td>
          <LineCell>{isInSight && <DayLine customId={customId} />}</LineCell>
        </>
      ) : (
        <DayCells customId={customId} isInSight={isInSight} />
      )}
      <td className={clsx(table.num, table.soft, classes.created)}>
        {formatDate(entry.createdAt)}
      </td>
    </tr>
  );
});

/** Id and name, what is searched marked in them; and the attribute that is, where neither is. */
function Who({ entry, wanted }: { readonly entry: DirectoryEntry; readonly wanted: string }) {
  const { customId, name, found } = entry;
  return (
    <>
      <span className={table.id}>
        <Found text={customId} wanted={wanted} />
      </span>{' '}
      <span className={table.name}>
        {found !== null && (
          <span className={classes.attribute}>
            {found.name}: <Found text={found.value} wanted={wanted.replace(/^[^:]+:\s*/, '')} />
            {name !== null && ' · '}
          </span>
        )}
        {name !== null && <Found text={name} wanted={wanted} />}
      </span>
    </>
  );
}

/** Something is held that was not held a day ago. */
function isNew(entry: DirectoryEntry): boolean {
  return entry.dayChange === null && entry.total > 0;
}

/** A row whose user is being looked up. */
export const ComingRow = memo(function ComingRow({ index }: { readonly index: number }) {
  return (
    <tr className={classes.row} aria-rowindex={index + 2} aria-hidden>
      <td className={classes.who}>
        <span>
          <Skeleton width={92} />
        </span>
      </td>
      <NoCell className={classes.thematics} />
      <NoCell className={classes.wallets} />
      <td className={clsx(table.num, classes.total)}>
        <Skeleton width={98} />
      </td>
      <NoCell className={classes.change} />
      <NoCell className={classes.percent} />
      <NoCell className={classes.spark} />
      <NoCell className={classes.created} />
    </tr>
  );
});
