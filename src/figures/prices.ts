import type { RecordGrid } from '#analytics/grid.ts';
import type { Token } from '#contract/token.ts';

/** PastPrices of tokens over time, by token id. All times are epoch milliseconds. */
export interface PastPrices {
  /** Grows whenever answers about the past may have changed: part of every cache key. */
  readonly version: number;
  /** The instant up to which everything is known. */
  asOf(): number;
  token(id: string): Pick<Token, '_id' | 'symbol' | 'name'> | undefined;
  /** The last known price at each of the ascending `times`; NaN before the token's first price. */
  series(tokenId: string, times: Float64Array): Float64Array;
  /** The instant of the token's first price; null where it has none. */
  firstAt(tokenId: string): number | null;
  /** The finest resolution (ms) at which any of the tokens has a price in (from, to]; null where none has one. */
  finestStep(tokenIds: Iterable<string>, from: number, to: number): number | null;
}

/** PastPrices that also look up the records of a history, once for everyone who requests it. */
export interface HistoryPrices extends PastPrices {
  grid(grid: RecordGrid): PriceGrid;
}

/** The records of a history with their dates, and the prices of any token at them. */
export interface PriceGrid {
  readonly times: Float64Array;
  /** The times as the interface writes them. */
  readonly dates: readonly string[];
  /** The last known price of a token at each of the times; NaN before its first one. Shared: must not be written to. */
  series(tokenId: string): Float64Array;
}
