import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { getUser } from '#contract/operations/users.ts';
import { getPositionsHistory, getStatements, getWallets } from '#contract/operations/wallets.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import type { User } from '#contract/user.ts';
import { call, callWithHeaders } from '../api/client.ts';
import { keys } from './keys.ts';
import { ticks } from './capabilities.ts';

/** A user, with the ETag an edit of it is bound to; null where the service sends none. */
export interface TaggedUser {
  readonly user: User;
  readonly etag: string | null;
}

export const userQueries = {
  one: (customId: string) =>
    queryOptions({
      queryKey: keys.user(customId),
      queryFn: async ({ signal }): Promise<TaggedUser> => {
        const input = { params: { id: customId } };
        const { body, headers } = await callWithHeaders(getUser, input, signal);
        return { user: body, etag: headers.get('ETag') };
      },
      meta: ticks,
    }),
};

export const walletQueries = {
  /** The wallets of a user. */
  all: (customId: string) =>
    queryOptions({
      queryKey: keys.wallets(customId),
      queryFn: ({ signal }) => call(getWallets, { params: { id: customId } }, signal),
      meta: ticks,
    }),

  /** Amount, price and total of each token of a wallet over a period; another period keeps the old ones until it is there. */
  positions: (customId: string, thematicId: string, historyType: HistoryType) => {
    const input = { params: { id: customId, historyType }, query: { thematic: thematicId } };
    return queryOptions<PositionsHistory>({
      queryKey: keys.walletPositions(customId, thematicId, historyType),
      queryFn: ({ signal }) => call(getPositionsHistory, input, signal),
      placeholderData: (before, query) =>
        query?.queryKey[1] === customId && query.queryKey[3] === thematicId ? before : undefined,
      // Columns are replaced as a whole.
      structuralSharing: false,
      meta: ticks,
    });
  },

  /** The statements of a user's wallets, newest first. */
  statements: (customId: string) =>
    queryOptions({
      queryKey: keys.statements(customId),
      queryFn: ({ signal }) => call(getStatements, { params: { id: customId } }, signal),
    }),
};
