import { queryOptions } from '@tanstack/react-query';
import { paths } from '#contract/paths.ts';
import { thematicList } from '#contract/thematic.ts';
import { get } from './client.ts';

/** All thematics. Shared, because wallets are named after them everywhere. */
export const thematicsQuery = queryOptions({
  queryKey: ['thematics'],
  queryFn: ({ signal }) => get(paths.thematics(), thematicList, signal),
});
