import { Box, Group, Text } from '@mantine/core';
import { memo, useEffect, useMemo } from 'react';
import { messageOf } from '../../api/errors.ts';
import type { DirectoryRow } from '#contract/directory.ts';
import { searchWords } from '#contract/search.ts';
import { WindowTable } from '../../design/DataTable.tsx';
import { KeyNames } from '../../design/KeyNames.tsx';
import { searchKeyTexts } from '../../design/ListTools.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import type { TableModel } from '../../design/useDataTable.ts';
import { rowKeyTexts } from '../../design/useRowKeys.ts';
import { useVirtualRows } from '../../design/useVirtualRows.ts';
import { useFormat } from '../../preferences/format.ts';
import classes from './DirectoryTable.module.css';
import {
  type DirectoryAnswer,
  type DirectoryFault,
  pageOfRow,
  rowsPerPage,
  useDirectoryRows,
  usePrintedRows,
} from './directoryQueries.ts';
import { useMay } from '../../portfolio/session.ts';
import { forms } from '../../url/forms.ts';
import { ListInViewContext } from './selection/listInView.ts';
import { selectColumns } from './selection/selectColumn.tsx';
import { selectionBarHeight } from './selection/selectionText.ts';
import { useRowSelection } from './selection/useRowSelection.ts';
import { useSelectedUsers } from '../../preferences/selectedUsers.ts';
import { creatorKeyTexts, directoryKeyTexts } from './DirectoryTools.tsx';
import { SearchedWords } from './UserCell.tsx';
import { useRestoredScroll } from './useRestoredScroll.ts';
import type { UserListQuery } from '../../members/userListQuery.ts';

/** Below 768 px: id above name, sparkline in the middle, total above change, and filtered holdings below. */
export function narrowLayout({ shown }: TableModel<DirectoryRow>) {
  const { width = 0 } = shown.find(({ id }) => id === 'total') ?? {};
  // Without the padding of a wide cell.
  const isSelecting = shown.some(({ id, narrow }) => id === selectColumns.narrow.id && narrow);
  const mark = isSelecting ? { area: 'mark ', column: 'auto ' } : { area: '', column: '' };
  const columns = `${mark.column}minmax(0, 1fr) 64px ${Math.max(118, width - 24)}px`;
  const rows = `'${mark.area}head bar value' 20px '${mark.area}head bar right' 18px`;
  return shown.some(({ id }) => id === 'held')
    ? { narrowGrid: `${rows} '${mark.area}third third third' 20px / ${columns}`, narrowRow: 76 }
    : { narrowGrid: `${rows} / ${columns}` };
}

const footHeight = 32;

interface DirectoryTableProps {
  readonly model: TableModel<DirectoryRow>;
  readonly answer: DirectoryAnswer;
  readonly onPage: (query: UserListQuery, page: number) => void;
}

export const DirectoryTable = memo(function DirectoryTable(props: DirectoryTableProps) {
  const format = useFormat();
  const { model, answer, onPage } = props;
  const { count, query } = answer;
  const layout = narrowLayout(model);
  const selected = useSelectedUsers(({ ids }) => ids);
  const bottom = selected.size > 0 ? selectionBarHeight : footHeight;
  const virtual = useVirtualRows(count, { ...layout, bottom, drawsAllUpTo: 0 });
  const { drawn } = virtual;
  const visible = virtual.visible();
  const { rowAt, hasPage, fault } = useDirectoryRows(query, {
    first: drawn[0] ?? 0,
    last: drawn.at(-1) ?? 0,
  });
  useRestoredScroll(virtual.body, answer, virtual);
  const top = pageOfRow(visible.first);
  const isTopLoaded = hasPage(top);
  useEffect(() => {
    if (isTopLoaded) onPage(query, top);
  }, [onPage, query, top, isTopLoaded]);
  useRowSelection({ body: virtual.body, query, count, rowAt });
  const inView = useMemo(() => ({ query, count }), [query, count]);
  const printed = usePrintedRows(query, count);
  const printProps = printed !== null && {
    virtual: { ...virtual, drawn: printed.map((_, index) => index), before: 0, after: 0 },
    rowAt: (index: number) => printed[index],
  };
  const text = query.q ?? '';
  const words = useMemo(() => searchWords(text), [text]);
  return (
    <SearchedWords value={words}>
      {fault !== null && <FaultNotice {...fault} />}
      {printed !== null && printed.length < count && (
        <Text px="var(--gutter)" py="sm" c="var(--ink-2)">
          First {format.number(printed.length)} of {format.number(count)} users
        </Text>
      )}
      <ListInViewContext value={inView}>
        <WindowTable
          {...{ model, count, virtual, rowAt, ...layout, ...printProps }}
          label="Users"
          isSelected={({ customId }) => selected.has(customId)}
          // Pages from two instants may both contain a user who moved.
          keyOf={({ customId }, index) => `${pageOfRow(index)} ${customId}`}
        />
      </ListInViewContext>
      {count > 0 && selected.size === 0 && <DirectoryFoot visible={visible} count={count} />}
    </SearchedWords>
  );
});

function FaultNotice({ page, error, onRetry }: DirectoryFault) {
  const format = useFormat();
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
      Rows {format.number(first + 1)} to {format.number(first + rowsPerPage)} could not be read:{' '}
      {messageOf(error)}
    </NoteLine>
  );
}

interface DirectoryFootProps {
  readonly visible: { readonly first: number; readonly last: number };
  readonly count: number;
}

function DirectoryFoot({ visible, count }: DirectoryFootProps) {
  const format = useFormat();
  const mayCreate = useMay(forms.createUser);
  return (
    <Group
      component="footer"
      className={classes.foot}
      h="var(--row-head)"
      px="var(--gutter)"
      fz="xs"
      c="dimmed"
    >
      <span>
        <b>
          {format.number(visible.first + 1)}
          {visible.last > visible.first && `–${format.number(visible.last + 1)}`}
        </b>{' '}
        of {format.number(count)}
      </span>
      <Box flex={1} />
      {mayCreate ? creatorKeyHints : keyHints}
    </Group>
  );
}

const hintsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries({ ...rowKeyTexts, ...searchKeyTexts, ...texts }).map(([keys, does]) => (
    <span key={keys}>
      <KeyNames keys={keys} /> {does.toLowerCase()}
    </span>
  ));
const keyHints = hintsOf(directoryKeyTexts);
const creatorKeyHints = hintsOf(creatorKeyTexts);
