import { overDepths } from './drawdowns.ts';
import { combined, figureOf, noFigure, type Figure } from './figure.ts';
import {
  deviationOf,
  freeRate,
  knownOf,
  momentsOf,
  returnNoise,
  sharpeFrom,
  volatilityFrom,
} from './moments.ts';
import { sumOf } from './weights.ts';

/** Conventions of a ratio of risk. */
export interface RiskTerms {
  /** P, records a year: 365 by daily steps. */
  readonly perYear: number;
  /** rf, the free rate of a year: 0.03 for 3 %. Above −1. */
  readonly rf: number;
}

// Every figure of this file skips unknown returns (NaN or infinite). Sources: the metrics of record, unless named.

/**
 * std(r) × √P, with divisor n − 1. 0 for a flat line. Standard error: σ ÷ √(2 (n − 1)), of independent, normally
 * distributed returns.
 */
export function volatility(returns: Float64Array, perYear: number): Figure {
  const known = knownOf(returns);
  const count = known.length;
  if (count < 2) return noFigure('too-few-records', count);
  const value = volatilityFrom(momentsOf(known), perYear);
  return figureOf(value, count, value / Math.sqrt(2 * (count - 1)));
}

/**
 * Sharpe ratio, arithmetic: mean(r − f) ÷ std(r − f) × √P with f = (1 + rf)^(1/P) − 1. Not the annualized return over
 * the volatility, which other products show. Standard error: √((1 + S²/2) ÷ n) for the ratio S of one record,
 * annualized by √P. Source: Lo, "The Statistics of Sharpe Ratios", Financial Analysts Journal 58 (2002), for
 * independent returns.
 */
export function sharpe(returns: Float64Array, { perYear, rf }: RiskTerms): Figure {
  const known = knownOf(returns);
  const count = known.length;
  if (count < 2) return noFigure('too-few-records', count);
  const moments = momentsOf(known);
  const deviation = deviationOf(moments);
  if (deviation === 0) return noFigure('no-variation', count);
  const value = sharpeFrom(moments, freeRate(rf, perYear), perYear);
  return figureOf(value, count, Math.sqrt((perYear + value ** 2 / 2) / count));
}

/**
 * Sortino ratio: mean(r − f) ÷ √(Σ min(r − f, 0)² ÷ n) × √P. n counts all returns, not only the losses. Source:
 * Sortino and Price, "Performance Measurement in a Downside Risk Framework", Journal of Investing 3 (1994).
 */
export function sortino(returns: Float64Array, { perYear, rf }: RiskTerms): Figure {
  const known = knownOf(returns);
  const count = known.length;
  if (count === 0) return noFigure('too-few-records', count);
  const free = freeRate(rf, perYear);
  const downside = Math.sqrt(sumOf(known.map((r) => Math.min(r - free, 0) ** 2)) / count);
  if (downside <= returnNoise) return noFigure('no-losses', count);
  const mean = sumOf(known) / count - free;
  return figureOf((mean / downside) * Math.sqrt(perYear), count);
}

/** Calmar ratio: annualized return ÷ |max drawdown|. Source: Young, "Calmar Ratio", Futures 20 (1991). */
export function calmar(annualized: Figure, maxDrawdown: Figure): Figure {
  if (annualized.value !== null && maxDrawdown.value === 0) {
    return noFigure('no-drawdown', Math.min(annualized.observations, maxDrawdown.observations));
  }
  return combined(annualized, maxDrawdown, (gain, loss) => gain / Math.abs(loss));
}

/**
 * Ulcer index: √(Σ dd² ÷ n), the root mean square of the drawdowns. n is the number of returns: the first value has
 * no drawdown and does not count. Source: Martin and McCann, "The Investor's Guide to Fidelity Funds" (1989).
 *
 * @param values or levels; unknown ones are skipped.
 */
export function ulcer(values: Float64Array): Figure {
  return overDepths(values, (depths) =>
    Math.sqrt(sumOf(depths.map((depth) => depth ** 2)) / (depths.length - 1)),
  );
}

/**
 * Quantile of ascending numbers with linear interpolation between them, at rank (n − 1) × `share`. Source: definition 7
 * of Hyndman and Fan, "Sample Quantiles in Statistical Packages", American Statistician 50 (1996).
 */
