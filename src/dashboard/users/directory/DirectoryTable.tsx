import { clsx } from 'clsx';
import { useEffect, useMemo } from 'react';
import type { Thematic } from '#contract/thematic.ts';
import { categoriesOf } from '../../shared/categories.ts';
import { fold } from '../../shared/fold.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { useRowFocus } from '../../shared/ui/rowFocus.ts';
import { useRowLinks } from '../../shared/ui/rowLinks.ts';
import { Spacer } from '../../shared/ui/Spacer.tsx';
import table from '../../shared/ui/Table.module.css';
import { type RowHeights, useVirtualRows } from '../../shared/ui/virtualRows.ts';
import { useAtRest } from './atRest.ts';
import { DirectoryFoot } from './DirectoryFoot.tsx';
import { DirectoryHead, type DirectoryHeadProps } from './DirectoryHead.tsx';
import type { InSight } from './directoryPort.ts';
import { ComingRow, DirectoryRowView } from './DirectoryRows.tsx';
import classes from './DirectoryTable.module.css';
import { type Shown, useEntries } from './entries.ts';
import { useReturn } from './return.ts';

const heights: { readonly wide: RowHeights; readonly narrow: RowHeights } = {
  wide: { row: 36, top: 44 + 32, bottom: 32 },
  narrow: { row: 56, top: 48, bottom: 56 },
};

interface DirectoryTableProps extends DirectoryHeadProps {
  readonly shown: Shown;
  readonly thematics: readonly Thematic[] | undefined;
  /** The rows in sight became others. */
  readonly onSight: (rows: InSight) => void;
}

/** The users, however many: only the rows in sight are drawn. */
export function DirectoryTable(props: DirectoryTableProps) {
  const { shown, tellsDay, thematics, onSight } = props;
  const count = shown.places.length;
  const preferences = usePreferences();
  const virtual = useVirtualRows(count, heights);
  const { body, rows, before, after, visible, scrollTo } = virtual;
  const entryAt = useEntries(shown, visible);
  useRowFocus({
    body,
    count,
    first: visible.first,
    inSight: visible.last - visible.first,
    scrollTo,
  });
  useReturn(body, shown, virtual);
  useEffect(
    () => onSight({ first: visible.first, last: visible.last }),
    [onSight, visible.first, visible.last],
  );
  const keys = useMemo(() => keysOf(thematics ?? []), [thematics]);
  const wanted = fold(shown.question.criteria.text);
  const inSight = rows.filter((row) => row >= visible.first - 2 && row <= visible.last + 2);
  const atRest = useAtRest(inSight.flatMap((row) => entryAt(row)?.customId ?? []));
  useRowLinks(body);
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
            const entry = entryAt(index);
            if (entry === undefined) return <ComingRow key={`coming ${index}`} index={index} />;
            return (
              <DirectoryRowView
                key={entry.customId}
                entry={entry}
                index={index}
                tellsDay={tellsDay}
                isAtRest={atRest.has(entry.customId)}
                keys={keys}
                wanted={wanted}
                preferences={preferences}
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

/** How a thematic is named and coloured in the rows. */
export type ThematicKeys = ReadonlyMap<
  string,
  { readonly name: string; readonly category: number | undefined }
>;

function keysOf(thematics: readonly Thematic[]): ThematicKeys {
  const categories = categoriesOf(thematics);
  return new Map(thematics.map(({ _id, name }) => [_id, { name, category: categories.get(_id) }]));
}
