import { Sum } from './weights.ts';

/** Amount and price of one token at each record of a window; the two columns have equal length. */
export interface HeldToken {
  readonly amounts: ArrayLike<number>;
  /** NaN before the token's first price. */
  readonly prices: ArrayLike<number>;
}

/** Performance of a wallet or a user, record by record. */
export interface Performance {
  /** 100 at the first record with a value, then the time-weighted return; NaN before. */
  readonly index: Float64Array<ArrayBuffer>;
  /** Net inflow since the previous record, at this record's prices; 0 at the first. */
  readonly flow: Float64Array<ArrayBuffer>;
  /** Number of records after the first value at which the index stayed constant because the holdings had no value. */
  readonly flatRecords: number;
}

/**
 * Growth of the holdings over one step, whatever came or went at the step's end:
 *
 *     1 + r = Σ q p₁ ÷ Σ q p₀
 *
 * Both sums run over the tokens that had a price at the start of the step, so a first price is not a gain. This is the
 * growth of the time-weighted return. Source: "Value and return are two things" in the decisions of record.
 */
export class Growth {
  #before = 0;
  #after = 0;

  /** Adds a token: the amount held over the step, and its price at the start and at the end. */
  add(amount: number, before: number, after: number): void {
    const value = amount * before;
    if (Number.isNaN(value)) return;
    const grown = amount * after;
    this.#before += value;
    this.#after += Number.isNaN(grown) ? value : grown;
  }

  /** Growth factor; null if the holdings had no value. */
  get ratio(): number | null {
    const ratio = this.#after / this.#before;
    return this.#before > 0 && Number.isFinite(ratio) ? ratio : null;
  }
}

/**
 * The flow in a token's change of value over a step: (q₁ − q₀) p₁, or its complete value q₁ p₁ if it had no price at
 * the start. The rest of the change, q₀ (p₁ − p₀), is due to its price. 0 if it still has no price.
 */
export function flowOf(
  amounts: readonly [before: number, after: number],
  prices: readonly [before: number, after: number],
): number {
  const came = Number.isNaN(prices[0]) ? amounts[1] : amounts[1] - amounts[0];
  const flow = came * prices[1];
  return Number.isNaN(flow) ? 0 : flow + 0;
}

/**
 * Index and flow of a set of tokens. With q the amounts and p the prices at each record,
 *
 *     index(t) = index(t−1) × Σ q(t−1) p(t) ÷ Σ q(t−1) p(t−1)
 *     flow(t)  = Σ (q(t) − q(t−1)) p(t)
 *
 * by the rules of `Growth` and `flowOf`: a token's first price is a flow. Except for rounding, total(t) − total(t−1) =
 * flow(t) + the effect of prices. If the holdings at t−1 had no value, the index does not change.
 *
 * Two records without a change of amounts or a first price between them represent all records between: the growth
 * telescopes, and the flow there is 0. The same window with only the records of `telescoped` has the same last index
 * and the same sum of flows.
 *
 * @param records number of records in the window.
 * @throws RangeError if a column has another length.
 */
export function performanceOver(records: number, held: readonly HeldToken[]): Performance {
  if (held.some(({ amounts, prices }) => amounts.length !== records || prices.length !== records)) {
    throw new RangeError(`amounts and prices are not columns of ${records}`);
  }
  const index = new Float64Array(records).fill(NaN);
  const flow = new Float64Array(records);
  let level = NaN;
  let flatRecords = 0;
  for (let t = 0; t < records; t++) {
    const growth = new Growth();
    let value = 0;
    let came = 0;
    for (const { amounts, prices } of held) {
      const amount = amounts[t] ?? NaN;
      const price = prices[t] ?? NaN;
      value += Number.isNaN(amount * price) ? 0 : amount * price;
      if (t === 0) continue;
      const before = [amounts[t - 1] ?? NaN, prices[t - 1] ?? NaN] as const;
      growth.add(before[0], before[1], price);
      came += flowOf([before[0], amount], [before[1], price]);
    }
    flow[t] = came;
    if (Number.isNaN(level)) level = value > 0 ? 100 : NaN;
    else if (growth.ratio === null) flatRecords += 1;
    else level *= growth.ratio;
    index[t] = level;
  }
  return { index, flow, flatRecords };
}

/**
 * The time-weighted return over the records of an index: last ÷ first − 1.
 * @returns null if fewer than two records have an index, or if it began at 0.
 */
export function returnOf(index: ArrayLike<number>): number | null {
  let first = 0;
  while (first < index.length && Number.isNaN(index[first])) first++;
  if (index.length - first < 2) return null;
  const ratio = (index[index.length - 1] ?? NaN) / (index[first] ?? NaN) - 1;
  return Number.isFinite(ratio) ? ratio + 0 : null;
}

/**
 * The capital at each record: the value at the base record, and since then what came less what went.
 *
 *     invested(t) = value(base) + Σ flow(base + 1 … t)
 *
 * The rest of the value is gain. At the first record of all, the value is the first deposit.
 *
 * @param base number of the base record. Before it, flows are subtracted.
 * @returns NaN where the value is not known.
 */
export function investedSince(
  base: number,
  values: ArrayLike<number>,
  flow: ArrayLike<number>,
): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(values.length);
  const sum = new Sum();
  for (let t = 1; t < values.length; t++) {
    sum.add(flow[t] ?? NaN);
    sums[t] = sum.value;
  }
  const start = (values[base] ?? NaN) - (sums[base] ?? NaN);
  return sums.map((one, t) => (Number.isNaN(values[t] ?? NaN) ? NaN : start + one));
}

/** A window of records: its first, every whole multiple of `step` after it, and its last. In epoch ms. */
export interface RecordWindow {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/**
 * The records of a window that its return and flow depend on: the first, the last, and the first record at or after
 * each change. Ascending, unique; without changes two, however many records the window has.
 *
 * @param changes instants (epoch ms) in any order at which an amount changes, or a held token gets its first price.
 */
export function telescoped(
  { first, last, step }: RecordWindow,
  changes: Iterable<number>,
): Float64Array<ArrayBuffer> {
  const times = new Set([first, last]);
  for (const at of changes) {
    if (at > first && at <= last) times.add(Math.min(Math.ceil(at / step) * step, last));
  }
  return Float64Array.from(times).toSorted();
}
