import { type HistoryChange, changeOf } from '#analytics/change.ts';

/** The change between two records; null where either is not known. */
export function changeFrom(totals: Float64Array, from: number, to: number): HistoryChange | null {
  const pair = Float64Array.of(totals[from] ?? NaN, totals[to] ?? NaN);
  return pair.some(Number.isNaN) ? null : changeOf(pair);
}
