import { day, type HistoryType } from '#contract/historyType.ts';
import { stepOfLength } from '#contract/stepOfLength.ts';
import { historySpan, type HistorySpan, type TokensBetween } from './historySpan.ts';
import type { PastPrices } from './prices.ts';

/** A period, or with type `all` the time between two instants (epoch milliseconds), both included. */
export interface FiguresPeriod {
  readonly type: HistoryType;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Returns the span of the records. A period has the records of its history. A time between two instants has a record at exactly
 * the first one, unless the subject starts later, then one at every whole step, and one at the end.
 * @param start the first holding or the inception.
 */
export function figuresSpan(
  prices: PastPrices,
  { type, from, to }: FiguresPeriod,
  tokensBetween: TokensBetween,
  start: number,
): HistorySpan {
  if (from === undefined && to === undefined)
    return historySpan(prices, type, tokensBetween, start);
  const end = to ?? prices.asOf();
  const begin = Math.max(start, from ?? start);
  const length = end - (from ?? start);
  const finest = prices.finestStep(tokensBetween(begin, end), begin, end);
  const step = Math.max(stepOfLength(length), finest ?? 0);
  return { asOf: end, window: null, step, start: begin, windowStart: null };
}

/**
 * Returns the step of returns: that of the span, or the coarsest at which any of the tokens has prices on any day of it. Shorter
 * steps of such a token have no return of their own, so a volatility over them would be too low.
 */
export function stepOfReturns(
  prices: PastPrices,
  tokensBetween: TokensBetween,
  { step, start, windowStart, asOf }: HistorySpan,
): number {
  // No series of prices is coarser than a day.
  if (step >= day) return step;
  const begin = Math.max(start, windowStart ?? start);
  let coarsest = step;
  for (let from = begin; from < asOf; from = Math.floor(from / day + 1) * day) {
    const to = Math.min(Math.floor(from / day + 1) * day, asOf);
    for (const token of tokensBetween(from, to)) {
      coarsest = Math.max(coarsest, prices.finestStep([token], from, to) ?? 0);
    }
  }
  return coarsest;
}
