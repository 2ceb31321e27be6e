import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AccessKeyCreation, CreatedAccessKey } from '#contract/access.ts';
import {
  createKey,
  endSession,
  getKeys,
  getSessions,
  revokeKey,
} from '#contract/operations/access.ts';
import { call } from '../api/client.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { sessionQuery, startSession } from '../portfolio/session.ts';

export const accessKeysQuery = queryOptions({
  queryKey: keys.accessKeys,
  queryFn: ({ signal }) => call(getKeys, {}, signal),
});

export const openSessionsQuery = queryOptions({
  queryKey: keys.openSessions,
  queryFn: ({ signal }) => call(getSessions, {}, signal),
});

/**
 * The first key closes the service, so this browser signs in with it at once. The response, which holds the key, is not cached.
 */
export function createAccessKey(client: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: AccessKeyCreation): Promise<CreatedAccessKey | undefined> => {
      const isFirst = client.getQueryData(sessionQuery.queryKey)?.open === true;
      const created = await call(createKey, { body });
      if (isFirst && created !== undefined) await startSession(client, created.key);
      return created;
    },
    gcTime: 0,
    meta: { invalidates: [keys.accessKeys, keys.openSessions] },
  });
}

export const revokeAccessKey = mutationOptions({
  mutationFn: (id: string) => call(revokeKey, { params: { id } }),
  meta: { invalidates: [keys.accessKeys, keys.openSessions] },
});

export const endOpenSession = mutationOptions({
  mutationFn: (id: string) => call(endSession, { params: { id } }),
  meta: { invalidates: [keys.openSessions], failure: 'The session could not be ended' },
});
