import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { BookShock } from '#contract/shock.ts';
import { pathOf, type QueryInput } from '#contract/operation.ts';
import { getBookShock } from '#contract/operations/shock.ts';
import { fallText } from '#contract/shockText.ts';
import { formatTime } from '#contract/time.ts';
import { call } from '../api/client.ts';
import type { PeriodEnds } from '../history/period.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { ticks } from '../portfolio/capabilities.ts';
import { keys } from '../portfolio/queryKeys.ts';
import type { Sort } from '../url/sortParam.ts';
import { type ShockedPart, shockSortParam } from './shockParams.ts';

export type ShockListQuery = QueryInput<typeof getBookShock>;

export type ShockAnswer = BookShock & { readonly query: ShockListQuery; readonly path: string };

/** Falls or a replay; null until one is entered. */
export type PriceChange = readonly ShockedPart[] | PeriodEnds | null;

const textsOf = (falls: readonly ShockedPart[], kind: ShockedPart['kind']) =>
  falls.filter((one) => one.kind === kind).map(fallText);

const isFalls = (change: readonly ShockedPart[] | PeriodEnds): change is readonly ShockedPart[] =>
  Array.isArray(change);

/** Returns the request; null without a change of prices. Equal views are one request. */
export function shockQueryOf(
  { token: heldToken, thematic: heldThematic, ...members }: MembersQuery,
  change: PriceChange,
  sort: Sort,
): ShockListQuery | null {
  if (change === null) return null;
  const order = shockSortParam.write(sort);
  const given = isFalls(change)
    ? { token: textsOf(change, 'token'), thematic: textsOf(change, 'thematic') }
    : {
        from: formatTime(change.from),
        ...(change.to !== null && { to: formatTime(change.to) }),
      };
  return {
    ...members,
    ...(heldToken !== undefined && { heldToken }),
    ...(heldThematic !== undefined && { heldThematic }),
    ...given,
    ...(order !== null && { sort: order }),
  };
}

export const shockedPerPage = 100;
export const shockPageOf = (index: number): number =>
  Math.floor(Math.max(0, index) / shockedPerPage);

const shockPage = (query: ShockListQuery, page: number) =>
  queryOptions<ShockAnswer>({
    queryKey: [...keys.directory, 'shock', query, page],
    queryFn: async ({ signal }) => {
      const input = { query: { ...query, offset: page * shockedPerPage, limit: shockedPerPage } };
      const path = pathOf(getBookShock, input);
      return { query, path, ...(await call(getBookShock, input, signal)) };
    },
    staleTime: 5_000,
    gcTime: 60_000,
    meta: ticks,
  });

export const useShock = (query: ShockListQuery | null) =>
  useQuery({
    ...shockPage(query ?? {}, 0),
    placeholderData: keepPreviousData,
    enabled: query !== null,
  });

/** Rows of the visible pages. */
export function useShockRows(query: ShockListQuery, first: number, last: number) {
  const from = shockPageOf(first);
  const pages = useQueries({
    queries: Array.from({ length: shockPageOf(last) - from + 1 }, (_, index) =>
      shockPage(query, from + index),
    ),
  });
  const failed = pages.find(({ data, error }) => data === undefined && error !== null);
  return {
    rowAt: (index: number) => pages[shockPageOf(index) - from]?.data?.rows[index % shockedPerPage],
    error: failed?.error ?? null,
    onRetry: () => void failed?.refetch(),
  };
}
