import { combined, figureOf, noFigure, type Figure, type FigureReason } from './figure.ts';
import {
  benchmarkDeviation,
  betaFrom,
  correlationFrom,
  deviationOf,
  momentsOf,
  returnNoise,
  type Moments,
} from './moments.ts';
import { compoundReturn } from './returns.ts';
import { volatility } from './risk.ts';
import { sumOf } from './weights.ts';

/** Returns over the same steps: `returns[i]` and `benchmark[i]` begin and end together. */
interface ReturnPairs {
  readonly returns: Float64Array;
  readonly benchmark: Float64Array;
}

/**
 * The pairs of which both returns are known: the intersection of the two series.
 * @throws RangeError if the columns differ in length.
 */
export function knownPairs(returns: Float64Array, benchmark: Float64Array): ReturnPairs {
  if (returns.length !== benchmark.length) {
    throw new RangeError(`${returns.length} returns against ${benchmark.length} of the benchmark`);
  }
  const isKnown = (i: number): boolean =>
    Number.isFinite(returns[i]) && Number.isFinite(benchmark[i]);
  if (returns.every((_, i) => isKnown(i))) return { returns, benchmark };
  return {
    returns: returns.filter((_, i) => isKnown(i)),
    benchmark: benchmark.filter((_, i) => isKnown(i)),
  };
}

// Every figure of this file skips steps of which one return is unknown, except where it compounds all of them.
// Sources: the metrics of record, unless named.

/** A figure of the moments of returns and benchmark; x is the return. */
function ofMoments(
  returns: Float64Array,
  benchmark: Float64Array,
  by: (moments: Moments) => Figure,
): Figure {
  const pairs = knownPairs(returns, benchmark);
  const count = pairs.returns.length;
  if (count < 2) return noFigure('too-few-records', count);
  const moments = momentsOf(pairs.returns, pairs.benchmark);
  if (benchmarkDeviation(moments) === 0) return noFigure('flat-benchmark', count);
  return by(moments);
}

/**
 * Beta: cov(r, b) ÷ var(b), the slope of the regression of r on b. Standard error of ordinary least squares:
 * √(Σ e² ÷ (n − 2) ÷ Σ (b − b̄)²) with the residuals e; null below three returns.
 */
export const beta = (returns: Float64Array, benchmark: Float64Array): Figure =>
  ofMoments(returns, benchmark, (moments) => {
    const { count, xx, xy, yy } = moments;
    const slope = betaFrom(moments);
    const unexplained = Math.max(xx - slope * xy, 0);
    const error = count > 2 ? Math.sqrt(unexplained / (count - 2) / yy) : null;
    return figureOf(slope, count, error);
  });

/**
 * Alpha: (mean r − beta × mean b) × P, the intercept of the same regression, annualized without compounding. The free
 * rate does not enter.
 */
export const alpha = (returns: Float64Array, benchmark: Float64Array, perYear: number): Figure =>
  ofMoments(returns, benchmark, (moments) =>
    figureOf((moments.meanX - betaFrom(moments) * moments.meanY) * perYear, moments.count),
  );

/**
 * Pearson's correlation, −1..1. Standard error by Fisher's z = atanh(ρ), whose error is 1 ÷ √(n − 3): (1 − ρ²) ÷
 * √(n − 3) in units of ρ; null below four returns.
 */
export const correlation = (returns: Float64Array, benchmark: Float64Array): Figure =>
  ofMoments(returns, benchmark, (moments) => {
    const { count } = moments;
    if (deviationOf(moments) === 0) return noFigure('no-variation', count);
    const value = correlationFrom(moments);
    return figureOf(value, count, count > 3 ? (1 - value ** 2) / Math.sqrt(count - 3) : null);
  });

/** R²: correlation², the share of the variance that the benchmark explains. */
export function rSquared(returns: Float64Array, benchmark: Float64Array): Figure {
  const of = correlation(returns, benchmark);
  return of.value === null ? of : figureOf(of.value ** 2, of.observations);
}

