import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { blendedLevels } from '#analytics/blend.ts';
import { unionOf } from '#analytics/union.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import { getPerformance, getUserHistory, getWalletHistory } from '#contract/operations/wallets.ts';
import type { PerformanceHistory } from '#contract/performance.ts';
import { parseTime } from '#contract/time.ts';
import { call } from '../api/client.ts';
import type { BenchmarkParts } from '../portfolio/benchmark.ts';
import { ticks } from '../portfolio/capabilities.ts';
import type { Category } from '../portfolio/categories.ts';
import { historyKeys } from '../portfolio/queryKeys.ts';
import { pricesOf } from '../portfolio/thematicQueries.ts';
import { seriesOf } from '../chart/series.ts';
import { loadHistory } from './loadHistory.ts';
import type { HistoryData } from './readRecords.ts';

/** The key starts with that of the resource, so that invalidating a user invalidates their histories. */
export interface HistorySource {
  readonly key: readonly string[];
  readonly path: (type: HistoryType) => string;
  /** Set if the path does not return a list of records. */
  readonly load?: (type: HistoryType, signal: AbortSignal) => Promise<HistoryData>;
}

export const historyOf = {
  user: (customId: string): HistorySource => ({
    key: historyKeys.user(customId),
    path: (historyType) => pathOf(getUserHistory, { params: { id: customId, historyType } }),
  }),
  wallet: (customId: string, thematicId: string): HistorySource => ({
    key: historyKeys.wallet(customId, thematicId),
    path: (historyType) =>
      pathOf(getWalletHistory, { params: { id: customId, thematicId, historyType } }),
  }),
  /** Time-weighted index of a user or a wallet: 100 at the first record of value, independent of deposits. */
  returns: (customId: string, thematicId?: string): HistorySource => {
    const inputOf = (historyType: HistoryType) => ({
      params: { id: customId, historyType },
      query: thematicId === undefined ? {} : { thematic: thematicId },
    });
    return {
      key: historyKeys.returns(customId, thematicId),
      path: (type) => pathOf(getPerformance, inputOf(type)),
      load: async (type, signal) => {
        const performance = await call(getPerformance, inputOf(type), signal);
        const columns = columnsRead(indexOf(performance));
        const { index, reason = '' } = performance;
        return index === null ? { ...columns, whyUnknown: `Return not known. ${reason}` } : columns;
      },
    };
  },
  thematic: (thematicId: string): HistorySource => ({
    key: historyKeys.thematic(thematicId),
    path: (historyType) => pathOf(getThematicHistory, { params: { id: thematicId, historyType } }),
  }),
  /** Level of several thematics, rebalanced to their weights at each record. */
  blend: (parts: BenchmarkParts): HistorySource => {
    const paths = (type: HistoryType) => parts.map(({ id }) => historyOf.thematic(id).path(type));
    return {
      key: historyKeys.blend(parts),
      path: (type) => paths(type)[0] ?? '',
      load: async (type, signal) => {
        const levels = await Promise.all(paths(type).map((path) => loadHistory(path, signal)));
        const { times, totals } = unionOf(levels);
        const weights = parts.map(({ weight }) => weight);
        return columnsRead({ times, totals: blendedLevels(totals, weights).slice() });
      },
    };
  },
  token: (tokenId: string): HistorySource => ({
    // The token's sparklines have other columns, under the key without `line`.
    key: [...historyKeys.token(tokenId), 'line'],
    path: (historyType) => pathOf(getPriceHistory, { params: { id: tokenId, historyType } }),
    load: async (type, signal) => columnsRead(await pricesOf(tokenId, type, signal)),
  }),
} as const;

/** History as columns. The old line stays while another period loads. */
export function historyQuery({ key, path, load }: HistorySource, type: HistoryType) {
  return queryOptions<HistoryData>({
    queryKey: [...key, type],
    queryFn: ({ signal }) => load?.(type, signal) ?? loadHistory(path(type), signal),
    // Never shows another user's line, not even dimmed.
    placeholderData: (before, query) =>
      query !== undefined && isOf(key, query.queryKey) ? before : undefined,
    // Typed arrays cannot be merged.
    structuralSharing: false,
    meta: ticks,
  });
}

function isOf(key: readonly string[], queryKey: QueryKey): boolean {
  return queryKey.length === key.length + 1 && key.every((part, i) => queryKey[i] === part);
}

type RecordColumns = Pick<HistoryData, 'times' | 'totals'>;

const columnsRead = ({ times, totals }: RecordColumns): HistoryData => ({
  ...seriesOf(times, totals),
  unreadable: null,
});

function indexOf({ dates, index: known }: PerformanceHistory): RecordColumns {
  const index = known ?? dates.map(() => null);
  const begin = index.findIndex((level) => level !== null);
  const from = begin === -1 ? index.length : begin;
  return {
    times: Float64Array.from(dates.slice(from), parseTime),
    totals: Float64Array.from(index.slice(from), (level) => level ?? NaN),
  };
}

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
