import { clsx } from 'clsx';
import { useEffect, useMemo } from 'react';
import { searchWords } from '#contract/search.ts';
import type { Thematic } from '#contract/thematic.ts';
import { messageOf } from '../../shared/api/errors.ts';
import { categoriesOf } from '../../shared/categories.ts';
import { formatCount } from '../../shared/format/number.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { NoteLine } from '../../shared/ui/NoteLine.tsx';
import { useRowFocus } from '../../shared/ui/rowFocus.ts';
import { useRowLinks } from '../../shared/ui/rowLinks.ts';
import { Spacer } from '../../shared/ui/Spacer.tsx';
import table from '../../shared/ui/Table.module.css';
import { type RowHeights, useVirtualRows } from '../../shared/ui/virtualRows.ts';
import { DirectoryFoot } from './DirectoryFoot.tsx';
import { DirectoryHead, type DirectoryHeadProps } from './DirectoryHead.tsx';
import {
  type DirectoryAnswer,
  type DirectoryQuery,
  type DirectoryRows,
  pageOf,
  rowsPerPage,
  useDirectoryRows,
} from './directoryQueries.ts';
import { ComingRow, DirectoryRowView, type ThematicKeys } from './DirectoryRows.tsx';
import classes from './DirectoryTable.module.css';
import { useReturn } from './return.ts';

const heights: { readonly wide: RowHeights; readonly narrow: RowHeights } = {
  wide: { row: 36, top: 44 + 32, bottom: 32 },
  narrow: { row: 56, top: 48, bottom: 56 },
};

interface DirectoryTableProps extends DirectoryHeadProps {
  readonly answer: DirectoryAnswer;
  /** Whether another query is on its way. */
  readonly isOld: boolean;
  readonly thematics: readonly Thematic[] | undefined;
  /** Another page came to the top of what is in sight. */
  readonly onPage: (query: DirectoryQuery, page: number) => void;
}

/** The users, however many: only the rows in sight are loaded and drawn. */
export function DirectoryTable(props: DirectoryTableProps) {
  const { answer, isOld, thematics, onPage, period } = props;
  const { count, query } = answer;
  const preferences = usePreferences();
  const virtual = useVirtualRows(count, heights);
  const { body, rows, before, after, visible, scrollTo } = virtual;
  const { rowAt, hasPage, fault } = useDirectoryRows(query, {
    first: rows[0] ?? 0,
    last: rows.at(-1) ?? 0,
    enabled: !isOld,
  });
  useRowFocus({
    body,
    count,
    first: visible.first,
    inSight: visible.last - visible.first,
    scrollTo,
  });
  useReturn(body, answer, virtual);
  const top = pageOf(visible.first);
  const isTopThere = hasPage(top);
  useEffect(() => {
    if (isTopThere) onPage(query, top);
  }, [onPage, query, top, isTopThere]);
  const keys = useMemo(() => keysOf(thematics ?? []), [thematics]);
  const words = useMemo(() => searchWords(query.q ?? ''), [query.q]);
  useRowLinks(body);
  return (
    <>
      {fault !== null && <FaultLine {...fault} />}
      <table
        className={clsx(table.table, classes.table)}
        aria-label="Users"
        aria-rowcount={count + 1}
      >
        <DirectoryHead {...props} />
        <tbody ref={body}>
          <Spacer height={before} />
          {rows.map((index) => {
            const row = rowAt(index);
            if (row === undefined) return <ComingRow key={`coming ${index}`} index={index} />;
            return (
              <DirectoryRowView
                // Pages of two instants may both hold a user who moved.
                key={`${pageOf(index)} ${row.customId}`}
                row={row}
                index={index}
                period={period}
                keys={keys}
                words={words}
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

function FaultLine({ page, error, onRetry }: NonNullable<DirectoryRows['fault']>) {
  const first = page * rowsPerPage;
  return (
    <NoteLine
      tone="danger"
      action={
        <button type="button" onClick={onRetry}>
          Retry
        </button>
      }
    >
      Rows {formatCount(first + 1)} to {formatCount(first + rowsPerPage)} could not be read:{' '}
      {messageOf(error)}
    </NoteLine>
  );
}

function keysOf(thematics: readonly Thematic[]): ThematicKeys {
  const categories = categoriesOf(thematics);
  return new Map(thematics.map(({ _id, name }) => [_id, { name, category: categories.get(_id) }]));
}
