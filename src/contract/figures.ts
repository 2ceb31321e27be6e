import * as z from 'zod/mini';
import type { CsvColumnKind } from './directoryParameters.ts';
import { isoTime } from './time.ts';

/**
 * All figures in the order of the answer, and what each one is: an amount of money (of a thematic: points of its level), a share
 * (0.12 is 12 %), or a plain number. `metrics.md` of the plan of record has the formulas.
 */
export const figureKinds = {
  simpleGain: 'money',
  timeWeightedReturn: 'share',
  moneyWeightedReturn: 'share',
  modifiedDietz: 'share',
  annualizedReturn: 'share',
  volatility: 'share',
  maxDrawdown: 'share',
  currentDrawdown: 'share',
  sharpe: 'plain',
  sortino: 'plain',
  calmar: 'plain',
  ulcer: 'share',
  valueAtRisk95: 'share',
  expectedShortfall95: 'share',
  omega: 'plain',
  tailRatio: 'plain',
  skewness: 'plain',
  kurtosis: 'plain',
  best: 'share',
  worst: 'share',
  shareOfGains: 'share',
  excessReturn: 'share',
  informationRatio: 'plain',
  beta: 'plain',
  alpha: 'share',
  correlation: 'plain',
  rSquared: 'share',
  trackingDifference: 'share',
  trackingError: 'share',
  captureUp: 'share',
  captureDown: 'share',
  battingAverage: 'share',
  activeShare: 'share',
} as const satisfies Readonly<Record<string, CsvColumnKind>>;
export type FigureName = keyof typeof figureKinds;

export const isFigureName = (name: string): name is FigureName => Object.hasOwn(figureKinds, name);
export const figureNames: readonly FigureName[] = Object.keys(figureKinds).filter(isFigureName);

/** Returns a value for each figure. */
export function eachFigure<Value>(of: (name: FigureName) => Value): Record<FigureName, Value> {
  const entries = figureNames.map((name) => [name, of(name)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has exactly the names of `figureKinds`
  return Object.fromEntries(entries) as Record<FigureName, Value>;
}

/**
 * A figure. `value` is null exactly where `reason` is a sentence. `standardError` has the unit of the value; null where there is no
 * usual formula for it. `observations`: number of returns, flows or tokens that the figure is computed from.
 */
export const figureValue = z.looseObject({
  value: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  standardError: z.nullable(z.number()),
  observations: z.number(),
});
export type FigureValue = z.infer<typeof figureValue>;

/** Course of a drawdown. `recoveredAt` is null while it lasts; `days` run from the peak to the recovery, or to the last record. */
const drawdownCourse = {
  peakAt: z.nullable(isoTime),
  troughAt: z.nullable(isoTime),
  recoveredAt: z.nullable(isoTime),
  days: z.nullable(z.number()),
};

/** A drawdown as a figure. The dates are null if there is none. */
export const drawdownFigure = z.looseObject({ ...figureValue.shape, ...drawdownCourse });
export type DrawdownFigure = z.infer<typeof drawdownFigure>;

/** A drawdown. `depth` is negative: −0.2 is 20 % below the peak. */
export const drawdown = z.looseObject({
  ...drawdownCourse,
  depth: z.number(),
  peakAt: isoTime,
  troughAt: isoTime,
  days: z.number(),
});
export type DrawdownRow = z.infer<typeof drawdown>;

/**
 * Return over a UTC month (`2026-03`) or year (`2026`); null if no value is known in it. `excess`: less the benchmark's, null without
 * one. `isPartial`: the period does not cover all of it.
 */
export const calendarReturn = z.looseObject({
  period: z.string(),
  return: z.nullable(z.number()),
  excess: z.nullable(z.number()),
  isPartial: z.boolean(),
});
export type CalendarRow = z.infer<typeof calendarReturn>;

/**
 * Difference between the returns: `value` is `moneyWeighted` less `timeWeighted`. Both are yearly if `isYearly`, which is from one
 * year between the first money and the last on; otherwise both are of that time. A part is the effect of the flows of one record;
 * its `return` is time-weighted, from there to the next one, or to the end. The effects and the `residual`, a rounding error, sum to
 * `value`.
 */
export const figuresDifference = z.looseObject({
  value: z.number(),
  isYearly: z.boolean(),
  moneyWeighted: z.number(),
  timeWeighted: z.number(),
  parts: z.array(
    z.looseObject({ at: isoTime, amount: z.number(), return: z.number(), effect: z.number() }),
  ),
  residual: z.number(),
});
export type FiguresDifference = z.infer<typeof figuresDifference>;

/** One thematic, or several with weights that sum to 1, rebalanced at each step. */
export const figuresBenchmark = z.looseObject({
  kind: z.enum(['thematic', 'blend']),
  label: z.string(),
  thematics: z.array(z.looseObject({ id: z.string(), name: z.string(), weight: z.number() })),
});
export type FiguresBenchmark = z.infer<typeof figuresBenchmark>;

/** Steps that no return is taken from: partial ones, gaps, and those without a value. */
export const excludedSteps = z.looseObject({ from: isoTime, to: isoTime, reason: z.string() });
export type ExcludedSteps = z.infer<typeof excludedSteps>;

/**
 * How a figure came about. `inputs` are the values of this case, `href` a call that answers them; `at` is their instant. `unit`:
 * `money`, `share`, `plain`, `days` or `records`. `reconciliation`: a sum and the total it must equal, null without records.
 */
export const figureExplanation = z.looseObject({
  name: z.string(),
  formula: z.string(),
  inputs: z.array(
    z.looseObject({
      name: z.string(),
      value: z.nullable(z.number()),
      unit: z.string(),
      at: z.nullable(isoTime),
      href: z.nullable(z.string()),
    }),
  ),
  excluded: z.array(excludedSteps),
  reconciliation: z.nullable(
    z.looseObject({
      name: z.string(),
      sum: z.number(),
      total: z.number(),
      difference: z.number(),
      isMatch: z.boolean(),
    }),
  ),
});
export type FigureExplanation = z.infer<typeof figureExplanation>;

/**
 * Answer of `GET /x/users/{id}/figures/{type}` and `GET /x/thematics/{id}/figures/{type}`. `from` and `to` are the first and the
 * last record with a value, null if there is none; then `reason` is a sentence. `step`: milliseconds between two records of a
 * return; null below two. `observations`: number of returns, without the `excluded` steps. `rf`: yearly. `drawdowns`: the deepest
 * first. `months` and `years` are ascending. `explanation` is present only with the parameter `explain`.
 */
export const figures = z.looseObject({
  asOf: isoTime,
  from: z.nullable(isoTime),
  to: z.nullable(isoTime),
  step: z.nullable(z.number()),
  observations: z.number(),
  excluded: z.array(excludedSteps),
  benchmark: z.nullable(figuresBenchmark),
  rf: z.number(),
  figures: z.looseObject({
    ...eachFigure(() => figureValue),
    maxDrawdown: drawdownFigure,
    currentDrawdown: drawdownFigure,
  }),
  difference: z.nullable(figuresDifference),
  drawdowns: z.array(drawdown),
  months: z.array(calendarReturn),
  years: z.array(calendarReturn),
  reason: z.optional(z.string()),
  explanation: z.optional(figureExplanation),
});
export type FiguresAnswer = z.infer<typeof figures>;