export function quantile(ascending: Float64Array, share: number): number {
  const rank = (ascending.length - 1) * share;
  const below = Math.floor(rank);
  const low = ascending[below] ?? NaN;
  const high = ascending[below + 1] ?? low;
  return low + (high - low) * (rank - below);
}

/** Historical value at risk: the 5 % quantile of the returns, so usually negative. */
export function valueAtRisk95(returns: Float64Array): Figure {
  const known = knownOf(returns).toSorted();
  if (known.length === 0) return noFigure('too-few-records', 0);
  return figureOf(quantile(known, 0.05), known.length);
}

/** Historical expected shortfall: the mean of the returns at or below the value at risk, but for rounding. */
export function expectedShortfall95(returns: Float64Array): Figure {
  const known = knownOf(returns).toSorted();
  if (known.length === 0) return noFigure('too-few-records', 0);
  const limit = quantile(known, 0.05);
  const tail = known.filter((r) => r <= limit + returnNoise);
  return figureOf(sumOf(tail) / tail.length, known.length);
}

/**
 * Omega(MAR): Σ max(r − MAR, 0) ÷ Σ max(MAR − r, 0), with the free rate of one record as MAR. Source: Keating and
 * Shadwick, "A Universal Performance Measure" (2002).
 */
export function omega(returns: Float64Array, { perYear, rf }: RiskTerms): Figure {
  const known = knownOf(returns);
  const count = known.length;
  if (count === 0) return noFigure('too-few-records', count);
  const free = freeRate(rf, perYear);
  const losses = sumOf(known.map((r) => Math.max(free - r, 0)));
  if (losses / count <= returnNoise) return noFigure('no-losses', count);
  return figureOf(sumOf(known.map((r) => Math.max(r - free, 0))) / losses, count);
}

/** Tail ratio: the 95 % quantile ÷ |the 5 % quantile|. Above 1, the largest gains exceed the largest losses. */
export function tailRatio(returns: Float64Array): Figure {
  const known = knownOf(returns).toSorted();
  const count = known.length;
  if (count === 0) return noFigure('too-few-records', count);
  const loss = Math.abs(quantile(known, 0.05));
  if (loss <= returnNoise) return noFigure('no-losses', count);
  return figureOf(quantile(known, 0.95) / loss, count);
}

/** Skewness: m₃ ÷ m₂^1.5, with moments of divisor n. Negative if large losses are more usual than large gains. */
export const skewness = (returns: Float64Array): Figure => standardizedMoment(returns, 3);

/** Excess kurtosis: m₄ ÷ m₂² − 3, with moments of divisor n; 0 for a normal distribution. */
export const kurtosis = (returns: Float64Array): Figure => standardizedMoment(returns, 4);

function standardizedMoment(returns: Float64Array, order: 3 | 4): Figure {
  const known = knownOf(returns);
  const count = known.length;
  if (count < 2) return noFigure('too-few-records', count);
  const moments = momentsOf(known);
  if (deviationOf(moments) === 0) return noFigure('no-variation', count);
  const deviation = Math.sqrt(moments.xx / count);
  const moment = sumOf(known.map((r) => ((r - moments.meanX) / deviation) ** order)) / count;
  return figureOf(order === 4 ? moment - 3 : moment, count);
}

/** The highest return. */
export const best = (returns: Float64Array): Figure => extremeOf(returns, Math.max);

/** The lowest return. */
export const worst = (returns: Float64Array): Figure => extremeOf(returns, Math.min);

function extremeOf(returns: Float64Array, of: (a: number, b: number) => number): Figure {
  const known = knownOf(returns);
  if (known.length === 0) return noFigure('too-few-records', 0);
  return figureOf(
    known.reduce((a, b) => of(a, b)),
    known.length,
  );
}

/** Share of the records with a gain: count(r > 0) ÷ n. */
export function shareOfGains(returns: Float64Array): Figure {
  const known = knownOf(returns);
  if (known.length === 0) return noFigure('too-few-records', 0);
  return figureOf(known.filter((r) => r > 0).length / known.length, known.length);
}
