import { sharedWholeOf, type NoShares } from './concentration.ts';
import { sumOf } from './weights.ts';

/** A token of a wallet or of its thematic. */
export interface RebalanceLine {
  /** Amount and value held; 0 if not held, null if unknown. */
  readonly amount: number | null;
  readonly total: number | null;
  /** Current price; null if there is none. */
  readonly price: number | null;
  /** Target weight, 0..1; 0 outside the thematic. */
  readonly target: number;
}

/** Trade of one token. Positive buys, negative sells. */
export interface Trade {
  /** Weight in the wallet and weight to reach, among the tokens with a price. */
  readonly weight: number;
  readonly target: number;
  /** Value to trade, in the unit of the totals. */
  readonly total: number;
  /** Amount to trade, and amount held afterwards. */
  readonly amount: number;
  readonly amountAfter: number;
}

export interface Rebalance {
  /** Value of the tokens with a price, before and after. */
  readonly total: number;
  /** Value to sell, which is the value to buy. */
  readonly traded: number;
  /** ½ Σ |weight − target| = traded ÷ total, 0..1. */
  readonly activeShare: number;
  /** For each line its trade; null for a token without a price above 0, which cannot be traded. */
  readonly trades: readonly (Trade | null)[];
}

/** Why nothing can be traded: the wallet has no shares, or no token of the thematic has a price. */
export type NoRebalance = NoShares | 'no price';

/**
 * Returns what to buy and sell so that a wallet has the target weights of its thematic, without cash: its total stays.
 *
 *     traded_i = target_i × Σ total − total_i,   amount_i = traded_i ÷ price_i
 *
 * A token without a price above 0 cannot be traded. It keeps its amount, and the other targets are divided by their sum, as in the
 * level of a thematic (`levelTable`).
 */
export function rebalanceOf(lines: readonly RebalanceLine[]): Rebalance | NoRebalance {
  const tradable = lines.filter(isTradable);
  const { whole, noShares } = sharedWholeOf(tradable.map(({ total }) => total));
  if (whole === null) return noShares ?? 'nothing';
  const priced = sumOf(tradable.map(({ target }) => target));
  if (!(priced > 0)) return 'no price';
  const trades = lines.map((line): Trade | null => {
    if (!isTradable(line)) return null;
    const { total, amount, price } = line;
    const target = line.target / priced;
    const value = target * whole - (total ?? 0);
    // A token that is sold completely leaves no rounding error behind.
    const amountAfter = line.target === 0 ? 0 : (target * whole) / price;
    const held = amount ?? (total ?? 0) / price;
    return {
      weight: (total ?? 0) / whole,
      target,
      total: value + 0,
      amount: amountAfter - held + 0,
      amountAfter,
    };
  });
  const traded = sumOf(trades.map((trade) => Math.max(trade?.total ?? 0, 0)));
  return { total: whole, traded, activeShare: traded / whole, trades };
}

const isTradable = (line: RebalanceLine): line is RebalanceLine & { readonly price: number } =>
  line.price !== null && line.price > 0;
