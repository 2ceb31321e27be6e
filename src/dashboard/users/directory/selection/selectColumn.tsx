import { use } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DirectoryRow } from '#contract/directory.ts';
import type { Column } from '../../../design/columns.ts';
import { clearSelectedUsers, useSelectedUsers } from '../../../preferences/selectedUsers.ts';
import { ListInViewContext, listText } from './listInView.ts';
import { selectAll } from './matchingIds.ts';
import classes from './selectColumn.module.css';

const column: Column<DirectoryRow> = {
  id: 'select',
  header: 'Select',
  head: <SelectAll />,
  cell: ({ customId }, index) => <SelectRow customId={customId} index={index} />,
  width: 52,
  className: classes.pick,
};

/** Below 768 px, the boxes show only while users are selected. */
export const selectColumns: Readonly<Record<'wide' | 'narrow', Column<DirectoryRow>>> = {
  wide: column,
  narrow: { ...column, narrow: 'mark' },
};

interface SelectRowProps {
  readonly customId: string;
  readonly index: number;
}

/** Reads its state itself, so that a selection renders no row again. `useRowSelection` handles its clicks, which may end a range. */
function SelectRow({ customId, index }: SelectRowProps) {
  const isSelected = useSelectedUsers(({ ids }) => ids.has(customId));
  return (
    <label>
      <input
        type="checkbox"
        aria-label={`${customId}, select`}
        checked={isSelected}
        data-select={index}
        onChange={() => {}}
      />
    </label>
  );
}

function SelectAll() {
  const list = use(ListInViewContext);
  const client = useQueryClient();
  const isSome = useSelectedUsers(({ ids }) => ids.size > 0);
  const isAll = useSelectedUsers(({ allOf }) => list !== null && allOf === listText(list.query));
  return (
    <label>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = isSome && !isAll;
        }}
        type="checkbox"
        aria-label="Select all users that match"
        title="Select all users that match (Ctrl A)"
        checked={isAll}
        disabled={list === null || list.count === 0}
        onChange={() => {
          if (isAll || list === null) clearSelectedUsers();
          else void selectAll(client, list.query);
        }}
      />
    </label>
  );
}
