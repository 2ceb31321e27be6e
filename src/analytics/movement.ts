import { Sum, sumOf } from './weights.ts';

/** Amount, price and value of one holding at each record of a window; the three columns are of one length. */
export interface HoldingColumns {
  readonly amount: readonly number[];
  /** Per unit; null before the first price, where the holding counts for nothing. */
  readonly price: readonly (number | null)[];
  /** What it was worth: amount × price. */
  readonly total: readonly number[];
}

/** Why the value of a holding changed over a window, in the unit of the totals. */
export interface Movement {
  /** Last total − first. */
  readonly change: number;
  /** What prices did to what was held. */
  readonly price: number;
  /** What amounts that came or went were worth when they did. */
  readonly amount: number;
  /** change − price − amount: first prices of what was held before, and totals that are not amount × price. */
  readonly residual: number;
}

/**
 * Why the value of a holding changed from the first record of a window to its last: by its price, or by its amount.
 *
 * From one record to the next, with V = a × p,
 *
 *     V₁ − V₀ = a₀ (p₁ − p₀) + p₁ (a₁ − a₀)
 *
 * exactly: what was held moved with its price, then the amount changed at the new price. Both are added over all steps, so
 * a deposit in the middle of the window counts from then on for the prices and never before. Source: this identity; it is
 * the buy-and-hold attribution of each step, chained. It is no return: what came in is not known to be a deposit.
 *
 * - A step whose price is not known at either end explains nothing of itself: its change stays in the residual.
 * - What is not finite counts as unknown.
 *
 * @returns zeros for a window of fewer than two records.
 */
export function movementOf(columns: HoldingColumns): Movement {
  const { amount: amounts, price: prices, total: totals } = columns;
  const price = new Sum();
  const amount = new Sum();
  let p0 = prices[0] ?? NaN;
  let a0 = amounts[0] ?? NaN;
  for (let i = 1; i < totals.length; i++) {
    const p1 = prices[i] ?? NaN;
    const a1 = amounts[i] ?? NaN;
    const held = a0 * (p1 - p0);
    const came = p1 * (a1 - a0);
    p0 = p1;
    a0 = a1;
    if (!Number.isFinite(held) || !Number.isFinite(came)) continue;
    price.add(held);
    amount.add(came);
  }
  const change = (totals.at(-1) ?? 0) - (totals[0] ?? 0) + 0;
  const sums = { price: price.value, amount: amount.value };
  return { change, ...sums, residual: sumOf([change, -sums.price, -sums.amount]) + 0 };
}
