import type { Figure } from '#analytics/figure.ts';
import { everyFigure, perYear, rf, type FigureName } from './everyFigure.ts';
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

export interface FigureCase {
  readonly r: Float64Array;
  readonly b: Float64Array;
}

export const figureOf = (name: FigureName, { r, b }: FigureCase): Figure =>
  everyFigure[name](r, b, { values: valuesOf([...r]), benchmark: valuesOf([...b]) });

/** Plain loops for the figures of returns. */
const plainLoops = new Map<FigureName, (r: Numbers, b: Numbers) => number>([
  ['timeWeightedReturn', total],
  ['volatility', (r) => deviation(r) * Math.sqrt(365)],
  ['sharpe', (r) => plainSharpe(r, rf, perYear)],
  ['sortino', (r) => plainSortino(r, rf, perYear)],
  ['omega', (r) => plainOmega(r, rf, perYear)],
  ['maxDrawdown', (r) => Math.min(...fallsOf(r))],
  ['currentDrawdown', (r) => fallsOf(r).at(-1) ?? NaN],
  ['ulcer', (r) => Math.sqrt(fallsOf(r).reduce((sum, depth) => sum + depth ** 2, 0) / r.length)],
  ['valueAtRisk95', (r) => plainQuantile(r, 0.05)],
  ['expectedShortfall95', (r) => mean(atOrBelow(r, plainQuantile(r, 0.05)))],
  ['tailRatio', (r) => plainQuantile(r, 0.95) / Math.abs(plainQuantile(r, 0.05))],
  ['skewness', (r) => plainMoment(r, 3) / plainMoment(r, 2) ** 1.5],
  ['kurtosis', (r) => plainMoment(r, 4) / plainMoment(r, 2) ** 2 - 3],
  ['best', (r) => Math.max(...r)],
  ['worst', (r) => Math.min(...r)],
  ['shareOfGains', (r) => r.filter((x) => x > 0).length / r.length],
  ['beta', plainBeta],
  ['alpha', (r, b) => (mean(r) - plainBeta(r, b) * mean(b)) * perYear],
  ['correlation', plainCorrelation],
  ['rSquared', (r, b) => plainCorrelation(r, b) ** 2],
  ['trackingDifference', (r, b) => total(r) - total(b)],
  ['trackingError', (r, b) => deviation(differences(r, b)) * Math.sqrt(perYear)],
  ['captureUp', (r, b) => total(where(r, b, (x) => x > 0)) / total(where(b, b, (x) => x > 0))],
  ['captureDown', (r, b) => total(where(r, b, (x) => x <= 0)) / total(where(b, b, (x) => x <= 0))],
  ['battingAverage', (r, b) => differences(r, b).filter((x) => x > 0).length / r.length],
]);
export const comparedFigures: readonly FigureName[] = [...plainLoops.keys()];

const atOrBelow = (of: Numbers, limit: number): number[] => of.filter((x) => x <= limit);
const fallsOf = (returns: Numbers): number[] => falls([...valuesOf(returns)]);
const where = (of: Numbers, b: Numbers, isIncluded: (b: number) => boolean): number[] =>
  of.filter((_, i) => isIncluded(b[i] ?? NaN));

/** The figures that differ from those of plain loops by more than 1e-9, or count other observations. */
export function mismatches({ r, b }: FigureCase): string[] {
  return [...plainLoops].flatMap(([name, plain]) => {
    const { value, observations } = figureOf(name, { r, b });
    const expected = plain([...r], [...b]);
    const isCounted = observations === r.length || name.includes('capture');
    return offBy(value, expected) < 1e-9 && isCounted
      ? []
      : [`${name}: ${value} of ${observations}, not ${expected} of ${r.length}`];
  });
}
