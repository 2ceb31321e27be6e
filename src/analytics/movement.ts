import { Sum, sumOf } from './weights.ts';

/** Amount, price and value of one holding at each record of a window; the three columns have equal length. */
export interface HoldingColumns {
  readonly amount: readonly number[];
  /** Per unit; null before the first price, when the value is 0. */
  readonly price: readonly (number | null)[];
  /** amount × price */
  readonly total: readonly number[];
}

/** Reasons of the change in a holding's value over a window, in the unit of the totals. */
export interface Movement {
  /** Last total − first. */
  readonly change: number;
  /** The part caused by price changes. */
  readonly price: number;
  /** The part caused by amounts that were added or removed, at the prices of that time. */
  readonly amount: number;
  /** change − price − amount: first prices of earlier holdings, and totals that are not amount × price. */
  readonly residual: number;
}

/**
 * Splits the change in a holding's value from the first record of a window to its last by price and amount.
 *
 * From one record to the next, with V = a × p,
 *
 *     V₁ − V₀ = a₀ (p₁ − p₀) + p₁ (a₁ − a₀)
 *
 * exactly: the held amount moved with its price, then the amount changed at the new price. Both are summed over all
 * steps, so a deposit in the middle of the window is exposed to prices only from then on. Source: this identity; it is
 * the buy-and-hold attribution of each step, chained. It is not a return: additions are not known to be deposits.
 *
 * - A step with an unknown price at either end explains nothing: its change stays in the residual.
 * - Values that are not finite count as unknown.
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
