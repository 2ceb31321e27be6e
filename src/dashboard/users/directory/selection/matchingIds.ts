import type { QueryClient } from '@tanstack/react-query';
import { unescapeFormula } from '#contract/csv.ts';
import { maxDirectoryRows } from '#contract/directoryParameters.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { call, getChunks } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { notify } from '../../../design/notify.ts';
import { keys } from '../../../portfolio/queryKeys.ts';
import { selectUsers, useSelectedUsers } from '../../../preferences/selectedUsers.ts';
import { directoryPageQuery, pageOfRow, rowsPerPage } from '../directoryQueries.ts';
import { listText } from './listInView.ts';
import type { UserListQuery } from '../../../members/userListQuery.ts';

/** Adds all matches of a list to the selection. */
export async function selectAll(client: QueryClient, query: UserListQuery): Promise<void> {
  try {
    const ids = await client.fetchQuery({
      queryKey: keys.matchingIds(query),
      queryFn: ({ signal }) => matchingIds(query, signal),
      gcTime: 0,
    });
    selectUsers(new Set([...useSelectedUsers.getState().ids, ...ids]), listText(query));
  } catch (error) {
    notify(`The users could not be selected: ${messageOf(error)}`);
  }
}

/** A CSV of one column is the shortest answer that has all ids. */
export async function matchingIds(
  query: UserListQuery,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const path = pathOf(getDirectory, { query: { ...query, format: 'csv', columns: ['customId'] } });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of getChunks(path, signal))
    text += decoder.decode(chunk, { stream: true });
  return idsOfCsv(text + decoder.decode());
}

/** Returns the cells of a CSV of one column, without its head. */
export function idsOfCsv(text: string): readonly string[] {
  const [, ...cells] = text.match(/"(?:[^"]|"")*"|[^\r\n]+/g) ?? [];
  return cells.map((cell) =>
    unescapeFormula(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell),
  );
}

/** Returns the ids of rows of a list, both ends included; at once if all are loaded. */
export function idsOfRows(
  client: QueryClient,
  query: UserListQuery,
  first: number,
  last: number,
): readonly string[] | Promise<readonly string[]> {
  const loaded: string[] = [];
  for (let index = first; index <= last; index++) {
    const page = client.getQueryData(directoryPageQuery(query, pageOfRow(index)).queryKey);
    const row = page?.rows[index % rowsPerPage];
    if (row === undefined) return readRows(query, first, last);
    loaded.push(row.customId);
  }
  return loaded;
}

async function readRows(
  query: UserListQuery,
  first: number,
  last: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let offset = first; offset <= last; offset += maxDirectoryRows) {
    const limit = Math.min(maxDirectoryRows, last + 1 - offset);
    const { rows } = await call(getDirectory, { query: { ...query, offset, limit } });
    ids.push(...rows.map(({ customId }) => customId));
  }
  return ids;
}
