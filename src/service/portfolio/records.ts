import { recordTimes } from '#analytics/grid.ts';
import { stepOf, windowOf, type HistoryType } from '#contract/historyType.ts';
import type { History } from '#contract/history.ts';
import { formatTime } from '#contract/time.ts';
import type { Market } from '../prices/market.ts';

/** A derived history in columns: epoch milliseconds and totals, ascending. */
export interface Columns {
  readonly times: Float64Array;
  readonly totals: Float64Array;
}

/** The instants of a history and how far apart they are. */
export interface Grid {
  readonly times: Float64Array;
  readonly step: number;
  /** Where the window begins; null: there is none, the history begins where it begins. */
  readonly windowStart: number | null;
}

/**
 * The grid of a history up to the market's as of. Its step is the type's where any token held in the window has prices that
 * fine, else the finest that any has, and the type's again where all prices ended before the window.
 *
 * @param tokensBetween the tokens that count at any time from one instant to another.
 */
export function historyGrid(
  market: Market,
  type: HistoryType,
  tokensBetween: (from: number, to: number) => Iterable<string>,
  start: number,
): Grid {
  const asOf = market.asOf();
  const window = windowOf[type];
  const windowStart = window === null ? null : asOf - window;
  const from = Math.max(start, windowStart ?? Number.NEGATIVE_INFINITY);
  const finest = market.finestStep(tokensBetween(from, asOf), windowStart ?? start, asOf);
  const step = Math.max(stepOf[type], finest ?? 0);
  return { times: recordTimes({ asOf, window, step, start }), step, windowStart };
}

/** A history as the interface shows it. */
export function historyRecords({ times, totals }: Columns): History {
  return Array.from(times, (at, index) => ({ date: formatTime(at), total: totals[index] ?? 0 }));
}
