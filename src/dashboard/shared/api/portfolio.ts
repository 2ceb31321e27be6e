import { queryOptions } from '@tanstack/react-query';
import { getUser } from '#contract/operations/users.ts';
import { paths } from '#contract/paths.ts';
import { thematic } from '#contract/thematic.ts';
import { tokenList } from '#contract/token.ts';
import type { User } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import { callWithHeaders, get } from './client.ts';

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
    queryFn: ({ signal }) => get(paths.userWallets(customId), walletList, signal),
  });
}

/** One thematic. */
export function thematicQuery(thematicId: string) {
  return queryOptions({
    queryKey: ['thematic', thematicId],
    queryFn: ({ signal }) => get(paths.thematic(thematicId), thematic, signal),
  });
}

/** All tokens with their changes, where the service offers them. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => get(paths.tokens(), tokenList, signal),
});
