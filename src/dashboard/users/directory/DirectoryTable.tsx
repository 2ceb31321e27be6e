import { useEffect } from 'react';
import { messageOf } from '../../api/errors.ts';
import type { DirectoryRow } from '#contract/directory.ts';
import { WindowTable } from '../../design/DataTable.tsx';
import { NoteLine } from '../../design/NoteLine.tsx';
import type { TableModel } from '../../design/useDataTable.ts';
import { useVirtualRows } from '../../design/useVirtualRows.ts';
import { useFormat } from '../../preferences/format.ts';
import { DirectoryFoot } from './DirectoryFoot.tsx';
import {
  type DirectoryAnswer,
  type DirectoryQuery,
  type DirectoryRows,
  pageOf,
  rowsPerPage,
  useDirectoryRows,
} from './directoryQueries.ts';
import { useReturn } from './useReturn.ts';

/** Id over name, the line between them and total over change. */
export const narrowGrid = "'head bar value' 20px 'head bar right' 18px / minmax(0, 1fr) 64px 118px";

interface DirectoryTableProps {
  readonly model: TableModel<DirectoryRow>;
  readonly answer: DirectoryAnswer;
  /** Whether another query is on its way. */
  readonly isOld: boolean;
  /** Another page came to the top of what is in sight. */
  readonly onPage: (query: DirectoryQuery, page: number) => void;
}

/** The users, however many: only the rows in sight are loaded and drawn. */
export function DirectoryTable({ model, answer, isOld, onPage }: DirectoryTableProps) {
  const { count, query } = answer;
  const virtual = useVirtualRows(count, { bottom: 32, drawsAllUpTo: 0 });
  const { drawn, visible } = virtual;
  const { rowAt, hasPage, fault } = useDirectoryRows(query, {
    first: drawn[0] ?? 0,
    last: drawn.at(-1) ?? 0,
    enabled: !isOld,
  });
  useReturn(virtual.body, answer, virtual);
  const top = pageOf(visible.first);
  const isTopThere = hasPage(top);
  useEffect(() => {
    if (isTopThere) onPage(query, top);
  }, [onPage, query, top, isTopThere]);
  return (
    <>
      {fault !== null && <FaultLine {...fault} />}
      <WindowTable
        {...{ model, count, virtual, rowAt, narrowGrid }}
        label="Users"
        // Pages of two instants may both hold a user who moved.
        keyOf={({ customId }, index) => `${pageOf(index)} ${customId}`}
      />
      {count > 0 && <DirectoryFoot visible={visible} count={count} />}
    </>
  );
}

function FaultLine({ page, error, onRetry }: NonNullable<DirectoryRows['fault']>) {
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
