import { queryOptions } from '@tanstack/react-query';
import type { Contribution } from '#contract/contribution.ts';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import {
  getContribution,
  getDefinitions,
  getLevels,
  getThematic,
  getThematics,
} from '#contract/operations/thematics.ts';
import { getPriceHistory, getTokens } from '#contract/operations/tokens.ts';
import { parseTime } from '#contract/time.ts';
import { call } from '../api/client.ts';
import { historyKeys, keys } from './queryKeys.ts';
import { ticks } from './capabilities.ts';

/** A range from one history record to another (ISO 8601). An absent end is that of the history. */
export interface HistoryPart {
  readonly from?: string;
  readonly to?: string;
}

/** Levels by thematic id, with times in epoch ms. */
type LevelLines = ReadonlyMap<
  string,
  { readonly times: Float64Array<ArrayBuffer>; readonly totals: Float64Array<ArrayBuffer> }
>;

export const thematicQueries = {
  all: () =>
    queryOptions({
      queryKey: keys.thematics,
      queryFn: ({ signal }) => call(getThematics, {}, signal),
      meta: ticks,
    }),
  /** For names, colors and definitions: ticks do not refetch them. */
  names: () =>
    queryOptions({
      queryKey: keys.thematics,
      queryFn: ({ signal }) => call(getThematics, {}, signal),
    }),

  one: (thematicId: string) =>
    queryOptions({
      queryKey: keys.thematic(thematicId),
      queryFn: ({ signal }) => call(getThematic, { params: { id: thematicId } }, signal),
      meta: ticks,
    }),

  levels: (historyType: HistoryType) =>
    queryOptions<LevelLines>({
      queryKey: keys.levels(historyType),
      queryFn: async ({ signal }) => {
        const lines = await call(getLevels, { params: { historyType } }, signal);
        return new Map(
          lines.map(({ thematics, dates, levels }) => [
            thematics,
            { times: Float64Array.from(dates, parseTime), totals: Float64Array.from(levels) },
          ]),
        );
      },
      placeholderData: (before) => before,
      // Columns always change completely, so nothing can be shared.
      structuralSharing: false,
      // Refetches when a record is due, not at every tick.
      meta: { stepMs: stepOf[historyType] },
    }),

  definitions: (thematicId: string) =>
    queryOptions({
      queryKey: keys.definitions(thematicId),
      queryFn: ({ signal }) => call(getDefinitions, { params: { id: thematicId } }, signal),
    }),

  contribution: (thematicId: string, historyType: HistoryType, part: HistoryPart) =>
    queryOptions<Contribution>({
      queryKey: keys.contribution(thematicId, historyType, part.from, part.to),
      queryFn: ({ signal }) =>
        call(getContribution, { params: { id: thematicId, historyType }, query: part }, signal),
      placeholderData: (before, query) => (query?.queryKey[1] === thematicId ? before : undefined),
      meta: ticks,
    }),
};

export type HoldersOf =
  | { readonly thematic: string; readonly token?: undefined }
  | { readonly token: string; readonly thematic?: undefined };

export function holdersQuery(of: HoldersOf, limit: number) {
  const { thematic, token } = of;
  const query = {
    ...(thematic === undefined ? { token: [token] } : { thematic: [thematic] }),
    sort: '-held',
    limit,
  };
  return queryOptions({
    queryKey: keys.holders(of),
    queryFn: async ({ signal }) => {
      const path = pathOf(getDirectory, { query });
      return { path, ...(await call(getDirectory, { query }, signal)) };
    },
    meta: ticks,
  });
}

export async function pricesOf(tokenId: string, historyType: HistoryType, signal: AbortSignal) {
  const params = { id: tokenId, historyType };
  const records = await call(getPriceHistory, { params }, signal);
  return {
    times: Float64Array.from(records, ({ date }) => parseTime(date)),
    totals: Float64Array.from(records, ({ price }) => price),
  };
}

export const tokenQueries = {
  all: () =>
    queryOptions({
      queryKey: keys.tokens,
      queryFn: ({ signal }) => call(getTokens, {}, signal),
      meta: ticks,
    }),

  history: (tokenId: string, historyType: HistoryType) =>
    queryOptions({
      queryKey: [...historyKeys.token(tokenId), historyType],
      queryFn: ({ signal }) => pricesOf(tokenId, historyType, signal),
      structuralSharing: false,
    }),
};
