import {
  betaFrom,
  correlationFrom,
  freeRate,
  sharpeFrom,
  volatilityFrom,
  type Moments,
} from './moments.ts';
import { knownPairs } from './relative.ts';
import type { RiskTerms } from './risk.ts';

// Columns over the last N known returns, one number per return: the formulas of `risk` and `relative` on the moments of
// each window. NaN before N returns, at an unknown return, and where the formula has no value.

/** Rolling `volatility`. */
export const rollingVolatility = (
  returns: Float64Array,
  size: number,
  perYear: number,
): Float64Array<ArrayBuffer> =>
  rolling(returns, returns, size, (moments) => volatilityFrom(moments, perYear));

/** Rolling `sharpe`. */
export function rollingSharpe(
  returns: Float64Array,
  size: number,
  { perYear, rf }: RiskTerms,
): Float64Array<ArrayBuffer> {
  const free = freeRate(rf, perYear);
  return rolling(returns, returns, size, (moments) => sharpeFrom(moments, free, perYear));
}

/** Rolling `beta`. */
export const rollingBeta = (
  returns: Float64Array,
  benchmark: Float64Array,
  size: number,
): Float64Array<ArrayBuffer> => rolling(returns, benchmark, size, betaFrom);

/** Rolling `correlation`. */
export const rollingCorrelation = (
  returns: Float64Array,
  benchmark: Float64Array,
  size: number,
): Float64Array<ArrayBuffer> => rolling(returns, benchmark, size, correlationFrom);

/**
 * Applies a formula to each window of `size` known pairs, in O(n). The columns are cut into blocks of `size`: a window
 * is the end of one block and the beginning of the next, so its moments are those of a suffix and a prefix, merged.
 * Nothing is subtracted, so an outlier that leaves the window leaves no rounding error behind. Source of the merge:
 * Chan, Golub and LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing Sample Variances" (1979).
 *
 * @throws RangeError if the columns differ in length or `size` is not a whole number of at least 2.
 */
function rolling(
  returns: Float64Array,
  benchmark: Float64Array,
  size: number,
  formula: (moments: Moments) => number,
): Float64Array<ArrayBuffer> {
  if (!Number.isInteger(size) || size < 2) throw new RangeError(`no window of ${size} returns`);
  const { returns: x, benchmark: y } = knownPairs(returns, benchmark);
  const figures = new Float64Array(returns.length).fill(NaN);
  let suffixes: readonly Moments[] = [];
  let prefix = none;
  let seen = 0;
  for (let i = 0; i < returns.length; i++) {
    if (!Number.isFinite(returns[i]) || !Number.isFinite(benchmark[i])) continue;
    const place = seen % size;
    if (place === 0) prefix = none;
    prefix = merged(prefix, single(x[seen] ?? NaN, y[seen] ?? NaN));
    seen += 1;
    // At the end of a block, the prefix is the complete block.
    if (place === size - 1) suffixes = suffixesOf(x, y, seen, size);
    else if (seen < size) continue;
    const window = place === size - 1 ? prefix : merged(suffixes[place] ?? none, prefix);
    const value = formula(window);
    figures[i] = Number.isFinite(value) ? value + 0 : NaN;
  }
  return figures;
}

const none: Moments = { count: 0, meanX: 0, meanY: 0, xx: 0, yy: 0, xy: 0 };

const single = (x: number, y: number): Moments => ({ ...none, count: 1, meanX: x, meanY: y });

/** `suffixes[k]`: moments of the block that ends before index `end`, without its first k + 1 pairs. */
function suffixesOf(x: Float64Array, y: Float64Array, end: number, size: number): Moments[] {
  const suffixes: Moments[] = [];
  let suffix = none;
  for (let k = size - 2; k >= 0; k--) {
    const at = end - size + k + 1;
    suffix = merged(single(x[at] ?? NaN, y[at] ?? NaN), suffix);
    suffixes[k] = suffix;
  }
  return suffixes;
}

function merged(a: Moments, b: Moments): Moments {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const share = b.count / count;
  const dx = b.meanX - a.meanX;
  const dy = b.meanY - a.meanY;
  const weight = a.count * share;
  return {
    count,
    meanX: a.meanX + dx * share,
    meanY: a.meanY + dy * share,
    xx: a.xx + b.xx + dx * dx * weight,
    yy: a.yy + b.yy + dy * dy * weight,
    xy: a.xy + b.xy + dx * dy * weight,
  };
}
