import { lowerBound } from './extent.ts';

/**
 * Amount of one token over time. `from` (epoch ms) ascends; `amount[i]` applies from `from[i]` until `from[i + 1]`,
 * the last one without end; before `from[0]` the amount is 0. If two entries have the same `from`, the later one
 * applies.
 */
export interface AmountTrack {
  readonly from: Float64Array;
  readonly amount: Float64Array;
}

/**
 * The amount at each of the ascending `times` (epoch ms), 0 before the first entry.
 *
 * @throws RangeError if the two columns of the track differ in length.
 */
export function amountsOver(
  times: Float64Array,
  { from, amount }: AmountTrack,
): Float64Array<ArrayBuffer> {
  sameLength(from, amount);
  const amounts = new Float64Array(times.length);
  let begin = lowerBound(times, from[0] ?? Infinity);
  for (let i = 0; i < amount.length; i++) {
    const end = lowerBound(times, from[i + 1] ?? Infinity, begin);
    amounts.fill(amount[i] ?? 0, begin, end);
    begin = end;
  }
  return amounts;
}

/**
 * Value of one position: amount × price, in the unit of the price. 0 if the price is unknown (null, or NaN before the
 * token's first one). Never NaN, never −0. Infinity above the largest number: callers must bound the amounts.
 *
 * The total of a wallet is the sum of these from the first position to the last, starting at 0; the total of a user is
 * the sum of the totals of the wallets from the first to the last, starting at 0. Floating point sums depend on their
 * order: sums in this order equal those of `addValue` and `addTotals` to the last bit.
 */
export function positionTotal(amount: number, price: number | null): number {
  const total = amount * (price ?? NaN);
  return Number.isNaN(total) ? 0 : total + 0;
}

/**
 * Adds one token's value (amount × price at each record) to the totals of a wallet; 0 while the price is NaN, before
 * the token's first one.
 *
 * Start with zeros and call it once per position, in the order of positions: each record is then, to the last bit, the
 * sum that `positionTotal` defines.
 *
 * @throws RangeError if the three differ in length.
 */
export function addValue(into: Float64Array, amounts: Float64Array, prices: Float64Array): void {
  sameLength(into, amounts);
  sameLength(into, prices);
  for (let i = 0; i < into.length; i++) {
    const total = (amounts[i] ?? NaN) * (prices[i] ?? NaN);
    if (!Number.isNaN(total)) into[i] = (into[i] ?? 0) + total;
  }
}

/**
 * Adds the totals of one wallet to the totals of its user, record by record. Start with zeros and call it once per
 * wallet, in the order of wallets: the result is, to the last bit, the sum that `positionTotal` defines.
 *
 * @throws RangeError if the two differ in length.
 */
export function addTotals(into: Float64Array, totals: Float64Array): void {
  sameLength(into, totals);
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) + (totals[i] ?? 0);
}

function sameLength(one: Float64Array, other: Float64Array): void {
  if (one.length !== other.length) {
    throw new RangeError(`columns of ${one.length} and ${other.length} do not fit together`);
  }
}
