import { queryOptions } from '@tanstack/react-query';
import type { DirectoryWindow } from '#contract/directory.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { call } from '../api/client.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { ticks } from '../portfolio/capabilities.ts';
import { keys } from '../portfolio/queryKeys.ts';

/** Members of a book at the present: who they are, not how they did. It arrives before the histories. */
export function membersQuery(query: MembersQuery) {
  return queryOptions<DirectoryWindow>({
    queryKey: [...keys.book(query), 'members'],
    queryFn: ({ signal }) => call(getDirectory, { query: { ...query, limit: 1 } }, signal),
    meta: ticks,
  });
}
