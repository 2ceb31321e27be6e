import { queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getUser } from '#contract/operations/users.ts';
import {
  getPastWallets,
  getPositionsHistory,
  getStatements,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import type { WalletsPerformance } from '#contract/performance.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { parseTime } from '#contract/time.ts';
import type { User } from '#contract/user.ts';
import type { PastWallets, Wallet } from '#contract/wallet.ts';
import { call, callWithHeaders } from '../api/client.ts';
import { isKeyAsOf, keyAsOf, keys } from './queryKeys.ts';
import { queryAsOf, ticks, ticksAsOf } from './capabilities.ts';

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

export function walletColumnsOf({
  dates,
  wallets,
  reason,
}: WalletsPerformance): Omit<WalletColumns, 'period'> {
  return {
    times: timesOf(dates),
    whyNoFlow: reason ?? null,
    wallets: wallets.map(({ thematics, total, flow }) => ({
      thematics,
      totals: Float64Array.from(total, (one) => one ?? NaN),
      flow,
    })),
  };
}

export const positionColumnsOf = ({ dates, tokens }: PositionsHistory): PositionColumns => ({
  times: timesOf(dates),
  tokens,
});

export const walletQueries = {
  all: (customId: string, asOf: number | null = null) =>
    queryOptions<Wallet[]>({
      queryKey: keyAsOf(keys.wallets(customId), asOf),
      queryFn: async ({ signal, client }) =>
        asOf === null
          ? call(getWallets, { params: { id: customId } }, signal)
          : (await client.fetchQuery(walletQueries.past(customId, asOf))).wallets,
      meta: ticksAsOf(asOf),
    }),

  path: (customId: string, asOf: number | null) =>
    asOf === null
      ? pathOf(getWallets, { params: { id: customId } })
      : pathOf(getPastWallets, { params: { id: customId }, query: queryAsOf(asOf) }),

  /** The wallets as of an instant, with their total, and the reason for what is not known. */
  past: (customId: string, asOf: number) =>
    queryOptions<PastWallets>({
      queryKey: keyAsOf([...keys.wallets(customId), 'past'], asOf),
      queryFn: ({ signal }) =>
        call(getPastWallets, { params: { id: customId }, query: queryAsOf(asOf) }, signal),
      // Two queries of one page share it.
      staleTime: 1000,
    }),

  performance: (customId: string, historyType: HistoryType, asOf: number | null = null) =>
    queryOptions<WalletColumns>({
      queryKey: keyAsOf(keys.walletsPerformance(customId, historyType), asOf),
      queryFn: async ({ signal }) => {
        const params = { id: customId, historyType };
        const query = queryAsOf(asOf);
        return {
          period: historyType,
          ...walletColumnsOf(await call(getWalletsPerformance, { params, query }, signal)),
        };
      },
      placeholderData: (before, query) =>
        query?.queryKey[1] === customId && isKeyAsOf(query.queryKey, asOf) ? before : undefined,
      // Columns always change completely, so nothing can be shared.
      structuralSharing: false,
      meta: ticksAsOf(asOf),
    }),

  positions: (
    customId: string,
    historyType: HistoryType,
    thematicId?: string,
    asOf: number | null = null,
  ) =>
    queryOptions<PositionColumns>({
      queryKey: keyAsOf(keys.positions(customId, historyType, thematicId), asOf),
      queryFn: async ({ signal }) => {
        const params = { id: customId, historyType };
        const query = { thematic: thematicId, ...queryAsOf(asOf) };
        return positionColumnsOf(await call(getPositionsHistory, { params, query }, signal));
      },
      placeholderData: (before, query) =>
        query?.queryKey[1] === customId &&
        query.queryKey[4] === thematicId &&
        isKeyAsOf(query.queryKey, asOf)
          ? before
          : undefined,
      structuralSharing: false,
      meta: ticksAsOf(asOf),
    }),

  statements: (customId: string) =>
    queryOptions({
      queryKey: keys.statements(customId),
      queryFn: ({ signal }) => call(getStatements, { params: { id: customId } }, signal),
    }),
};
