import { currentDrawdown, maxDrawdown } from '#analytics/drawdowns.ts';
import type { Figure } from '#analytics/figure.ts';
import * as relative from '#analytics/relative.ts';
import {
  annualizedReturn,
  compoundReturn,
  modifiedDietz,
  moneyWeightedReturn,
  simpleGain,
} from '#analytics/returns.ts';
import * as risk from '#analytics/risk.ts';
import type { FigureName } from '#contract/figures.ts';
import type { Benchmark } from './figuresBenchmark.ts';
import type { CommonMeasures, FiguresMeasures } from './figuresMeasures.ts';
import { minReturns } from '#contract/figuresLimits.ts';
import type { GateReason } from './figureReasons.ts';
import { isNotKnown, type NotKnown } from './source.ts';

/** A figure withheld by a rule of the operation, or for a reason that is already a sentence. */
interface Withheld {
  readonly value: null;
  readonly reason: GateReason | NotKnown;
  readonly observations: number;
}

export type GatedFigure = Figure | Withheld;

export interface FigureTerms {
  readonly benchmark: Benchmark | null;
  readonly rf: number;
}

const withheld = (reason: GateReason | NotKnown, observations: number): Withheld => ({
  value: null,
  reason,
  observations,
});

/** Computes all figures. Yields between slices. */
export function* figuresTable(
  measures: FiguresMeasures,
  { benchmark, rf }: FigureTerms,
): Generator<void, Readonly<Record<FigureName, GatedFigure>>> {
  const { series, money, total, days, isYear, own, common } = measures;
  const { returns, perYear } = own;
  const terms = { perYear, rf };

  /** Withholds a figure of fewer than 20 returns. */
  const gated = (of: (returns: Float64Array) => Figure): GatedFigure => {
    const count = returns.filter(Number.isFinite).length;
    return count < minReturns ? withheld('few-returns', count) : of(returns);
  };
  const yearly = (figure: GatedFigure, isWhole = isYear): GatedFigure =>
    isWhole ? figure : withheld('below-a-year', figure.observations);
  const against = (of: (common: CommonMeasures) => GatedFigure): GatedFigure => {
    if (benchmark === null) return withheld('no-benchmark', 0);
    return common === null ? withheld('no-common-records', 0) : of(common);
  };
  const gatedAgainst = (
    of: (returns: Float64Array, benchmark: Float64Array, perYear: number) => Figure,
  ): GatedFigure =>
    against(({ own: pairs, benchmark: theirs }) => {
      const count = relative.knownPairs(pairs.returns, theirs).returns.length;
      return count < minReturns
        ? withheld('few-common-returns', count)
        : of(pairs.returns, theirs, pairs.perYear);
    });

  const timeWeighted = compoundReturn(total);
  const annualized = annualizedReturn(timeWeighted, days);
  const deepest = maxDrawdown(series.index);
  const excess = against(({ total: both, days: length, isYear: isCommonYear }) =>
    yearly(
      relative.excessReturn(
        annualizedReturn(compoundReturn(both.own), length),
        annualizedReturn(compoundReturn(both.benchmark), length),
      ),
      isCommonYear,
    ),
  );
  const trackingError = gatedAgainst(relative.trackingError);

  yield;
  const moneyWeighted = moneyWeightedReturn(money);
  yield;
  const ofMoney = {
    simpleGain: simpleGain(money),
    timeWeightedReturn: timeWeighted,
    moneyWeightedReturn: moneyWeighted,
    modifiedDietz: modifiedDietz(money),
  };
  yield;
  const ofReturns = {
    annualizedReturn: yearly(annualized),
    volatility: gated((r) => risk.volatility(r, perYear)),
    maxDrawdown: deepest,
    currentDrawdown: currentDrawdown(series.index),
    sharpe: gated((r) => risk.sharpe(r, terms)),
    sortino: gated((r) => risk.sortino(r, terms)),
    calmar: yearly(gated(() => risk.calmar(annualized, deepest))),
    ulcer: risk.ulcer(series.index),
    valueAtRisk95: gated(risk.valueAtRisk95),
    expectedShortfall95: gated(risk.expectedShortfall95),
    omega: gated((r) => risk.omega(r, terms)),
    tailRatio: gated(risk.tailRatio),
    skewness: gated(risk.skewness),
    kurtosis: gated(risk.kurtosis),
    best: risk.best(returns),
    worst: risk.worst(returns),
    shareOfGains: risk.shareOfGains(returns),
  };
  yield;
  return {
    ...ofMoney,
    ...ofReturns,
    excessReturn: excess,
    informationRatio: isKnown(excess)
      ? isKnown(trackingError)
        ? relative.informationRatio(excess, trackingError)
        : trackingError
      : excess,
    beta: gatedAgainst(relative.beta),
    alpha: gatedAgainst(relative.alpha),
    correlation: gatedAgainst(relative.correlation),
    rSquared: gatedAgainst(relative.rSquared),
    trackingDifference: against(({ total: both }) =>
      relative.trackingDifference(both.own, both.benchmark),
    ),
    trackingError,
    captureUp: gatedAgainst(relative.captureUp),
    captureDown: gatedAgainst(relative.captureDown),
    battingAverage: against(({ own: pairs, benchmark: theirs }) =>
      relative.battingAverage(pairs.returns, theirs),
    ),
    activeShare: activeShareOf(measures, benchmark),
  };
}

const isKnown = (figure: GatedFigure): figure is Extract<Figure, { readonly value: number }> =>
  figure.value !== null;

/** Compares the weights at the last record with the target weights then. */
function activeShareOf(
  { series: { weights, times } }: FiguresMeasures,
  benchmark: Benchmark | null,
): GatedFigure {
  if (benchmark === null) return withheld('no-benchmark', 0);
  const [only] = benchmark;
  if (only === undefined || benchmark.length > 1) return withheld('blended-benchmark', 0);
  const targets = only.line.targets(times.at(-1) ?? NaN);
  if (isNotKnown(weights)) return withheld(weights, 0);
  if (isNotKnown(targets)) return withheld(targets, 0);
  return relative.activeShare(weights, targets);
}
