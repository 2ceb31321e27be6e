import { median } from 'd3-array';
import { deepestDrawdowns } from '#analytics/drawdowns.ts';
import { lowerBound } from '#analytics/extent.ts';
import { daysPerYear, returnsOf } from '#analytics/returns.ts';
import {
  rollingBeta,
  rollingCorrelation,
  rollingSharpe,
  rollingVolatility,
} from '#analytics/rolling.ts';
import { maxDrawdowns } from '#contract/figuresLimits.ts';
import { day } from '#contract/historyType.ts';
import type { RollingMode } from '../chart/modes.ts';
import type { Span } from '../chart/scene.ts';
import { type Series, seriesOf } from '../chart/series.ts';

export interface RollingOptions {
  /** Number of returns in each window. */
  readonly size: number;
  /** Yearly risk-free rate. */
  readonly rf: number;
}

interface StepReturns {
  /** One per step; NaN for steps that the figures exclude: partial ones and gaps. */
  readonly returns: Float64Array;
  /** Steps a year. */
  readonly perYear: number;
}

/** A step that deviates more from the median, as a fraction, is partial or a gap. */
const tolerance = 0.05;

function stepReturns(times: Float64Array, levels: Float64Array): StepReturns {
  const steps = times.subarray(1).map((at, i) => at - (times[i] ?? NaN));
  const step = median(steps) ?? NaN;
  const returns = returnsOf(levels).map((one, i) =>
    Math.abs((steps[i] ?? NaN) - step) <= step * tolerance ? one : NaN,
  );
  return { returns, perYear: (daysPerYear * day) / step };
}

type Rolling = (own: StepReturns, benchmark: Float64Array, options: RollingOptions) => Float64Array;

const rollings: Record<RollingMode, Rolling> = {
  rollingVolatility: ({ returns, perYear }, _, { size }) =>
    rollingVolatility(returns, size, perYear),
  rollingSharpe: ({ returns, perYear }, _, { size, rf }) =>
    rollingSharpe(returns, size, { perYear, rf }),
  rollingBeta: ({ returns }, benchmark, { size }) => rollingBeta(returns, benchmark, size),
  rollingCorrelation: ({ returns }, benchmark, { size }) =>
    rollingCorrelation(returns, benchmark, size),
};

/**
 * Returns a figure over the last returns up to each record of a level or an index; NaN before there are enough.
 * @param benchmark for beta and correlation. Only its records at the same instants count.
 */
export function rollingSeries(
  mode: RollingMode,
  { times, totals }: Pick<Series, 'times' | 'totals'>,
  benchmark: Pick<Series, 'times' | 'totals'> | undefined,
  options: RollingOptions,
): Series {
  if (times.length < 2) return seriesOf(times, totals.slice().fill(NaN));
  const own = stepReturns(times, totals);
  const compared = benchmark === undefined ? own.returns : returnsOf(totalsAt(benchmark, times));
  const figures = new Float64Array(times.length).fill(NaN);
  figures.set(rollings[mode](own, compared, options), 1);
  // At the end of an excluded step, the last returns are still the same.
  own.returns.forEach((one, i) => {
    if (Number.isNaN(one)) figures[i + 1] = figures[i] ?? NaN;
  });
  return seriesOf(times, figures);
}

function totalsAt(
  { times, totals }: Pick<Series, 'times' | 'totals'>,
  instants: Float64Array,
): Float64Array {
  return instants.map((at) => {
    const index = lowerBound(times, at);
    return times[index] === at ? (totals[index] ?? NaN) : NaN;
  });
}

/** The deepest drawdowns of a level or an index, from their peaks to their recoveries or the last record. */
export function drawdownSpans({ times, totals }: Pick<Series, 'times' | 'totals'>): Span[] {
  const end = times.at(-1) ?? NaN;
  return deepestDrawdowns(times, totals, maxDrawdowns).map(({ peakAt, recoveredAt }) => ({
    from: peakAt,
    to: recoveredAt ?? end,
  }));
}
