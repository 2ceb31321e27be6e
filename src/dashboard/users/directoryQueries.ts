import { queryOptions } from '@tanstack/react-query';
import { directory } from '#contract/directory.ts';
import { paths } from '#contract/paths.ts';
import { userList } from '#contract/user.ts';
import { get } from '../shared/api/client.ts';
import { type Directory, entryOfRow, entryOfUser } from './directoryEntry.ts';

/** Who is there: from the directory where the service offers one, else from the interface's list of users. */
export const directoryQueries = {
  directory: queryOptions({
    queryKey: ['users', 'directory'],
    queryFn: async ({ signal }): Promise<Directory> => ({
      entries: (await get(paths.directory(), directory, signal)).map(entryOfRow),
      tellsDayChange: true,
    }),
  }),
  list: queryOptions({
    queryKey: ['users', 'list'],
    queryFn: async ({ signal }): Promise<Directory> => ({
      entries: (await get(paths.users(), userList, signal)).map(entryOfUser),
      tellsDayChange: false,
    }),
  }),
};
