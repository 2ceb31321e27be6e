import type { AttributedSteps, AttributedToken } from '#analytics/attribution.ts';
import { latestIndex, lowerBound } from '#analytics/extent.ts';
import { isBought, levelsAt, ratioSince } from '#analytics/level.ts';
import { sumOf } from '#analytics/weights.ts';
import { mergedTokens, type HeldOver, type TokenColumns } from './heldOver.ts';
import type { Levels } from './levels.ts';
import type { PastPrices } from './prices.ts';

/**
 * The steps over which a wallet is compared with its thematic: those between the records of the wallet's history, divided where the
 * thematic is rebalanced within one. In each, both keep their amounts, so weights at its start describe it completely. A wallet's
 * amounts change only at records, so its return is that of its performance.
 */
export interface AttributionGrid {
  /** Ends of the steps; ascending (epoch ms). Starts at the first record with a value and a level. */
  readonly times: Float64Array;
  /** Indices of the steps in which the wallet has a value, and of the others. */
  readonly kept: readonly number[];
  readonly left: readonly number[];
  /** Of the kept steps. */
  readonly growth: AttributedSteps;
  /** The tokens held or targeted in any step, in order of the thematic, then of their ids. */
  readonly tokens: readonly string[];
  /** Prices at each of the times; NaN before the first one. */
  prices(token: string): Float64Array;
  /** Over the kept steps. */
  columns(token: string): AttributedToken;
  /** Returns the average of a column over time. */
  average(column: Float64Array): number;
}

/** Returns null if there is no record at which the wallet has a value and the thematic a level. */
export function attributionGrid(
  prices: PastPrices,
  { grid, wallets }: HeldOver,
  levels: Levels,
): AttributionGrid | null {
  const records = grid.times;
  const held = mergedTokens({ grid, wallets });
  const first = firstRecord(records, held, levels.inception);
  if (first === null) return null;
  const times = instantsFrom(records, first, levels.times);
  const recordOf = Int32Array.from(times, (at) => latestIndex(records, at));
  const rebalanceOf = Int32Array.from(times, (at) => latestIndex(levels.times, at));
  const series = cached((token) => prices.series(token, times));
  const heldBy = new Map(held.map((one) => [one.token, one]));

  /** Amounts over the step from each of the times on. As in `Growth`, a token without a price at the record is left out. */
  const amountsOf = (token: string): Float64Array => {
    const own = heldBy.get(token);
    return Float64Array.from(recordOf, (record) =>
      own === undefined || Number.isNaN(own.prices[record] ?? NaN) ? 0 : (own.amounts[record] ?? 0),
    );
  };
  /** Target weights, grown since the rebalance with the price. */
  const grownOf = (index: number): Float64Array => {
    const own = series(levels.tokens[index] ?? '');
    return Float64Array.from(rebalanceOf, (k, at) => {
      const weight = levels.weights[k]?.[index] ?? 0;
      const base = levels.prices[index]?.[k] ?? NaN;
      return isBought(weight, base) ? weight * ratioSince(base, own[at] ?? NaN) : 0;
    });
  };

  const values = new Float64Array(times.length);
  const grown = new Float64Array(times.length);
  for (const { token } of held) {
    const [amounts, own] = [amountsOf(token), series(token)];
    for (let k = 0; k + 1 < times.length; k++) {
      const value = positionValue(amounts[k], own[k]);
      values[k] = (values[k] ?? 0) + value;
      grown[k] = (grown[k] ?? 0) + value * ratioSince(own[k] ?? NaN, own[k + 1] ?? NaN);
    }
  }
  const wholes = new Float64Array(times.length);
  for (const index of levels.tokens.keys()) {
    for (const [at, part] of grownOf(index).entries()) wholes[at] = (wholes[at] ?? 0) + part;
  }
  const levelColumn = levelsAt(times, levels, levels.tokens.map(series));
  const steps = Array.from({ length: times.length - 1 }, (_, k) => k);
  const kept = steps.filter((k) => (values[k] ?? 0) > 0);
  const isKept = new Set(kept);
  const column = (of: (k: number) => number) => Float64Array.from(kept, of);
  const lengths = column((k) => (times[k + 1] ?? NaN) - (times[k] ?? NaN));
  const duration = sumOf(lengths);
  return {
    times,
    kept,
    left: steps.filter((k) => !isKept.has(k)),
    growth: {
      wallet: column((k) => ratioSince(values[k] ?? NaN, grown[k] ?? NaN)),
      thematic: column((k) => ratioSince(levelColumn[k] ?? NaN, levelColumn[k + 1] ?? NaN)),
    },
    tokens: [
      ...new Set([
        ...tokensTargeted(levels, rebalanceOf),
        ...held.flatMap(({ token }) => (amountsOf(token).some((one) => one > 0) ? token : [])),
      ]),
    ],
    prices: series,
    columns(token) {
      const [amounts, own] = [amountsOf(token), series(token)];
      const index = levels.tokens.indexOf(token);
      const targets = index < 0 ? null : grownOf(index);
      return {
        weights: column((k) => positionValue(amounts[k], own[k]) / (values[k] ?? NaN)),
        targets: column((k) => shareOf(targets?.[k] ?? 0, wholes[k] ?? 0)),
        returns: column((k) => ratioSince(own[k] ?? NaN, own[k + 1] ?? NaN) - 1),
      };
    },
    average: (of) => sumOf(of.map((one, k) => one * (lengths[k] ?? 0))) / duration,
  };
}

/** The first record with a value at which the thematic has a level; null if there is none. */
function firstRecord(
  records: Float64Array,
  held: readonly TokenColumns[],
  inception: number,
): number | null {
  for (let record = lowerBound(records, inception); record < records.length; record++) {
    if (held.some(({ amounts, prices }) => positionValue(amounts[record], prices[record]) > 0)) {
      return record;
    }
  }
  return null;
}

function instantsFrom(records: Float64Array, first: number, rebalances: Float64Array) {
  const begin = records[first] ?? NaN;
  const end = records.at(-1) ?? NaN;
  const within = rebalances.filter((at) => at > begin && at < end);
  return Float64Array.from(new Set([...records.subarray(first), ...within])).toSorted();
}

function tokensTargeted({ tokens, weights }: Levels, rebalanceOf: Int32Array): string[] {
  const inEffect = new Set(weights.slice(rebalanceOf[0], (rebalanceOf.at(-1) ?? 0) + 1));
  return tokens.filter((_, index) => [...inEffect].some((own) => (own[index] ?? 0) > 0));
}

const positionValue = (amount = 0, price = NaN): number =>
  Number.isNaN(amount * price) ? 0 : amount * price;

const shareOf = (part: number, whole: number): number => (part === 0 ? 0 : part / whole);

function cached<Value>(read: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}
