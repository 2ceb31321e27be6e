/** Amount and price of one token at each record of a window; the two columns are of one length. */
export interface HeldToken {
  readonly amounts: ArrayLike<number>;
  /** NaN before the token's first price. */
  readonly prices: ArrayLike<number>;
}

/** How a wallet or a user performed, record by record. */
export interface Performance {
  /** 100 at the first record of value, then with the time-weighted return; NaN before. */
  readonly index: Float64Array<ArrayBuffer>;
  /** What came in since the record before, less what went out, at this record's prices; 0 at the first. */
  readonly flow: Float64Array<ArrayBuffer>;
  /** For how many records after the first of value the index stood still because nothing was held that could grow. */
  readonly flatRecords: number;
}

/**
 * What was held over one step has grown to this many times its value, whatever came or went at the step's end:
 *
 *     1 + r = Σ q p₁ ÷ Σ q p₀
 *
 * Both sums run over the tokens that had a price at the step's begin, so a first price is no gain. This is the growth of
 * the time-weighted return. Source: "Value and return are two things" in the decisions of record.
 */
export class Growth {
  #before = 0;
  #after = 0;

  /** Adds a token: the amount held over the step, and its price at the begin and at the end. */
  add(amount: number, before: number, after: number): void {
    const value = amount * before;
    if (Number.isNaN(value)) return;
    const grown = amount * after;
    this.#before += value;
    this.#after += Number.isNaN(grown) ? value : grown;
  }

  /** What of each unit of value became; null where nothing of value was held. */
  get ratio(): number | null {
    const ratio = this.#after / this.#before;
    return this.#before > 0 && Number.isFinite(ratio) ? ratio : null;
  }
}

/**
 * What of a token's change in value over a step is flow: (q₁ − q₀) p₁, and all of its value, q₁ p₁, where it had no price at
 * the step's begin. The rest of the change, q₀ (p₁ − p₀), is what its price did. 0 where it has no price yet.
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
 * Index and flow of tokens held together. With q the amounts and p the prices at each record,
 *
 *     index(t) = index(t−1) × Σ q(t−1) p(t) ÷ Σ q(t−1) p(t−1)
 *     flow(t)  = Σ (q(t) − q(t−1)) p(t)
 *
 * by the rules of `Growth` and `flowOf`: a token's first price is a flow. So, exactly but for rounding,
 * total(t) − total(t−1) = flow(t) + what prices did. Where nothing of value was held at t−1 the index stays as it was.
 *
 * Two records between which no amount changes and no held token gets its first price stand for all between them: the
 * growth telescopes, and the flow there is 0. The same window given as the records of `telescoped` alone has the same
 * last index and the same sum of flows.
 *
 * @param records how many the window has.
 * @throws RangeError where a column is of another length.
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
 * @returns null where fewer than two records have an index, or it began at 0.
 */
export function returnOf(index: ArrayLike<number>): number | null {
  let first = 0;
  while (first < index.length && Number.isNaN(index[first])) first++;
  if (index.length - first < 2) return null;
  const ratio = (index[index.length - 1] ?? NaN) / (index[first] ?? NaN) - 1;
  return Number.isFinite(ratio) ? ratio + 0 : null;
}

/** A window of records: its first, every whole multiple of `step` after it, and its last. In epoch ms. */
export interface RecordWindow {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

/**
 * The records of a window that its return and its flow need: the first, the last, and of each change the record from which
 * on it counts. Ascending, none twice; for one who changes nothing two, however many records the window has.
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
