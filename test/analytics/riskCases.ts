import { currentDrawdown, maxDrawdown } from '#analytics/drawdowns.ts';
import type { Figure } from '#analytics/figure.ts';
import {
  alpha,
  battingAverage,
  beta,
  captureDown,
  captureUp,
  correlation,
  rSquared,
  trackingDifference,
  trackingError,
} from '#analytics/relative.ts';
import { compoundReturn } from '#analytics/returns.ts';
import {
  best,
  expectedShortfall95,
  kurtosis,
  omega,
  shareOfGains,
  sharpe,
  skewness,
  sortino,
  tailRatio,
  ulcer,
  valueAtRisk95,
  volatility,
  worst,
} from '#analytics/risk.ts';
import {
  deviation,
  differences,
  falls,
  mean,
  offBy,
  plainBeta,
  plainCorrelation,
  plainMoment,
  plainOmega,
  plainQuantile,
  plainSharpe,
  plainSortino,
  total,
  valuesOf,
  type Numbers,
} from './plainFigures.ts';

export const perYear = 365;
export const rf = 0.03;

export interface FigureCase {
  readonly r: Float64Array;
  readonly b: Float64Array;
}

/** Each figure from the code under test, and from plain loops. */
export const figures: Record<
  string,
  [(of: FigureCase) => Figure, (r: Numbers, b: Numbers) => number]
> = {
  return: [({ r }) => compoundReturn(r), total],
  volatility: [({ r }) => volatility(r, perYear), (r) => deviation(r) * Math.sqrt(365)],
  Sharpe: [({ r }) => sharpe(r, { perYear, rf }), (r) => plainSharpe(r, rf, perYear)],
  Sortino: [({ r }) => sortino(r, { perYear, rf }), (r) => plainSortino(r, rf, perYear)],
  Omega: [({ r }) => omega(r, { perYear, rf }), (r) => plainOmega(r, rf, perYear)],
  'max drawdown': [({ r }) => maxDrawdown(valuesOf([...r])), (r) => Math.min(...fallsOf(r))],
  'current drawdown': [
    ({ r }) => currentDrawdown(valuesOf([...r])),
    (r) => fallsOf(r).at(-1) ?? NaN,
  ],
  Ulcer: [
    ({ r }) => ulcer(valuesOf([...r])),
    (r) => Math.sqrt(fallsOf(r).reduce((sum, depth) => sum + depth ** 2, 0) / r.length),
  ],
  'value at risk': [({ r }) => valueAtRisk95(r), (r) => plainQuantile(r, 0.05)],
  'expected shortfall': [
    ({ r }) => expectedShortfall95(r),
    (r) => mean(atOrBelow(r, plainQuantile(r, 0.05))),
  ],
  'tail ratio': [
    ({ r }) => tailRatio(r),
    (r) => plainQuantile(r, 0.95) / Math.abs(plainQuantile(r, 0.05)),
  ],
  skewness: [({ r }) => skewness(r), (r) => plainMoment(r, 3) / plainMoment(r, 2) ** 1.5],
  kurtosis: [({ r }) => kurtosis(r), (r) => plainMoment(r, 4) / plainMoment(r, 2) ** 2 - 3],
  best: [({ r }) => best(r), (r) => Math.max(...r)],
  worst: [({ r }) => worst(r), (r) => Math.min(...r)],
  'share of gains': [({ r }) => shareOfGains(r), (r) => r.filter((x) => x > 0).length / r.length],
  beta: [({ r, b }) => beta(r, b), plainBeta],
  alpha: [
    ({ r, b }) => alpha(r, b, perYear),
    (r, b) => (mean(r) - plainBeta(r, b) * mean(b)) * perYear,
  ],
  correlation: [({ r, b }) => correlation(r, b), plainCorrelation],
  'R²': [({ r, b }) => rSquared(r, b), (r, b) => plainCorrelation(r, b) ** 2],
  'tracking difference': [({ r, b }) => trackingDifference(r, b), (r, b) => total(r) - total(b)],
  'tracking error': [
    ({ r, b }) => trackingError(r, b, perYear),
    (r, b) => deviation(differences(r, b)) * Math.sqrt(perYear),
  ],
  'up capture': [
    ({ r, b }) => captureUp(r, b),
    (r, b) => total(where(r, b, (x) => x > 0)) / total(where(b, b, (x) => x > 0)),
  ],
  'down capture': [
    ({ r, b }) => captureDown(r, b),
    (r, b) => total(where(r, b, (x) => x <= 0)) / total(where(b, b, (x) => x <= 0)),
  ],
  'batting average': [
    ({ r, b }) => battingAverage(r, b),
    (r, b) => differences(r, b).filter((x) => x > 0).length / r.length,
  ],
};

const atOrBelow = (of: Numbers, limit: number): number[] => of.filter((x) => x <= limit);
const fallsOf = (returns: Numbers): number[] => falls([...valuesOf(returns)]);
const where = (of: Numbers, b: Numbers, isIncluded: (b: number) => boolean): number[] =>
  of.filter((_, i) => isIncluded(b[i] ?? NaN));

/** The figures that differ from those of plain loops by more than 1e-9, or count other observations. */
export function mismatches({ r, b }: FigureCase): string[] {
  return Object.entries(figures).flatMap(([name, [figure, plain]]) => {
    const { value, observations } = figure({ r, b });
    const expected = plain([...r], [...b]);
    const isCounted = observations === r.length || name.includes('capture');
    return offBy(value, expected) < 1e-9 && isCounted
      ? []
      : [`${name}: ${value} of ${observations}, not ${expected} of ${r.length}`];
  });
}
