import { clsx } from 'clsx';
import { memo } from 'react';
import { formatCount, formatSignedTotal, formatTotal } from '../../shared/format/number.ts';
import { formatDate } from '../../shared/format/time.ts';
import type { Preferences } from '../../shared/preferences.ts';
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
  /** Whether to ask for what it shows beyond its user. */
  readonly isAtRest: boolean;
  readonly keys: ThematicKeys;
  /** What is searched, folded. */
  readonly wanted: string;
  /** By which its figures are written. */
  readonly preferences: Preferences;
}

/**
 * One user of the directory. The first row of the table is its head, so rows count from two. Dozens are made and let go
 * with each key and each frame of a scroll, so a row of itself has no hook, no `Link` and nothing that moves.
 */
export const DirectoryRowView = memo(function DirectoryRowView(props: DirectoryRowProps) {
  const { entry, index, tellsDay, isAtRest, keys, wanted } = props;
  const { customId } = entry;
  return (
    <tr className={clsx(table.row, classes.row)} aria-rowindex={index + 2}>
      <td className={classes.who}>
        <a href={urls.user(customId)} className={table.link} data-index={index}>
          <Who entry={entry} wanted={wanted} />
        </a>
      </td>
      {tellsDay ? (
        <HeldCell thematics={entry.thematics} keys={keys} />
      ) : (
        <td className={clsx(table.num, classes.thematics)}>
          {isAtRest && <HeldThematics customId={customId} keys={keys} />}
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
          <LineCell>{isAtRest && <DayLine customId={customId} />}</LineCell>
        </>
      ) : (
        <DayCells customId={customId} isAtRest={isAtRest} />
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
