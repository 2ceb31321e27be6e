import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPriceHistory } from '#contract/operations/tokens.ts';
import { getPerformance, getUserHistory, getWalletHistory } from '#contract/operations/wallets.ts';
import type { PerformanceHistory } from '#contract/performance.ts';
import { parseTime } from '#contract/time.ts';
import { call } from '../api/client.ts';
import { ticks } from '../portfolio/capabilities.ts';
import type { Category } from '../portfolio/categories.ts';
import { historyKeys } from '../portfolio/queryKeys.ts';
import { pricesOf } from '../portfolio/thematicQueries.ts';
import { seriesOf } from '../chart/series.ts';
import { loadHistory } from './loadHistory.ts';
import type { HistoryData } from './readRecords.ts';

/** Whose history it is. The key begins as the resource's own does, so that what invalidates a user invalidates its histories. */
export interface HistorySource {
  readonly key: readonly string[];
  readonly path: (type: HistoryType) => string;
  /** Reads it where the path does not answer a list of records. */
  readonly load?: (type: HistoryType, signal: AbortSignal) => Promise<HistoryData>;
}

export const historyOf = {
  /** All wallets of a user together. */
  user: (customId: string): HistorySource => ({
    key: historyKeys.user(customId),
    path: (historyType) => pathOf(getUserHistory, { params: { id: customId, historyType } }),
  }),
  /** The wallet of a user in one thematic. */
  wallet: (customId: string, thematicId: string): HistorySource => ({
    key: historyKeys.wallet(customId, thematicId),
    path: (historyType) =>
      pathOf(getWalletHistory, { params: { id: customId, thematicId, historyType } }),
  }),
  /** The time-weighted index of a user, or of one wallet: 100 at the first record of value, moved by no deposit. */
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
        return index === null
          ? { ...columns, whyUnknown: `No return is known. ${reason}` }
          : columns;
      },
    };
  },
  thematic: (thematicId: string): HistorySource => ({
    key: historyKeys.thematic(thematicId),
    path: (historyType) => pathOf(getThematicHistory, { params: { id: thematicId, historyType } }),
  }),
  token: (tokenId: string): HistorySource => ({
    // The sparklines of the token have columns of their own under the key without it.
    key: [...historyKeys.token(tokenId), 'line'],
    path: (historyType) => pathOf(getPriceHistory, { params: { id: tokenId, historyType } }),
    load: async (type, signal) => columnsRead(await pricesOf(tokenId, type, signal)),
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
    meta: ticks,
  });
}

function isOf(key: readonly string[], queryKey: QueryKey): boolean {
  return queryKey.length === key.length + 1 && key.every((part, i) => queryKey[i] === part);
}

type Columns = Pick<HistoryData, 'times' | 'totals'>;

const columnsRead = ({ times, totals }: Columns): HistoryData => ({
  ...seriesOf(times, totals),
  unread: null,
});

/** The records of an index from its first one on. */
function indexOf({ dates, index: known }: PerformanceHistory): Columns {
  const index = known ?? dates.map(() => null);
  const begin = index.findIndex((level) => level !== null);
  const from = begin === -1 ? index.length : begin;
  return {
    times: Float64Array.from(dates.slice(from), parseTime),
    totals: Float64Array.from(index.slice(from), (level) => level ?? NaN),
  };
}

/** A history that is drawn, and its name: at the end of its line, and in tables and files. */
export interface NamedSource {
  /** Unique among those that are drawn together. */
  readonly id: string;
  readonly label: string;
  readonly source: HistorySource;
  /** Of several equal ones: what gives its line a colour. */
  readonly category?: Category | undefined;
  /** Of a thematic, as in the contract: levels before it are drawn apart and named at the figure. */
  readonly backfilledUntil?: string | null | undefined;
}

/** How many equals a comparison holds: as many as there are colours that can be told apart. */
export const maxCompared = 8;
