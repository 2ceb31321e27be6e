import { expect, test } from 'vitest';
import { day, hour } from '#contract/historyType.ts';
import { seriesOf } from '#dashboard/chart/series.ts';
import { rollingSeries } from '#dashboard/history/derivedSeries.ts';

const start = Date.UTC(2026, 0, 1);
const options = { size: 3, rf: 0 };

/** Levels at daily records, and one more at an instant between two days. */
function daily(levels: readonly number[], last?: { readonly at: number; readonly level: number }) {
  const times = levels.map((_, i) => start + i * day);
  return seriesOf(
    Float64Array.from(last === undefined ? times : [...times, last.at]),
    Float64Array.from(last === undefined ? levels : [...levels, last.level]),
  );
}

const levels = [100, 110, 99, 108.9, 130.68, 130.68];
const steps = [0.1, -0.1, 0.1, 0.2, 0];

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  );
}

test('is the volatility of the last records, and nothing before there are as many', () => {
  const { times, totals } = rollingSeries('rollingVolatility', daily(levels), undefined, options);
  expect([...times]).toEqual(levels.map((_, i) => start + i * day));
  expect([...totals.subarray(0, 3)]).toEqual([NaN, NaN, NaN]);
  [3, 4, 5].forEach((i) =>
    expect(totals[i]).toBeCloseTo(deviation(steps.slice(i - 3, i)) * Math.sqrt(365), 10),
  );
});

test('leaves out the partial last step: the figure stays that of the last complete steps', () => {
  const partial = daily(levels, { at: start + 5 * day + hour, level: 500 });
  const { totals } = rollingSeries('rollingVolatility', partial, undefined, options);
  expect(totals[5]).toBeCloseTo(deviation(steps.slice(2, 5)) * Math.sqrt(365), 10);
  expect(totals[6]).toBe(totals[5]);
});

test('compares with the records of the benchmark at the same instants', () => {
  const own = daily(levels);
  const doubled = daily([100, 120, 96, 115.2, 161.28, 161.28]);
  const beta = rollingSeries('rollingBeta', doubled, own, options);
  expect(beta.totals[3]).toBeCloseTo(2, 10);
  const correlation = rollingSeries('rollingCorrelation', doubled, own, options);
  expect(correlation.totals[4]).toBeCloseTo(1, 10);
  const elsewhere = seriesOf(
    own.times.map((at) => at + hour),
    own.totals,
  );
  const none = rollingSeries('rollingBeta', doubled, elsewhere, options);
  expect(none.totals.every(Number.isNaN)).toBe(true);
});

test.each([0, 1, 2])('%i records have no rolling figure', (count) => {
  const { times, totals } = rollingSeries(
    'rollingSharpe',
    daily(levels.slice(0, count)),
    undefined,
    options,
  );
  expect(times).toHaveLength(count);
  expect(totals.every(Number.isNaN)).toBe(true);
});
