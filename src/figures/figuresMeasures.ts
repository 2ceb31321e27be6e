import type { CashFlow } from '#analytics/rateOfReturn.ts';
import { returnsOf, type MoneyPeriod } from '#analytics/returns.ts';
import { day, windowOf } from '#contract/historyType.ts';
import { benchmarkLevels, commonRule, type Benchmark } from './figuresBenchmark.ts';
import {
  completeSteps,
  joined,
  median,
  rangeOf,
  type ExcludedRange,
  type StepEnds,
  type StepRule,
} from './figuresSteps.ts';
import type { SubjectSeries } from './figuresSubject.ts';

/** Returns over complete steps, without those that start without a value. */
export interface MeasuredSteps {
  readonly returns: Float64Array;
  /** By record. Includes the steps without a value. */
  readonly excluded: readonly ExcludedRange[];
  /** By record: the start and end of each return. */
  readonly steps: readonly StepEnds[];
  /** Milliseconds; null without a step. */
  readonly step: number | null;
  /** P, records a year; NaN without a step. */
  readonly perYear: number;
}

/** Subject and benchmark over the time at which both are known. */
export interface CommonMeasures {
  /** Levels of the benchmark at each record of the subject; NaN is unknown. */
  readonly levels: Float64Array;
  /** Returns over complete steps of equal length. */
  readonly own: MeasuredSteps;
  readonly benchmark: Float64Array;
  /** Returns over all steps between the first and the last record at which both are known. */
  readonly total: { readonly own: Float64Array; readonly benchmark: Float64Array };
  /** Length of that time. */
  readonly days: number;
  readonly isYear: boolean;
}

/** The numbers from which all figures are computed. */
export interface FiguresMeasures {
  readonly series: SubjectSeries;
  readonly money: MoneyPeriod;
  /** Over all steps, partial ones included. */
  readonly total: Float64Array;
  readonly days: number;
  readonly isYear: boolean;
  readonly own: MeasuredSteps;
  readonly common: CommonMeasures | null;
}

export function measure(series: SubjectSeries, benchmark: Benchmark | null): FiguresMeasures {
  const { times, values, index, flow, rule, covered } = series;
  const from = times[0] ?? NaN;
  const to = times.at(-1) ?? NaN;
  const flows = Array.from(flow, (amount, i): CashFlow => ({ at: times[i] ?? NaN, amount }));
  return {
    series,
    money: {
      from,
      to,
      opening: values[0] ?? NaN,
      closing: values.at(-1) ?? NaN,
      flows: flows.filter(({ amount }) => amount !== 0),
    },
    total: returnsWithoutBase(index),
    days: (to - from) / day,
    isYear: covered >= windowOf.year,
    own: stepReturns(series, rule),
    common: benchmark === null ? null : measureCommon(series, benchmark),
  };
}

/** Returns of an index. After a total loss it stays at 0, so later steps add nothing. */
function returnsWithoutBase(index: Float64Array): Float64Array {
  return returnsOf(index).map((value, i) => (index[i] === 0 && index[i + 1] === 0 ? 0 : value));
}

function stepReturns(
  { times, values, index }: SubjectSeries,
  rule: StepRule | null,
): MeasuredSteps {
  const { steps, excluded } =
    rule === null ? { steps: [], excluded: [] } : completeSteps(times, rule);
  const isValued = ([from, to]: StepEnds) => values.subarray(from, to).every((value) => value > 0);
  const valued = steps.filter(isValued);
  const withoutValue = joined(steps.filter((one) => !isValued(one)));
  const lengths = Float64Array.from(
    steps,
    ([from, to]) => (times[to] ?? NaN) - (times[from] ?? NaN),
  );
  const step = median(lengths);
  return {
    returns: Float64Array.from(
      valued,
      ([from, to]) => (index[to] ?? NaN) / (index[from] ?? NaN) - 1,
    ),
    steps: valued,
    excluded: [...excluded, ...withoutValue.map((ends) => rangeOf(ends, 'no-value'))].toSorted(
      (a, b) => a.from - b.from,
    ),
    step,
    perYear: step === null ? NaN : windowOf.year / step,
  };
}

/** null if subject and benchmark are never both known. */
function measureCommon(series: SubjectSeries, benchmark: Benchmark): CommonMeasures | null {
  const { times, index, covered } = series;
  const levels = benchmarkLevels(series, benchmark);
  const first = levels.findIndex(Number.isFinite);
  const last = levels.findLastIndex(Number.isFinite);
  if (first < 0) return null;
  const own = stepReturns(series, commonRule(series, benchmark));
  const length = (times[last] ?? NaN) - (times[first] ?? NaN);
  const isComplete = first === 0 && last === levels.length - 1;
  return {
    levels,
    own,
    benchmark: Float64Array.from(
      own.steps,
      ([from, to]) => (levels[to] ?? NaN) / (levels[from] ?? NaN) - 1,
    ),
    total: {
      own: returnsWithoutBase(index.subarray(first, last + 1)),
      benchmark: returnsWithoutBase(levels.subarray(first, last + 1).filter(Number.isFinite)),
    },
    days: length / day,
    isYear: (isComplete ? covered : length) >= windowOf.year,
  };
}
