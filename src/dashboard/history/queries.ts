import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPerformance, getUserHistory, getWalletHistory } from '#contract/operations/wallets.ts';
import type { PerformanceHistory } from '#contract/performance.ts';
import { call } from '../shared/api/client.ts';
import { loadHistory } from './data/loadHistory.ts';
import type { HistoryData } from './data/readRecords.ts';

/** Whose history it is. The key begins as the resource's own does, so that what invalidates a user invalidates its histories. */
export interface HistorySource {
  readonly key: readonly string[];
  readonly path: (type: HistoryType) => string;
  /** Reads it where the path answers no list of records. */
  readonly load?: (type: HistoryType, signal: AbortSignal) => Promise<HistoryData>;
}

export const historyOf = {
  /** All wallets of a user together. */
  user: (customId: string): HistorySource => ({
    key: ['user', customId, 'history'],
    path: (historyType) => pathOf(getUserHistory, { params: { id: customId, historyType } }),
  }),
  /** The wallet of a user in one thematic. */
  wallet: (customId: string, thematicId: string): HistorySource => ({
    key: ['user', customId, 'wallets', thematicId, 'history'],
    path: (historyType) =>
      pathOf(getWalletHistory, { params: { id: customId, thematicId, historyType } }),
  }),
  /** The time-weighted index of such a wallet, which no deposit moves: 100 at its first record of value. */
  walletReturn: (customId: string, thematicId: string): HistorySource => {
    const inputOf = (historyType: HistoryType) => ({
      params: { id: customId, historyType },
      query: { thematic: thematicId },
    });
    return {
      key: ['user', customId, 'wallets', thematicId, 'return'],
      path: (type) => pathOf(getPerformance, inputOf(type)),
      load: async (type, signal) => indexOf(await call(getPerformance, inputOf(type), signal)),
    };
  },
  /** The level of a thematic. */
  thematic: (thematicId: string): HistorySource => ({
    key: ['thematic', thematicId, 'history'],
    path: (historyType) => pathOf(getThematicHistory, { params: { id: thematicId, historyType } }),
  }),
} as const;

/** The history of one source over one period, as columns; another period shows the old line until it is there. */
export function historyQuery({ key, path, load }: HistorySource, type: HistoryType) {
  return queryOptions<HistoryData>({
    queryKey: [...key, type],
    queryFn: ({ signal }) => load?.(type, signal) ?? loadHistory(path(type), signal),
    // Of the same source only: another user's line is never shown, not even dimmed.
    placeholderData: (before, query) =>
      query !== undefined && isOf(key, query.queryKey) ? before : undefined,
    // Columns are typed arrays, which are replaced as a whole.
    structuralSharing: false,
  });
}

function isOf(key: readonly string[], queryKey: QueryKey): boolean {
  return queryKey.length === key.length + 1 && key.every((part, i) => queryKey[i] === part);
}

/** The records of an index from its first one on. */
function indexOf({ dates, index }: PerformanceHistory): HistoryData {
  const begin = index.findIndex((level) => level !== null);
  const from = begin === -1 ? index.length : begin;
  return {
    times: Float64Array.from(dates.slice(from), (date) => Date.parse(date)),
    totals: Float64Array.from(index.slice(from), (level) => level ?? NaN),
    gaps: [],
    unread: null,
  };
}
