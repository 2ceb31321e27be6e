import type { MarketKind } from '#contract/capabilities.ts';
import type { PastPrices } from '#figures/prices.ts';

export interface MarketToken {
  readonly _id: string;
  readonly symbol: string;
  readonly name: string;
}

export interface Price {
  readonly price: number;
  readonly at: number;
  /** Milliseconds between two prices of its series. */
  readonly step: number;
}

/** A source of prices: one interface for the simulated and the stored market. All times are epoch milliseconds. */
export interface Market extends PastPrices {
  readonly kind: MarketKind;
  /** Seconds between two as-of instants; null for stored prices, which do not tick. */
  readonly tickSeconds: number | null;
  /** The instant up to which prices are known: the last tick (simulated) or the last price (stored). */
  asOf(): number;
  tokens(): readonly MarketToken[];
  /** The latest known price at or before `at`; null before the token's first price. */
  priceAt(tokenId: string, at: number): Price | null;
}
