import type { RecordGrid } from '#analytics/grid.ts';
import type { Token } from '#contract/token.ts';

/** Prices of tokens over time, by token id. All times are epoch milliseconds. */
export interface PastPrices {
  /** Increases whenever past data may have changed. Part of every cache key. */
  readonly version: number;
  /** The instant up to which everything is known. */
  asOf(): number;
  token(id: string): Pick<Token, '_id' | 'symbol' | 'name'> | undefined;
  /** Returns the last known price at each of the ascending `times`; NaN before the token's first price. */
  series(tokenId: string, times: Float64Array): Float64Array;
  /** Returns the instant of the token's first price; null if it has none. */
  firstAt(tokenId: string): number | null;
  /** Returns the finest resolution in milliseconds at which any of the tokens has a price in (from, to]; null if none has one. */
  finestStep(tokenIds: Iterable<string>, from: number, to: number): number | null;
}

/** Also provides the records of a history, computed once for all requests. */
export interface HistoryPrices extends PastPrices {
  grid(grid: RecordGrid): PriceGrid;
}

/** The records of a history with their dates, and the prices of any token at them. */
export interface PriceGrid {
  readonly times: Float64Array;
  /** The times in the interface's format. */
  readonly dates: readonly string[];
  /** Returns the last known price of a token at each of the times; NaN before its first one. Shared, so never write to it. */
  series(tokenId: string): Float64Array;
}
