import type { RecordGrid } from '#analytics/grid.ts';
import { stepOf, windowOf, type HistoryType } from '#contract/historyType.ts';
import type { History } from '#contract/history.ts';
import { JsonText } from '#platform/http/conditions.ts';
import type { Market } from '../prices/market.ts';
import type { PriceGrid } from '../prices/priceGrids.ts';

/** A derived history in columns: ascending instants, and the total at each. */
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

/**
 * The span of a history up to the market's as of. Its step is the type's where any token held in the window has prices that
 * fine, else the finest that any has, and the type's again where all prices ended before the window.
 *
 * @param tokensBetween the tokens that count at any time from one instant to another.
 */
export function historySpan(
  market: Market,
  type: HistoryType,
  tokensBetween: (from: number, to: number) => Iterable<string>,
  start: number,
): Span {
  const asOf = market.asOf();
  const window = windowOf[type];
  const windowStart = window === null ? null : asOf - window;
  const from = Math.max(start, windowStart ?? Number.NEGATIVE_INFINITY);
  const finest = market.finestStep(tokensBetween(from, asOf), windowStart ?? start, asOf);
  const step = Math.max(stepOf[type], finest ?? 0);
  return { asOf, window, step, start, windowStart };
}

/** A history as the interface shows it, written at once: as objects it takes several times as long. */
export function historyText({ grid, totals }: Columns): JsonText<History> {
  const records = grid.dates.map((date, index) => {
    const total = totals[index] ?? NaN;
    return `{"date":"${date}","total":${Number.isFinite(total) ? total : null}}`;
  });
  return new JsonText(`[${records.join(',')}]`);
}
