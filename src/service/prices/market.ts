import type { MarketKind } from '#contract/capabilities.ts';

/** A token as the market knows it. */
export interface MarketToken {
  readonly _id: string;
  readonly symbol: string;
  readonly name: string;
}

/** A price and the instant (epoch ms) from which it holds. */
export interface Price {
  readonly price: number;
  readonly at: number;
  /** Milliseconds between two prices of its series. */
  readonly step: number;
}

/** Where prices come from: one interface for the simulated and the stored market. All times are epoch milliseconds. */
export interface Market {
  readonly kind: MarketKind;
  /** Grows whenever answers about the past may have changed (import, pushed prices): part of every cache key. */
  readonly version: number;
  /** Seconds between two as ofs; null where prices are stored and stand still. */
  readonly tickSeconds: number | null;
  /** The instant up to which everything is known: the last tick (simulated) or the last price (stored). */
  asOf(): number;
  tokens(): readonly MarketToken[];
  token(id: string): MarketToken | undefined;
  /** The last known price at or before `at`; null before the token's first price. */
  priceAt(tokenId: string, at: number): Price | null;
  /** The last known price at each of the ascending `times`; NaN before the token's first price. */
  series(tokenId: string, times: Float64Array): Float64Array;
  /** The instant of the token's first price; null where it has none. */
  firstAt(tokenId: string): number | null;
  /** The finest resolution (ms) at which any of the tokens has a price in (from, to]; null where none has one. */
  finestStep(tokenIds: Iterable<string>, from: number, to: number): number | null;
}
