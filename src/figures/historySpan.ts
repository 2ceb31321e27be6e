import type { RecordGrid } from '#analytics/grid.ts';
import { stepOf, windowOf, type HistoryType } from '#contract/historyType.ts';
import type { PriceGrid, PastPrices } from './prices.ts';

/** A derived history in columns: ascending instants, and the total or level at each. */
export interface Columns {
  readonly grid: Pick<PriceGrid, 'times' | 'dates'>;
  readonly totals: Float64Array;
}

/** Columns without a record. */
export const noRecords: Columns = {
  grid: { times: new Float64Array(0), dates: [] },
  totals: new Float64Array(0),
};

/** Which instants a history has. */
export interface Span extends RecordGrid {
  /** Where the window begins; null: there is none, the history begins where it begins. */
  readonly windowStart: number | null;
}

/** The instant at which the window of a history up to the as of begins; null: it has none. */
export function windowStart(prices: PastPrices, type: HistoryType): number | null {
  const window = windowOf[type];
  return window === null ? null : prices.asOf() - window;
}

/**
 * Returns the span of a history up to the as of. Its step is the type's where any token that counts in the window has prices
 * that fine, else the finest that any has, and the type's again where all prices ended before the window.
 *
 * @param tokensBetween the tokens that count at any time from one instant to another.
 * @param start the first holding or the inception.
 */
export function historySpan(
  prices: PastPrices,
  type: HistoryType,
  tokensBetween: (from: number, to: number) => Iterable<string>,
  start: number,
): Span {
  const asOf = prices.asOf();
  const window = windowOf[type];
  const windowStart = window === null ? null : asOf - window;
  const from = Math.max(start, windowStart ?? Number.NEGATIVE_INFINITY);
  const finest = prices.finestStep(tokensBetween(from, asOf), windowStart ?? start, asOf);
  const step = Math.max(stepOf[type], finest ?? 0);
  return { asOf, window, step, start, windowStart };
}
