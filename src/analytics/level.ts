import { lowerBound } from './extent.ts';

const day = 86_400_000;
const levelAtInception = 100;

/**
 * The first 00:00 UTC (epoch ms) at or after the earliest first price of a thematic's tokens, where its level is 100.
 *
 * @param firstAts instant of each token's first price, null where it has none.
 * @returns null where no token has a price.
 */
export function inception(firstAts: readonly (number | null)[]): number | null {
  let earliest = Infinity;
  for (const at of firstAts) if (at !== null && at < earliest) earliest = at;
  return earliest === Infinity ? null : Math.ceil(earliest / day) * day + 0;
}

/**
 * The index level of a thematic at every midnight: what a holding is worth that starts at 100 and is put back to
 * the target weights at every 00:00 UTC. Source: "Histories" in the decisions of record:
 *
 *     L(t) = L(d) × Σ wᵢ pᵢ(t) ÷ pᵢ(d)
 *
 * d is the last 00:00 UTC strictly before t; w are the target weights, divided by their sum over the tokens that
 * had a price at d. So a token first priced within a day counts from the next midnight on; until then the others
 * share its weight. A token whose prices ended keeps its last price (the caller carries it forward) and its weight.
 *
 * Nothing makes a level NaN: a token with a price of 0 at d cannot be bought and counts like one without a price;
 * where no token has a price at d, the level stands still; a token whose price at t is unknown is taken for
 * unchanged since d.
 *
 * @param midnights consecutive 00:00 UTC (epoch ms), the inception first.
 * @param weights target weight of each token; they need not sum to 1.
 * @param prices for each token, its price at each midnight; NaN before its first one.
 * @throws RangeError where the columns do not fit together or a midnight is missing.
 */
export function dailyLevels(
  midnights: Float64Array,
  weights: Float64Array,
  prices: readonly Float64Array[],
): Float64Array<ArrayBuffer> {
  demandShapes(weights, prices, midnights.length);
  const levels = new Float64Array(midnights.length);
  let level = levelAtInception;
  for (let k = 0; k < levels.length; k++) {
    if (k > 0) {
      if (midnights[k] !== (midnights[k - 1] ?? NaN) + day) {
        throw new RangeError(`midnight ${k} does not follow the one before it by a day`);
      }
      level *= growth(weights, prices, k - 1, prices, k);
    }
    levels[k] = level;
  }
  return levels;
}

/**
 * The level at any times, by the formula of `dailyLevels`. At a midnight of the table it is the table's own, to the
 * last bit; before the inception NaN.
 *
 * @param times epoch ms, in any order.
 * @param midnights as for `dailyLevels`, at least up to the last one before the last of the times.
 * @param daily what `dailyLevels` gave for these midnights, weights and prices.
 * @param pricesAtTimes for each token, its price at each of the times.
 * @param pricesAtMidnights for each token, its price at each midnight.
 * @throws RangeError where the columns do not fit together, or the midnights end more than a day before one of the
 * times.
 */
export function levelsAt(
  times: Float64Array,
  midnights: Float64Array,
  daily: Float64Array,
  weights: Float64Array,
  pricesAtTimes: readonly Float64Array[],
  pricesAtMidnights: readonly Float64Array[],
): Float64Array<ArrayBuffer> {
  demandShapes(weights, pricesAtTimes, times.length);
  demandShapes(weights, pricesAtMidnights, midnights.length);
  if (daily.length !== midnights.length) {
    throw new RangeError(`${daily.length} levels do not fit ${midnights.length} midnights`);
  }
  const levels = new Float64Array(times.length).fill(NaN);
  for (let i = 0; i < levels.length; i++) {
    const at = times[i] ?? NaN;
    const k = lowerBound(midnights, at);
    const before = midnights[k - 1];
    if (midnights[k] === at) levels[i] = daily[k] ?? NaN;
    else if (before !== undefined) {
      if (at - before > day) throw new RangeError(`the table of midnights ends a day before ${at}`);
      levels[i] =
        (daily[k - 1] ?? NaN) * growth(weights, pricesAtMidnights, k - 1, pricesAtTimes, i);
    }
  }
  return levels;
}

/** Σ wᵢ now[i][t] ÷ before[i][d] ÷ Σ wᵢ over the tokens that could be bought at d; 1 where none could. */
function growth(
  weights: Float64Array,
  before: readonly Float64Array[],
  d: number,
  now: readonly Float64Array[],
  t: number,
): number {
  let grown = 0;
  let bought = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    const base = before[i]?.[d] ?? NaN;
    if (!isBought(weight, base)) continue;
    grown += weight * ratioSince(base, now[i]?.[t] ?? NaN);
    bought += weight;
  }
  return bought > 0 ? grown / bought : 1;
}

/** Whether a token is part of a day: it has a weight, and had a price above 0 at the midnight before. */
export function isBought(weight: number, base: number): boolean {
  return base > 0 && weight > 0;
}

/** What a price is of that at the midnight before; 1 where it is not known: taken for unchanged. */
export function ratioSince(base: number, price: number): number {
  const ratio = price / base;
  return Number.isFinite(ratio) ? ratio : 1;
}

function demandShapes(
  weights: Float64Array,
  prices: readonly Float64Array[],
  records: number,
): void {
  if (prices.length !== weights.length || prices.some(({ length }) => length !== records)) {
    throw new RangeError(`prices are not ${weights.length} columns of ${records}`);
  }
}
