import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { getUser } from '#contract/operations/users.ts';
import {
  getPositionsHistory,
  getStatements,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { parseTime } from '#contract/time.ts';
import type { User } from '#contract/user.ts';
import { call, callWithHeaders } from '../api/client.ts';
import { keys } from './queryKeys.ts';
import { ticks } from './capabilities.ts';

/** A user, with the ETag for edits; null if the service sends none. */
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

/**
 * Each wallet's value at each time (epoch ms; NaN: not known) and its net flow since the previous time. Flows are null if
 * amounts are not known.
 */
export interface WalletColumns {
  readonly period: HistoryType;
  readonly times: Float64Array<ArrayBuffer>;
  /** Sentence with the reason why flows are not known; null: all are known. */
  readonly whyNoFlow: string | null;
  readonly wallets: readonly {
    readonly thematics: string;
    readonly totals: Float64Array<ArrayBuffer>;
    readonly flow: readonly number[] | null;
  }[];
}

/** Amount, price and total of each token at each time (epoch ms). */
export interface PositionColumns {
  readonly times: Float64Array<ArrayBuffer>;
  readonly tokens: PositionsHistory['tokens'];
}

const timesOf = (dates: readonly string[]) => Float64Array.from(dates, (date) => parseTime(date));

export const walletQueries = {
  all: (customId: string) =>
    queryOptions({
      queryKey: keys.wallets(customId),
      queryFn: ({ signal }) => call(getWallets, { params: { id: customId } }, signal),
      meta: ticks,
    }),

  performance: (customId: string, historyType: HistoryType) =>
    queryOptions<WalletColumns>({
      queryKey: keys.walletsPerformance(customId, historyType),
      queryFn: async ({ signal }) => {
        const params = { id: customId, historyType };
        const {
          dates,
          wallets,
          reason = null,
        } = await call(getWalletsPerformance, { params }, signal);
        return {
          period: historyType,
          times: timesOf(dates),
          whyNoFlow: reason,
          wallets: wallets.map(({ thematics, total, flow }) => ({
            thematics,
            totals: Float64Array.from(total, (one) => one ?? NaN),
            flow,
          })),
        };
      },
      placeholderData: (before, query) => (query?.queryKey[1] === customId ? before : undefined),
      // Columns always change completely, so nothing can be shared.
      structuralSharing: false,
      meta: ticks,
    }),

  positions: (customId: string, historyType: HistoryType, thematicId?: string) =>
    queryOptions<PositionColumns>({
      queryKey: keys.positions(customId, historyType, thematicId),
      queryFn: async ({ signal }) => {
        const params = { id: customId, historyType };
        const query = thematicId === undefined ? {} : { thematic: thematicId };
        const { dates, tokens } = await call(getPositionsHistory, { params, query }, signal);
        return { times: timesOf(dates), tokens };
      },
      placeholderData: (before, query) =>
        query?.queryKey[1] === customId && query.queryKey[4] === thematicId ? before : undefined,
      structuralSharing: false,
      meta: ticks,
    }),

  statements: (customId: string) =>
    queryOptions({
      queryKey: keys.statements(customId),
      queryFn: ({ signal }) => call(getStatements, { params: { id: customId } }, signal),
    }),
};
