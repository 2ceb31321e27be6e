import { hashKey, queryOptions } from '@tanstack/react-query';
import type { BookSummary } from '#contract/book.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookPerformance } from '#contract/operations/book.ts';
import { returnOf } from '#analytics/performance.ts';
import { sumOf } from '#analytics/weights.ts';
import { call } from '../api/client.ts';
import type { Span } from '../chart/scene.ts';
import { recordColumns, type RecordColumns } from '../history/indexColumns.ts';
import type { MembersQuery } from '../portfolio/bookSubject.ts';
import { queryAsOf, ticksAsOf } from '../portfolio/capabilities.ts';
import { recordsIn } from '../portfolio/moved.ts';
import { isKeyAsOf, keyAsOf, keys } from '../portfolio/queryKeys.ts';

/** Counts of a book's members. `unknown` of them have missing data, and `notFound` ids have no user. */
export type MemberCounts = Pick<BookSummary, 'count' | 'of' | 'unknown' | 'notFound'>;

/** Value, flow and index of a book at each of its records. */
export interface BookColumns extends RecordColumns {
  readonly members: MemberCounts;
  readonly flow: readonly number[];
  /** NaN before the first record of value. */
  readonly index: Float64Array<ArrayBuffer>;
  readonly reason: string | null;
}

export interface WindowFigures {
  readonly total: number | null;
  readonly change: number | null;
  readonly flow: number | null;
  readonly return: number | null;
}

export const bookQueries = {
  performancePath: (query: MembersQuery, historyType: HistoryType, asOf: number | null) =>
    pathOf(getBookPerformance, {
      params: { historyType },
      query: { ...query, ...queryAsOf(asOf) },
    }),

  performance: (query: MembersQuery, historyType: HistoryType, asOf: number | null) => {
    const ofBook = [...keys.book(query), 'performance'];
    return queryOptions<BookColumns>({
      queryKey: keyAsOf([...ofBook, historyType], asOf),
      queryFn: async ({ signal }) => {
        const input = { params: { historyType }, query: { ...query, ...queryAsOf(asOf) } };
        const answer = await call(getBookPerformance, input, signal);
        const { dates, total, index, flow, reason = null } = answer;
        return {
          ...recordColumns(dates, total),
          members: answer,
          flow: flow ?? [],
          index: Float64Array.from(index ?? [], (level) => level ?? NaN),
          reason,
        };
      },
      placeholderData: sameBook(ofBook, asOf),
      structuralSharing: false,
      meta: ticksAsOf(asOf),
    });
  },
};

/** Figures of another period stay until the new ones arrive. Never shows another book or instant, not even dimmed. */
export function sameBook(ofBook: readonly unknown[], asOf: number | null) {
  return <Data>(before: Data | undefined, last?: { readonly queryKey: readonly unknown[] }) =>
    last !== undefined &&
    hashKey(last.queryKey.slice(0, ofBook.length)) === hashKey(ofBook) &&
    isKeyAsOf(last.queryKey, asOf)
      ? before
      : undefined;
}

/** Figures of a window; null: not known. Without records, the book held nothing. */
export function windowFigures(
  { times, totals, flow, index }: BookColumns,
  zoom: Span | null,
): WindowFigures {
  const { begin, end } = recordsIn(times, zoom);
  const [first, last] = [totals[begin], totals[end - 1]];
  if (begin >= end || first === undefined || last === undefined) {
    return { total: zoom === null ? 0 : null, change: null, flow: null, return: null };
  }
  return {
    total: last,
    change: last - first,
    flow: sumOf(flow.slice(begin + 1, end)),
    return: returnOf(index.subarray(begin, end)),
  };
}
