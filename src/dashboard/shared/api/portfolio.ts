import { queryOptions } from '@tanstack/react-query';
import { getThematic } from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import type { User } from '#contract/user.ts';
import { call, callWithHeaders } from './client.ts';

// Pages of several features read these resources. One key holds one shape, so each key is made in one place.

/** A user, with the ETag an edit of it is bound to; null where the service sends none. */
export interface TaggedUser {
  readonly user: User;
  readonly etag: string | null;
}

export function userQuery(customId: string) {
  return queryOptions({
    queryKey: ['user', customId],
    queryFn: async ({ signal }): Promise<TaggedUser> => {
      const { body, headers } = await callWithHeaders(
        getUser,
        { params: { id: customId } },
        signal,
      );
      return { user: body, etag: headers.get('ETag') };
    },
  });
}

/** The wallets of a user. */
export function walletsQuery(customId: string) {
  return queryOptions({
    queryKey: ['user', customId, 'wallets'],
    queryFn: ({ signal }) => call(getWallets, { params: { id: customId } }, signal),
  });
}

/** One thematic. */
export function thematicQuery(thematicId: string) {
  return queryOptions({
    queryKey: ['thematic', thematicId],
    queryFn: ({ signal }) => call(getThematic, { params: { id: thematicId } }, signal),
  });
}

/** All tokens with their changes, where the service offers them. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call(getTokens, {}, signal),
});
