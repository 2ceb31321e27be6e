import { currentDrawdown, maxDrawdown } from '#analytics/drawdowns.ts';
import type { Figure } from '#analytics/figure.ts';
import {
  activeShare,
  alpha,
  battingAverage,
  beta,
  captureDown,
  captureUp,
  correlation,
  excessReturn,
  informationRatio,
  rSquared,
  trackingDifference,
  trackingError,
} from '#analytics/relative.ts';
import {
  annualizedReturn,
  compoundReturn,
  modifiedDietz,
  moneyWeightedReturn,
  simpleGain,
  type MoneyPeriod,
} from '#analytics/returns.ts';
import {
  best,
  calmar,
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

const day = 86_400_000;
export const perYear = 365;
export const rf = 0.03;
const terms = { perYear, rf };

/** Daily values of a wallet, and those of a benchmark. */
export interface Series {
  readonly values: Float64Array;
  readonly benchmark: Float64Array;
}

const periodOf = ({ values }: Series): MoneyPeriod => ({
  from: 0,
  to: Math.max(values.length - 1, 0) * day,
  opening: values[0] ?? 0,
  closing: values.at(-1) ?? 0,
  flows: [],
});

type OfReturns = (r: Float64Array, b: Float64Array, series: Series) => Figure;

/** Every figure of the metrics of record, from returns and the series that has them. */
export const everyFigure = {
  simpleGain: (r, b, series) => simpleGain(periodOf(series)),
  timeWeightedReturn: (r) => compoundReturn(r),
  moneyWeightedReturn: (r, b, series) => moneyWeightedReturn(periodOf(series)),
  modifiedDietz: (r, b, series) => modifiedDietz(periodOf(series)),
  annualizedReturn: (r) => annualizedReturn(compoundReturn(r), r.length),
  volatility: (r) => volatility(r, perYear),
  maxDrawdown: (r, b, { values }) => maxDrawdown(values),
  currentDrawdown: (r, b, { values }) => currentDrawdown(values),
  sharpe: (r) => sharpe(r, terms),
  sortino: (r) => sortino(r, terms),
  calmar: (r, b, { values }) =>
    calmar(annualizedReturn(compoundReturn(r), r.length), maxDrawdown(values)),
  ulcer: (r, b, { values }) => ulcer(values),
  valueAtRisk95: (r) => valueAtRisk95(r),
  expectedShortfall95: (r) => expectedShortfall95(r),
  omega: (r) => omega(r, terms),
  tailRatio: (r) => tailRatio(r),
  skewness: (r) => skewness(r),
  kurtosis: (r) => kurtosis(r),
  best: (r) => best(r),
  worst: (r) => worst(r),
  shareOfGains: (r) => shareOfGains(r),
  excessReturn: (r, b) => excess(r, b),
  informationRatio: (r, b) => informationRatio(excess(r, b), trackingError(r, b, perYear)),
  beta: (r, b) => beta(r, b),
  alpha: (r, b) => alpha(r, b, perYear),
  correlation: (r, b) => correlation(r, b),
  rSquared: (r, b) => rSquared(r, b),
  trackingDifference: (r, b) => trackingDifference(r, b),
  trackingError: (r, b) => trackingError(r, b, perYear),
  captureUp: (r, b) => captureUp(r, b),
  captureDown: (r, b) => captureDown(r, b),
  battingAverage: (r, b) => battingAverage(r, b),
  activeShare: (r, b, { values, benchmark }) =>
    activeShare(asWeights(values), asWeights(benchmark)),
} satisfies Record<string, OfReturns>;
export type FigureName = keyof typeof everyFigure;

const excess = (r: Float64Array, b: Float64Array): Figure =>
  excessReturn(
    annualizedReturn(compoundReturn(r), r.length),
    annualizedReturn(compoundReturn(b), b.length),
  );

const asWeights = (values: Float64Array): ReadonlyMap<string, number> =>
  new Map(Array.from(values, (value, i) => [String(i), value]));
