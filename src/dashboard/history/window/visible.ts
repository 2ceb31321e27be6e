import { lowerBound } from '#analytics/extent.ts';
import type { HistoryColumns } from '../historyColumns.ts';
import type { Span } from './params.ts';

/** The part of a history that is shown: its records [begin, end), on an axis of time from `from` to `to`. */
export interface Visible extends Span {
  readonly begin: number;
  readonly end: number;
  /** Those records, as views into the whole history's columns. */
  readonly columns: HistoryColumns;
}

/** What a zoom shows of a history; all of it without one. A zoom that leads past the ends of a history is cut off there. */
export function visibleOf(whole: HistoryColumns, zoom: Span | null): Visible {
  const { times, totals } = whole;
  const first = times[0] ?? NaN;
  const last = times.at(-1) ?? NaN;
  if (zoom === null) return { begin: 0, end: times.length, columns: whole, from: first, to: last };
  const begin = lowerBound(times, zoom.from);
  let end = lowerBound(times, zoom.to, begin);
  while (times[end] === zoom.to) end += 1;
  return {
    begin,
    end,
    columns: { times: times.subarray(begin, end), totals: totals.subarray(begin, end) },
    from: Math.max(zoom.from, first),
    to: Math.min(zoom.to, last),
  };
}

/** The records of a history within a stretch and one on either side, so that a line runs on to the edges. */
export function withNeighbours(whole: HistoryColumns, { begin, end }: Visible): HistoryColumns {
  const left = Math.max(begin - 1, 0);
  return {
    times: whole.times.subarray(left, end + 1),
    totals: whole.totals.subarray(left, end + 1),
  };
}
