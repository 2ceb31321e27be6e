import { deepestDrawdowns } from '#analytics/drawdowns.ts';
import type { Figure } from '#analytics/figure.ts';
import { returnsOf } from '#analytics/returns.ts';
import { describe, expect, test } from 'vitest';
import { everyFigure, type FigureName, type Series } from './everyFigure.ts';
import { normalReturns, valuesOf } from './plainFigures.ts';

const day = 86_400_000;

const figureOf = (name: FigureName, series: Series): Figure =>
  everyFigure[name](returnsOf(series.values), returnsOf(series.benchmark), series);

const isFigure = (name: string): name is FigureName => Object.hasOwn(everyFigure, name);
const names = Object.keys(everyFigure).filter(isFigure);

const some = valuesOf([...normalReturns(100, { seed: 1, spread: 0.03 })]);
const other = valuesOf([...normalReturns(100, { seed: 2, spread: 0.03 })]);
const ofLength = (count: number, value: number): Float64Array =>
  new Float64Array(count).fill(value);

const degenerate: Record<string, Series> = {
  'no record': { values: ofLength(0, 0), benchmark: ofLength(0, 0) },
  'one record': { values: ofLength(1, 5), benchmark: ofLength(1, 5) },
  'two records': { values: Float64Array.of(5, 6), benchmark: Float64Array.of(5, 4) },
  'two equal records': { values: ofLength(2, 5), benchmark: ofLength(2, 5) },
  flat: { values: ofLength(101, 0.1), benchmark: other },
  'flat benchmark': { values: some, benchmark: ofLength(101, 0.1) },
  'constant growth, flat but for rounding': {
    values: valuesOf(Array.from({ length: 100 }, () => 0.001)),
    benchmark: valuesOf(Array.from({ length: 100 }, () => 0.002)),
  },
  zeros: { values: ofLength(101, 0), benchmark: ofLength(101, 0) },
  gaps: {
    values: some.with(3, NaN).with(50, Infinity).with(99, NaN),
    benchmark: other.with(7, NaN),
  },
  'only gaps': { values: ofLength(101, NaN), benchmark: other },
  'an unknown end': { values: some.with(100, NaN), benchmark: other.with(0, NaN) },
  'total loss': { values: some.with(60, 0).fill(0, 60), benchmark: other },
  'total loss at once': { values: Float64Array.of(5, 0), benchmark: Float64Array.of(5, 0) },
  'total loss of the benchmark': { values: some, benchmark: other.with(60, 0).fill(0, 60) },
  negative: { values: some.map((value) => -value), benchmark: other },
  'below zero in the middle': { values: some.with(40, -3), benchmark: other },
  'only gains': { values: Float64Array.from(some, (_, i) => 1 + i * i), benchmark: other },
  'only losses': { values: Float64Array.from(some, (_, i) => 1 / (1 + i)), benchmark: other },
  huge: { values: some.map((value, i) => value * (i % 2 ? 1e300 : 1)), benchmark: other },
  'at the largest number': {
    values: some.map((_, i) => (i % 2 ? 1.7e308 : 1e-300)),
    benchmark: some,
  },
  tiny: { values: some.map((value) => value * 1e-310), benchmark: other },
  'smallest changes': { values: some.map((_, i) => 1 + (i % 2) * 2 ** -52), benchmark: other },
};

const reasons = [
  'too-few-records, unknown-value, no-base, no-time, total-loss, below-total-loss, no-variation',
  'flat-benchmark, no-losses, no-drawdown, no-rise, no-fall, no-root, several-roots, too-large',
].flatMap((some) => some.split(', '));

/** Whether a figure is a finite value, or null with a reason. */
function isSound(figure: Figure): boolean {
  if (!Number.isSafeInteger(figure.observations)) return false;
  if (figure.value === null) return reasons.includes(figure.reason);
  const { value, standardError } = figure;
  const isError = standardError === null || (Number.isFinite(standardError) && standardError >= 0);
  return Number.isFinite(value) && !Object.is(value, -0) && isError;
}

describe.each(Object.entries(degenerate))('%s', (_, series) => {
  test.each(names)('%s: a finite value or a reason', (name) => {
    expect(figureOf(name, series)).toSatisfy(isSound);
  });

  test('the list of drawdowns is finite', () => {
    const times = Float64Array.from(series.values, (_, t) => t * day);
    for (const { depth, days, peakAt } of deepestDrawdowns(times, series.values, 5)) {
      expect([depth, days, peakAt].every(Number.isFinite)).toBe(true);
    }
  });
});

const reasonOf = (name: FigureName, series: string): string | null => {
  const answer = figureOf(name, degenerate[series] ?? { values: some, benchmark: other });
  return answer.value === null ? answer.reason : null;
};

test.each<[series: string, figure: FigureName, reason: string]>([
  ['flat', 'sharpe', 'no-variation'],
  ['flat', 'skewness', 'no-variation'],
  ['flat', 'correlation', 'no-variation'],
  ['flat', 'calmar', 'no-drawdown'],
  ['flat benchmark', 'beta', 'flat-benchmark'],
  ['flat benchmark', 'captureUp', 'no-rise'],
  ['flat benchmark', 'captureDown', 'no-fall'],
  ['constant growth, flat but for rounding', 'sharpe', 'no-variation'],
  ['constant growth, flat but for rounding', 'beta', 'flat-benchmark'],
  ['constant growth, flat but for rounding', 'informationRatio', 'no-variation'],
  ['only gains', 'sortino', 'no-losses'],
  ['only gains', 'calmar', 'no-drawdown'],
  ['zeros', 'maxDrawdown', 'no-base'],
  ['zeros', 'modifiedDietz', 'no-base'],
  ['total loss', 'moneyWeightedReturn', 'total-loss'],
  ['gaps', 'timeWeightedReturn', 'unknown-value'],
  ['no record', 'volatility', 'too-few-records'],
  ['one record', 'ulcer', 'too-few-records'],
])('%s: %s has the reason %s', (series, figure, reason) => {
  expect(reasonOf(figure, series)).toBe(reason);
});
