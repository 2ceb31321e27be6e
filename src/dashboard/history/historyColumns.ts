import type { Gap } from './gaps.ts';

/** A history as columns: epoch milliseconds and totals, ascending. */
export interface HistoryColumns {
  readonly times: Float64Array;
  readonly totals: Float64Array;
  /** Its gaps, where they were found when it was read. */
  readonly gaps?: readonly Gap[];
}

/** The record nearest to an instant; −1 in an empty history. Of two equally near, the earlier. */
export function nearestRecord(times: Float64Array, at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const here = times[low];
  if (here === undefined) return -1;
  const before = times[low - 1];
  return before !== undefined && at - before <= here - at ? low - 1 : low;
}
