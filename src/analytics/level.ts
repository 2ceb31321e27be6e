import { lowerBound } from './extent.ts';

const day = 86_400_000;
const levelAtInception = 100;

/** Target weights from an instant (epoch ms) on, one for each token; 0 if the token is not included. */
export interface DatedWeights {
  readonly from: number;
  readonly weights: Float64Array;
}

/** The levels of a thematic at its rebalances. */
export interface LevelTable {
  /** The result of `rebalances`: epoch ms, ascending, the inception first. */
  readonly times: Float64Array;
  readonly levels: Float64Array;
  /** The target weights from each of the times on. They need not sum to 1. */
  readonly weights: readonly Float64Array[];
  /** For each token, its price at each of the times; NaN before its first one. */
  readonly prices: readonly Float64Array[];
}

/**
 * Returns the instant (epoch ms) at which the level is 100: the start of the first definition if one of its tokens has
 * a price by then, otherwise the first 00:00 UTC at which a token of the current definition has a price. A backfilled
 * thematic's first definition begins before all prices, so its level begins at such a midnight.
 *
 * @param firstAts instant of each token's first price, null if it has none.
 * @param definitions ascending.
 * @returns null if there is none.
 */
export function inception(
  firstAts: readonly (number | null)[],
  definitions: readonly DatedWeights[],
): number | null {
  for (const [k, { from, weights }] of definitions.entries()) {
    const priced = firstAts.filter((at, i) => at !== null && (weights[i] ?? 0) > 0);
    const earliest = Math.min(...priced.map((at) => at ?? Infinity));
    const isDated = k === 0 && earliest <= from;
    const at = isDated ? from : Math.ceil(Math.max(earliest, from) / day) * day + 0;
    if (at < (definitions[k + 1]?.from ?? Infinity)) return at;
  }
  return null;
}

/**
 * The instants at which a thematic is rebalanced to its target weights: the inception, every 00:00 UTC after it, and
 * the start of every definition after it that differs from the one before.
 *
 * @param last the last 00:00 UTC.
 * @param definitions ascending.
 */
export function rebalances(
  inception: number,
  last: number,
  definitions: readonly DatedWeights[],
): Float64Array<ArrayBuffer> {
  const times = new Set([inception]);
  for (let at = Math.ceil(inception / day) * day + 0; at <= last; at += day) times.add(at);
  for (const [k, { from, weights }] of definitions.entries()) {
    const before = definitions[k - 1]?.weights;
    const same = before !== undefined && weights.every((weight, i) => weight === before[i]);
    if (from > inception && !same) times.add(from);
  }
  return Float64Array.from(times).toSorted();
}

/**
 * The index level of a thematic at each rebalance: the value of a holding that starts at 100 and is rebalanced to the
 * target weights at each of these times. Source: "Histories" and "dated definitions" in the decisions of record:
 *
 *     L(t) = L(d) × Σ wᵢ pᵢ(t) ÷ pᵢ(d)
 *
 * d is the latest rebalance strictly before t: a 00:00 UTC, or the `from` of the current definition. w are the target
 * weights of the definition that applies from d on, divided by their sum over the tokens that had a price at d. A
 * token first priced within a day therefore counts from the next midnight on; until then the others share its weight.
 * A token whose prices ended keeps its last price (the caller carries it forward) and its weight. A definition
 * continues from the level that the previous one reached: no level up to its `from` depends on it.
 *
 * No level is NaN: a token with a price of 0 at d cannot be bought and counts as one without a price; if no token has
 * a price at d, the level stays constant; a token whose price at t is unknown counts as unchanged since d.
 *
 * @param times the result of `rebalances`.
 * @param definitions ascending, the first in effect at the first of the times.
 * @param prices for each token, its price at each of the times; NaN before its first one.
 * @throws RangeError if the columns do not fit together, or the times do not ascend by a day at most.
 */
export function levelTable(
  times: Float64Array,
  definitions: readonly DatedWeights[],
  prices: readonly Float64Array[],
): LevelTable {
  const weights = Array.from(
    times,
    (at) => definitions.findLast(({ from }) => from <= at)?.weights ?? new Float64Array(0),
  );
  for (const own of new Set(weights)) demandShapes(own, prices, times.length);
  const levels = new Float64Array(times.length);
  let level = levelAtInception;
  for (let k = 0; k < levels.length; k++) {
    if (k > 0) {
      const passed = (times[k] ?? NaN) - (times[k - 1] ?? NaN);
      if (!(passed > 0 && passed <= day)) {
        throw new RangeError(`time ${k} does not follow the one before it within a day`);
      }
      level *= growth(weights[k - 1], prices, k - 1, prices, k);
    }
    levels[k] = level;
  }
  return { times, levels, weights, prices };
}

/**
 * The level at any times, by the formula of `levelTable`. At a time of the table it is exactly the table's; before the
 * inception NaN.
 *
 * @param times epoch ms, in any order.
 * @param table at least up to its latest instant before the last of the times.
 * @param prices for each token, its price at each of the times.
 * @throws RangeError if the columns do not fit together, or the table ends more than a day before one of the times.
 */
export function levelsAt(
  times: Float64Array,
  table: LevelTable,
  prices: readonly Float64Array[],
): Float64Array<ArrayBuffer> {
  checkTable(table);
  if (prices.length !== table.prices.length || prices.some((own) => own.length !== times.length)) {
    throw new RangeError(`prices are not ${table.prices.length} columns of ${times.length}`);
  }
  const levels = new Float64Array(times.length).fill(NaN);
  for (let i = 0; i < levels.length; i++) {
    const at = times[i] ?? NaN;
    const k = lowerBound(table.times, at);
    const before = table.times[k - 1];
    if (table.times[k] === at) levels[i] = table.levels[k] ?? NaN;
    else if (before !== undefined) {
      if (at - before > day) throw new RangeError(`the table of levels ends a day before ${at}`);
      levels[i] =
        (table.levels[k - 1] ?? NaN) * growth(table.weights[k - 1], table.prices, k - 1, prices, i);
    }
  }
  return levels;
}

/** Σ wᵢ now[i][t] ÷ before[i][d] ÷ Σ wᵢ over the tokens that could be bought at d; 1 if there are none. */
function growth(
  weights: Float64Array | undefined,
  before: readonly Float64Array[],
  d: number,
  now: readonly Float64Array[],
  t: number,
): number {
  let grown = 0;
  let bought = 0;
  for (let i = 0; i < before.length; i++) {
    const weight = weights?.[i] ?? 0;
    const base = before[i]?.[d] ?? NaN;
    if (!isBought(weight, base)) continue;
    grown += weight * ratioSince(base, now[i]?.[t] ?? NaN);
    bought += weight;
  }
  return bought > 0 ? grown / bought : 1;
}

/** Whether a token takes part in a day: it has a weight, and a price above 0 at the start of the day. */
export function isBought(weight: number, base: number): boolean {
  return base > 0 && weight > 0;
}

/** Ratio of a price to the one at the start of the day; 1 if it is unknown: it counts as unchanged. */
export function ratioSince(base: number, price: number): number {
  const ratio = price / base;
  return Number.isFinite(ratio) ? ratio : 1;
}

/** @throws RangeError if the columns of a table do not fit together. */
function checkTable({ times, levels, weights, prices }: LevelTable): void {
  if (levels.length !== times.length || weights.length !== times.length) {
    throw new RangeError(`${levels.length} levels do not fit ${times.length} times`);
  }
  for (const own of new Set(weights)) demandShapes(own, prices, times.length);
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
