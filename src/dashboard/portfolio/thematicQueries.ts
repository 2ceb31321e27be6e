import { queryOptions } from '@tanstack/react-query';
import type { Contribution } from '#contract/contribution.ts';
import type { DirectoryRow, Holder } from '#contract/directory.ts';
import type { IncompleteList } from '#contract/incompleteList.ts';
import type { Thematic } from '#contract/thematic.ts';
import { type HistoryType, stepOf } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import {
  getContribution,
  getDefinitions,
  getHolders,
  getLevels,
  getPastThematic,
  getPastThematics,
  getThematic,
  getThematics,
} from '#contract/operations/thematics.ts';
import { getPriceHistory, getTokenHolders, getTokens } from '#contract/operations/tokens.ts';
import { parseTime } from '#contract/time.ts';
import { call, callWithHeaders } from '../api/client.ts';
import { queryAsOf, ticksAsOf } from './capabilities.ts';
import { historyKeys, isKeyAsOf, keyAsOf, keys } from './queryKeys.ts';

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
  all: (asOf: number | null = null) =>
    queryOptions<Thematic[]>({
      queryKey: keyAsOf(keys.thematics, asOf),
      queryFn: ({ signal }) =>
        asOf === null
          ? call(getThematics, {}, signal)
          : call(getPastThematics, { query: queryAsOf(asOf) }, signal),
      meta: ticksAsOf(asOf),
    }),
  /** For names, colors and definitions: ticks do not refetch them. */
  names: (asOf: number | null = null) =>
    queryOptions<Thematic[]>({ ...thematicQueries.all(asOf), meta: {} }),

  one: (thematicId: string, asOf: number | null = null) =>
    queryOptions<Thematic>({
      queryKey: keyAsOf(keys.thematic(thematicId), asOf),
      queryFn: ({ signal }) => {
        const params = { id: thematicId };
        return asOf === null
          ? call(getThematic, { params }, signal)
          : call(getPastThematic, { params, query: queryAsOf(asOf) }, signal);
      },
      meta: ticksAsOf(asOf),
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

  contribution: (
    thematicId: string,
    historyType: HistoryType,
    part: HistoryPart,
    asOf: number | null = null,
  ) =>
    queryOptions<Contribution>({
      queryKey: keyAsOf(keys.contribution(thematicId, historyType, part.from, part.to), asOf),
      queryFn: ({ signal }) => {
        const params = { id: thematicId, historyType };
        return call(getContribution, { params, query: { ...part, ...queryAsOf(asOf) } }, signal);
      },
      placeholderData: (before, query) =>
        query?.queryKey[1] === thematicId && isKeyAsOf(query.queryKey, asOf) ? before : undefined,
      meta: ticksAsOf(asOf),
    }),
};

export type HoldersOf =
  | { readonly thematic: string; readonly token?: undefined }
  | { readonly token: string; readonly thematic?: undefined };

/** Number of holders that a panel lists. */
export const maxHolders = 8;

/** Holders, largest first. The directory answers those of the present; `count` is the number of all. */
export function holdersQuery(of: HoldersOf, limit: number, asOf: number | null = null) {
  return queryOptions<HolderRows>({
    queryKey: keyAsOf(keys.holders(of), asOf),
    queryFn: ({ signal }) =>
      asOf === null ? presentHolders(of, limit, signal) : pastHolders(of, limit, asOf, signal),
    meta: ticksAsOf(asOf),
  });
}

interface HolderRows {
  readonly path: string;
  readonly rows: readonly (Pick<Holder, 'customId' | 'name'> & Pick<DirectoryRow, 'held'>)[];
  readonly count: number;
  readonly of: number;
  readonly incomplete?: IncompleteList | undefined;
}
export type HolderRow = HolderRows['rows'][number];

async function presentHolders(
  { thematic, token }: HoldersOf,
  limit: number,
  signal: AbortSignal,
): Promise<HolderRows> {
  const query = {
    ...(thematic === undefined ? { token: [token] } : { thematic: [thematic] }),
    sort: '-held',
    limit,
  };
  const path = pathOf(getDirectory, { query });
  return { path, ...(await call(getDirectory, { query }, signal)) };
}

async function pastHolders(
  { thematic, token }: HoldersOf,
  limit: number,
  asOf: number,
  signal: AbortSignal,
): Promise<HolderRows> {
  const operation = thematic === undefined ? getTokenHolders : getHolders;
  const input = { params: { id: thematic ?? token ?? '' }, query: { limit, ...queryAsOf(asOf) } };
  const { body, headers } = await callWithHeaders(operation, input, signal);
  const count = Number(headers.get('X-Total-Count') ?? body.length);
  const rows = body.map(({ customId, name, total, share }) => ({
    customId,
    name,
    held: { total, share },
  }));
  return { path: pathOf(operation, input), rows, count, of: count };
}

export async function pricesOf(
  tokenId: string,
  historyType: HistoryType,
  signal: AbortSignal,
  asOf: number | null = null,
) {
  const params = { id: tokenId, historyType };
  const records = await call(getPriceHistory, { params, query: queryAsOf(asOf) }, signal);
  return {
    times: Float64Array.from(records, ({ date }) => parseTime(date)),
    totals: Float64Array.from(records, ({ price }) => price),
  };
}

export const tokenQueries = {
  all: (asOf: number | null = null) =>
    queryOptions({
      queryKey: keyAsOf(keys.tokens, asOf),
      queryFn: ({ signal }) => call(getTokens, { query: queryAsOf(asOf) }, signal),
      meta: ticksAsOf(asOf),
    }),

  history: (tokenId: string, historyType: HistoryType) =>
    queryOptions({
      queryKey: [...historyKeys.token(tokenId), historyType],
      queryFn: ({ signal }) => pricesOf(tokenId, historyType, signal),
      structuralSharing: false,
    }),
};