/** Tracking difference: R − R_b, over all steps. */
export const trackingDifference = (returns: Float64Array, benchmark: Float64Array): Figure =>
  combined(compoundReturn(returns), compoundReturn(benchmark), (ours, theirs) => ours - theirs);

/** Tracking error: std(r − b) × √P, with the standard error of a volatility. */
export function trackingError(
  returns: Float64Array,
  benchmark: Float64Array,
  perYear: number,
): Figure {
  const pairs = knownPairs(returns, benchmark);
  return volatility(
    pairs.returns.map((r, i) => r - (pairs.benchmark[i] ?? NaN)),
    perYear,
  );
}

/** Excess return, arithmetic: annualized R − annualized R_b. */
export const excessReturn = (annualized: Figure, annualizedBenchmark: Figure): Figure =>
  combined(annualized, annualizedBenchmark, (ours, theirs) => ours - theirs);

/**
 * Information ratio: excess return ÷ tracking error. Of three conventions this is the one with annualized, compounded
 * returns; others divide mean(r − b) by std(r − b), or use regression residuals.
 */
export function informationRatio(excess: Figure, error: Figure): Figure {
  if (excess.value !== null && error.value === 0) {
    return noFigure('no-variation', Math.min(excess.observations, error.observations));
  }
  return combined(excess, error, (gain, risk) => gain / risk);
}

/** Up capture: (Π (1 + r) − 1) ÷ (Π (1 + b) − 1) over the records with b > 0, not annualized. */
export const captureUp = (returns: Float64Array, benchmark: Float64Array): Figure =>
  capture(returns, benchmark, (b) => b > 0, 'no-rise');

/** Down capture: the same over the records with b ≤ 0. */
export const captureDown = (returns: Float64Array, benchmark: Float64Array): Figure =>
  capture(returns, benchmark, (b) => b <= 0, 'no-fall');

function capture(
  returns: Float64Array,
  benchmark: Float64Array,
  isIncluded: (b: number) => boolean,
  without: FigureReason,
): Figure {
  const pairs = knownPairs(returns, benchmark);
  const steps = pairs.benchmark.filter(isIncluded);
  if (steps.length === 0) return noFigure(without, 0);
  const theirs = compoundReturn(steps);
  if (theirs.value !== null && Math.abs(theirs.value) <= returnNoise) {
    return noFigure(without, steps.length);
  }
  const ours = compoundReturn(
    pairs.returns.filter((_, i) => isIncluded(pairs.benchmark[i] ?? NaN)),
  );
  return combined(ours, theirs, (gain, benchmarkGain) => gain / benchmarkGain);
}

/** Batting average: share of the records with r > b. */
export function battingAverage(returns: Float64Array, benchmark: Float64Array): Figure {
  const pairs = knownPairs(returns, benchmark);
  const count = pairs.returns.length;
  if (count === 0) return noFigure('too-few-records', 0);
  const won = pairs.returns.filter((r, i) => r > (pairs.benchmark[i] ?? NaN)).length;
  return figureOf(won / count, count);
}

/**
 * Active share: ½ Σ |w − target| over the tokens of either list, 0..1: 0 identical, 1 nothing in common. Source:
 * Cremers and Petajisto, "How Active Is Your Fund Manager?", Review of Financial Studies 22 (2009).
 *
 * @param weights of the tokens by id, summing to 1; @param targets likewise. A token of one list only counts fully.
 */
export function activeShare(
  weights: ReadonlyMap<string, number>,
  targets: ReadonlyMap<string, number>,
): Figure {
  const ids = [...new Set([...weights.keys(), ...targets.keys()])];
  if (weights.size === 0 || targets.size === 0) return noFigure('too-few-records', ids.length);
  const distances = ids.map((id) => Math.abs((weights.get(id) ?? 0) - (targets.get(id) ?? 0)));
  if (!distances.every(Number.isFinite)) return noFigure('unknown-value', ids.length);
  return figureOf(sumOf(distances) / 2, ids.length);
}
