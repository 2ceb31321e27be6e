import { queryOptions } from '@tanstack/react-query';
import { getThematics } from '#contract/operations/thematics.ts';
import { call } from './client.ts';

/** All thematics. Shared, because wallets are named after them everywhere. */
export const thematicsQuery = queryOptions({
  queryKey: ['thematics'],
  queryFn: ({ signal }) => call(getThematics, {}, signal),
});
