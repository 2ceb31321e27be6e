import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { blendedLevels } from '#analytics/blend.ts';
import { unionOf } from '#analytics/union.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getPastThematicHistory, getThematicHistory } from '#contract/operations/thematics.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import { getPerformance, getUserHistory, getWalletHistory } from '#contract/operations/wallets.ts';
import { call } from '../api/client.ts';
import type { BenchmarkParts } from '../portfolio/benchmark.ts';
import { queryAsOf, ticks } from '../portfolio/capabilities.ts';
import type { Category } from '../portfolio/categories.ts';
import { historyKeys, keyAsOf } from '../portfolio/queryKeys.ts';
import { pricesOf } from '../portfolio/thematicQueries.ts';
import { seriesOf } from '../chart/series.ts';
import { indexColumns, recordColumns, type RecordColumns } from './indexColumns.ts';
import { loadHistory } from './loadHistory.ts';
import type { HistoryData } from './readRecords.ts';

/** The key starts with that of the resource, so that invalidating a user invalidates their histories. */
export interface HistorySource {
  readonly key: readonly unknown[];
  readonly path: (type: HistoryType) => string;
  /** Set if the path does not return a list of records. */
  readonly load?: (
    type: HistoryType,
    signal: AbortSignal,
    client: QueryClient,
  ) => Promise<HistoryData>;
  /** The history ends at a past instant, so ticks do not change it. */
  readonly isPast?: boolean;
  /** The same history up to a past instant (epoch ms), if it can be read. */
  readonly endingAt?: (at: number) => HistorySource;
}

/** The part of a source that depends on its last instant (epoch ms); null: the present. */
const ending = (key: readonly unknown[], asOf: number | null) => ({
  key: keyAsOf(key, asOf),
  isPast: asOf !== null,
});

export const historyOf = {
  user: (customId: string, asOf: number | null = null): HistorySource => ({
    ...(asOf === null
      ? {
          key: historyKeys.user(customId),
          path: (historyType) => pathOf(getUserHistory, { params: { id: customId, historyType } }),
        }
      : pastTotals(historyKeys.user(customId), customId, undefined, asOf)),
    endingAt: (at) => historyOf.user(customId, at),
  }),
  wallet: (customId: string, thematicId: string, asOf: number | null = null): HistorySource => ({
    ...(asOf === null
      ? {
          key: historyKeys.wallet(customId, thematicId),
          path: (historyType) =>
            pathOf(getWalletHistory, { params: { id: customId, thematicId, historyType } }),
        }
      : pastTotals(historyKeys.wallet(customId, thematicId), customId, thematicId, asOf)),
    endingAt: (at) => historyOf.wallet(customId, thematicId, at),
  }),
  /** Time-weighted index of a user or a wallet: 100 at the first record of value, independent of deposits. */
  returns: (customId: string, thematicId?: string, asOf: number | null = null): HistorySource => {
    const { path, read } = performanceOf(customId, thematicId, asOf);
    return {
      ...ending(historyKeys.returns(customId, thematicId), asOf),
      path,
      endingAt: (at) => historyOf.returns(customId, thematicId, at),
      load: async (type, _signal, client) => {
        const performance = await read(type, client);
        const columns = columnsRead(indexColumns(performance));
        const { index, reason = '' } = performance;
        return index === null ? { ...columns, whyUnknown: `Return not known. ${reason}` } : columns;
      },
    };
  },
  thematic: (thematicId: string, asOf: number | null = null): HistorySource => ({
    ...ending(historyKeys.thematic(thematicId), asOf),
    endingAt: (at) => historyOf.thematic(thematicId, at),
    path: (historyType) => {
      const params = { id: thematicId, historyType };
      return asOf === null
        ? pathOf(getThematicHistory, { params })
        : pathOf(getPastThematicHistory, { params, query: queryAsOf(asOf) });
    },
  }),
  /** Level of several thematics, rebalanced to their weights at each record. */
  blend: (parts: BenchmarkParts, asOf: number | null = null): HistorySource => {
    const paths = (type: HistoryType) =>
      parts.map(({ id }) => historyOf.thematic(id, asOf).path(type));
    return {
      ...ending(historyKeys.blend(parts), asOf),
      path: (type) => paths(type)[0] ?? '',
      load: async (type, signal) => {
        const levels = await Promise.all(paths(type).map((path) => loadHistory(path, signal)));
        const { times, totals } = unionOf(levels);
        const weights = parts.map(({ weight }) => weight);
        return columnsRead({ times, totals: blendedLevels(totals, weights).slice() });
      },
    };
  },
  token: (tokenId: string, asOf: number | null = null): HistorySource => ({
    // The token's sparklines have other columns, under the key without `line`.
    ...ending([...historyKeys.token(tokenId), 'line'], asOf),
    endingAt: (at) => historyOf.token(tokenId, at),
    path: (historyType) =>
      pathOf(getPriceHistory, { params: { id: tokenId, historyType }, query: queryAsOf(asOf) }),
    load: async (type, signal) => columnsRead(await pricesOf(tokenId, type, signal, asOf)),
  }),
} as const;

/** The performance of a user or a wallet. On a page of the past, value and return request it at once and share one request. */
function performanceOf(customId: string, thematic: string | undefined, asOf: number | null) {
  const inputOf = (historyType: HistoryType) => ({
    params: { id: customId, historyType },
    query: { thematic, ...queryAsOf(asOf) },
  });
  return {
    path: (type: HistoryType) => pathOf(getPerformance, inputOf(type)),
    read: (type: HistoryType, client: QueryClient) =>
      client.fetchQuery({
        queryKey: [...keyAsOf(historyKeys.returns(customId, thematic), asOf), 'answer', type],
        queryFn: ({ signal }) => call(getPerformance, inputOf(type), signal),
        gcTime: 0,
        retry: false,
      }),
  };
}

/** Totals up to a past instant. The histories of the interface all end in the present. */
function pastTotals(
  key: readonly unknown[],
  customId: string,
  thematicId: string | undefined,
  asOf: number,
): HistorySource {
  const { path, read } = performanceOf(customId, thematicId, asOf);
  return {
    ...ending(key, asOf),
    path,
    load: async (type, _signal, client) => {
      const { dates, total } = await read(type, client);
      return columnsRead(recordColumns(dates, total));
    },
  };
}

/** History as columns. The old line stays while another period loads. */
export function historyQuery(
  { key, path, load, isPast = false }: HistorySource,
  type: HistoryType,
) {
  return queryOptions<HistoryData>({
    queryKey: [...key, type],
    queryFn: ({ signal, client }) =>
      load?.(type, signal, client) ?? loadHistory(path(type), signal),
    // Never shows another user's line, not even dimmed.
    placeholderData: (before, query) =>
      query !== undefined && isOf(key, query.queryKey) ? before : undefined,
    // Typed arrays cannot be merged.
    structuralSharing: false,
    meta: isPast ? {} : ticks,
  });
}

function isOf(key: readonly unknown[], queryKey: QueryKey): boolean {
  return queryKey.length === key.length + 1 && key.every((part, i) => queryKey[i] === part);
}

export const columnsRead = ({ times, totals }: RecordColumns): HistoryData => ({
  ...seriesOf(times, totals),
  unreadable: null,
});

export interface NamedSource {
  /** Unique among the histories drawn together. */
  readonly id: string;
  readonly label: string;
  readonly source: HistorySource;
  readonly category?: Category | undefined;
  /** Levels of a thematic before this instant are drawn differently and noted at the figure. */
  readonly backfilledUntil?: string | null | undefined;
}

/** As many as there are distinguishable colors. */
export const maxCompared = 8;
