import { clsx } from 'clsx';
import { memo } from 'react';
import type { DirectoryPeriod, DirectoryRow } from '#contract/directory.ts';
import type { SearchWord } from '#contract/search.ts';
import { parseTime } from '#contract/time.ts';
import {
  formatCount,
  formatSignedPercent,
  formatSignedTotal,
  formatTotal,
} from '../../shared/format/number.ts';
import { formatDate } from '../../shared/format/time.ts';
import type { Preferences } from '../../shared/preferences.ts';
import { CategoryKey } from '../../shared/ui/CategoryKey.tsx';
import { Change } from '../../shared/ui/Change.tsx';
import { NoCell } from '../../shared/ui/NoCell.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Sparkline } from '../../shared/ui/Sparkline.tsx';
import table from '../../shared/ui/Table.module.css';
import { TickMark } from '../../shared/ui/TickMark.tsx';
import { urls } from '../../shared/urls.ts';
import { changeParts } from './changeParts.ts';
import classes from './DirectoryTable.module.css';
import { Found } from './Found.tsx';
import { foundAttribute } from './foundAttribute.ts';

/** How a thematic is named and coloured in the rows. */
export type ThematicKeys = ReadonlyMap<
  string,
  { readonly name: string; readonly category: number | undefined }
>;

/** So many keys stand in the cell; how many are held says the figure beside them. */
const maxKeys = 8;

interface DirectoryRowProps {
  readonly row: DirectoryRow;
  readonly index: number;
  readonly period: DirectoryPeriod;
  readonly keys: ThematicKeys;
  /** What is searched. */
  readonly words: readonly SearchWord[];
  /** By which its figures are written. */
  readonly preferences: Preferences;
}

/**
 * One user of the directory. The first row of the table is its head, so rows count from two. Dozens are made and let go
 * with each key and each frame of a scroll, so a row of itself has no hook, no `Link` and nothing that moves.
 */
export const DirectoryRowView = memo(function DirectoryRowView(props: DirectoryRowProps) {
  const { row, index, period, keys, words } = props;
  const { customId, total, change, spark } = row;
  // Something is held that was not held when the period began.
  const isNew = change === null && total > 0;
  return (
    <tr className={clsx(table.row, classes.row)} aria-rowindex={index + 2}>
      <td className={classes.who}>
        <a href={urls.user(customId)} className={table.link} data-index={index}>
          <Who row={row} words={words} />
        </a>
      </td>
      <td className={clsx(table.num, table.soft, classes.thematics)}>
        <Held thematics={row.thematics} keys={keys} />
      </td>
      <td className={clsx(table.num, table.soft, classes.wallets)}>
        {formatCount(row.walletCount)}
      </td>
      <td className={clsx(table.num, classes.total)}>
        <TickMark value={total}>{formatTotal(total)}</TickMark>
      </td>
      <td
        className={clsx(table.num, classes.change, isNew && classes.quiet)}
        title={changeParts(row)}
      >
        {isNew ? 'new' : formatSignedTotal(change)}
      </td>
      <td className={clsx(table.num, classes.percent)}>
        <Change value={row.return} />
      </td>
      <td className={classes.spark}>
        {spark !== null && (
          <Sparkline
            values={spark}
            label={`${customId}: ${formatSignedPercent(row.return)} over the past ${period}`}
          />
        )}
      </td>
      <td className={clsx(table.num, table.soft, classes.created)}>
        {formatDate(parseTime(row.createdAt))}
      </td>
    </tr>
  );
});

/** Id and name, what is searched marked in them; and the attribute that is, where neither is. */
function Who({ row, words }: Pick<DirectoryRowProps, 'row' | 'words'>) {
  const { customId, name } = row;
  const found = foundAttribute(row, words);
  return (
    <>
      <span className={table.id}>
        <Found text={customId} words={words.map(({ text }) => text)} />
      </span>{' '}
      <span className={table.name}>
        {found !== null && (
          <span className={classes.attribute}>
            {found.name}: <Found text={found.value} words={[found.word]} />
            {name !== null && ' · '}
          </span>
        )}
        {name !== null && <Found text={name} words={words.map(wordOfName)} />}
      </span>
    </>
  );
}

function wordOfName({ text, attribute }: SearchWord): string {
  return attribute?.name === 'name' ? attribute.value : text;
}

function Held({ thematics, keys }: Pick<DirectoryRow, 'thematics'> & { keys: ThematicKeys }) {
  const names = thematics.map((id) => keys.get(id)?.name ?? id);
  return (
    <span title={names.join(', ')} className={classes.held}>
      {thematics.slice(0, maxKeys).map((id) => (
        <CategoryKey key={id} category={keys.get(id)?.category} />
      ))}
      {formatCount(thematics.length)}
    </span>
  );
}

/** A row that is on its way. */
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
