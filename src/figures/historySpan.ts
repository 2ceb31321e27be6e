import type { RecordGrid } from '#analytics/grid.ts';
import { stepOf, windowOf, type HistoryType } from '#contract/historyType.ts';
import type { PriceGrid, PastPrices } from './prices.ts';

/** A derived history in columns: ascending instants, and the total or level at each. */
export interface Columns {
  readonly grid: Pick<PriceGrid, 'times' | 'dates'>;
  readonly totals: Float64Array;
}

export const noRecords: Columns = {
  grid: { times: new Float64Array(0), dates: [] },
  totals: new Float64Array(0),
};

export interface HistorySpan extends RecordGrid {
  /** Start of the window; null for a history without one. */
  readonly windowStart: number | null;
}

/** Returns the tokens that count at any time between two instants. */
export type TokensBetween = (from: number, to: number) => Iterable<string>;

/** Returns the start of a history's window up to the as of; null for a history without one. */
export function windowStart(prices: PastPrices, type: HistoryType): number | null {
  const window = windowOf[type];
  return window === null ? null : prices.asOf() - window;
}

/**
 * Returns the span of a history up to the as of. The step is the type's, or the finest step of the tokens' prices in the window
 * if that is longer. If all prices end before the window, it is the type's.
 * @param start the first holding or the inception.
 */
export function historySpan(
  prices: PastPrices,
  type: HistoryType,
  tokensBetween: TokensBetween,
  start: number,
): HistorySpan {
  const asOf = prices.asOf();
  const window = windowOf[type];
  const windowStart = window === null ? null : asOf - window;
  const from = Math.max(start, windowStart ?? Number.NEGATIVE_INFINITY);
  const finest = prices.finestStep(tokensBetween(from, asOf), windowStart ?? start, asOf);
  const step = Math.max(stepOf[type], finest ?? 0);
  return { asOf, window, step, start, windowStart };
}
