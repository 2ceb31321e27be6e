import { currentDrawdown, maxDrawdown } from '#analytics/drawdowns.ts';
import { Growth } from '#analytics/performance.ts';
import {
  activeShare,
  alpha,
  battingAverage,
  beta,
  correlation,
  excessReturn,
  informationRatio,
  rSquared,
  trackingDifference,
  trackingError,
} from '#analytics/relative.ts';
import { annualizedReturn, compoundReturn, moneyWeightedReturn } from '#analytics/returns.ts';
import {
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
} from '#analytics/risk.ts';
import { rollingSharpe } from '#analytics/rolling.ts';
import { weightOf } from '#analytics/weights.ts';
import { describe, expect, test } from 'vitest';
import { mean, offBy, valuesOf } from './plainFigures.ts';

// Numbers that others published, with their inputs. Sections are those of the figures of record.

const exact = 1e-9;
/** To twelve significant digits, as recomputed with numpy from the published inputs. */
const twelveDigits = 1e-11;

/** Yearly rate that is `rate` for one record. */
const yearly = (rate: number, perYear: number): number => (1 + rate) ** perYear - 1;

describe('Bacon 2008, as in PerformanceAnalytics', () => {
  // Months of a portfolio and its benchmark.
  const p = Float64Array.from([
    0.003, 0.026, 0.011, -0.01, 0.015, 0.025, 0.016, 0.067, -0.014, 0.04, -0.005, 0.081, 0.04,
    -0.037, -0.061, 0.017, -0.049, -0.022, 0.07, 0.058, -0.065, 0.024, -0.005, -0.009,
  ]);
  const b = Float64Array.from([
    0.002, 0.025, 0.018, -0.011, 0.014, 0.018, 0.014, 0.065, -0.015, 0.042, -0.006, 0.083, 0.039,
    -0.038, -0.062, 0.015, -0.048, 0.021, 0.06, 0.056, -0.067, 0.019, -0.003, 0,
  ]);
  const perYear = 12;
  const terms = { perYear, rf: 0 };
  const values = valuesOf([...p]);
  const annualized = annualizedReturn(compoundReturn(p), 730);
  const annualizedBenchmark = annualizedReturn(compoundReturn(b), 730);

  test.each([
    ['return', compoundReturn(p), 0.218105767221],
    ['return of the benchmark', compoundReturn(b), 0.249886861812],
    ['annualized return', annualized, 0.10367828973],
    ['volatility', volatility(p, perYear), 0.13700015868],
    ['Sharpe', sharpe(p, terms), 0.788320254814],
    ['Sortino', sortino(p, terms), 1.35921657868],
    ['max drawdown', maxDrawdown(values), -0.144672955739],
    ['Calmar', calmar(annualized, maxDrawdown(values)), 0.716639051162],
    ['Ulcer', ulcer(values), 0.0611842872619],
    ['value at risk', valueAtRisk95(p), -0.0592],
    ['expected shortfall', expectedShortfall95(p), -0.063],
    ['beta', beta(p, b), 0.998850208623],
    ['alpha', alpha(p, b, perYear), -0.012361450139],
    ['correlation', correlation(p, b), 0.969385814875],
    ['R²', rSquared(p, b), 0.939708858081],
    ['tracking error', trackingError(p, b, perYear), 0.0336397151412],
    ['tracking difference', trackingDifference(p, b), 0.218105767221 - 0.249886861812],
    [
      'information ratio',
      informationRatio(excessReturn(annualized, annualizedBenchmark), trackingError(p, b, perYear)),
      -0.425244413618,
    ],
    ['batting average', battingAverage(p, b), 17 / 24],
    ['tail ratio', tailRatio(p), 1.17483108108],
    ['Bernardo and Ledoit, Omega(0)', omega(p, terms), 1.7797833935],
    ['Omega(0.005)', omega(p, { perYear, rf: yearly(0.005, perYear) }), 1.29179331307],
    ['up frequency', shareOfGains(p.map((r) => r - 0.005)), 0.541666666667],
  ])('%s', (_, figure, published) => {
    expect(offBy(figure.value, published)).toBeLessThan(twelveDigits * 10);
  });

  test('downside deviation (0.005), which Sortino divides by', () => {
    const ratio = sortino(p, { perYear: 1, rf: 0.005 }).value ?? NaN;
    expect(offBy((0.009 - 0.005) / ratio, 0.0255367382412)).toBeLessThan(exact);
  });

  test('Martin ratio, annualized return over Ulcer', () => {
    expect(
      offBy((annualized.value ?? NaN) / (ulcer(values).value ?? NaN), 1.69452476068),
    ).toBeLessThan(exact);
  });

  test('skewness over kurtosis, which is not excess kurtosis there', () => {
    const ratio = (skewness(p).value ?? NaN) / ((kurtosis(p).value ?? NaN) + 3);
    expect(offBy(ratio, -0.0339420446171)).toBeLessThan(exact);
  });

  test('Sharpe is not the annualized return over volatility', () => {
    const geometric = (annualized.value ?? NaN) / (volatility(p, perYear).value ?? NaN);
    expect(offBy(geometric, 0.756774960912)).toBeLessThan(exact);
    expect(sharpe(p, terms).value).not.toBeCloseTo(geometric, 2);
  });

  // Not ours: UpsideRisk, Pain and MeanAbsDev (no figure of record); AdjustedSharpe and ModTreynor (from the geometric
  // Sharpe ratio and beta); JensenAlpha (compounds); M² and SpecificRisk (divisor n); PainRatio (rounded in the book).
});

const percent = (...numbers: number[]): Float64Array<ArrayBuffer> =>
  Float64Array.from(numbers, (number) => number / 100);

/** Their year has P records, and all their series have nine: x begins with an unknown one. */
const annual = (returns: Float64Array, perYear: number) =>
  annualizedReturn(compoundReturn(returns), (365 * 9) / perYear);

const downside = (returns: Float64Array, perYear: number): number =>
  (mean([...returns]) * perYear) / (sortino(returns, { perYear, rf: 0 }).value ?? NaN);

describe('empyrical', () => {
  const x = percent(1, 10, -4, 2, 3, 2, 1, -10);
  const y = percent(0, 1, 10, -4, 2, 3, 2, 1, -10);
  const z = percent(0, -6, -7, -1, -9, -2, -6, -8, -5);

  test.each([
    ['volatility', volatility(x, 252).value, 0.9136465399704637],
    ['Sharpe', sharpe(x, { perYear: 252, rf: 0 }).value, 1.7238613961706866],
    ['downside risk', downside(x, 252), 0.60448325038829653],
    ['Sortino', sortino(x, { perYear: 252, rf: 0 }).value, 2.605531251673693],
    ['annualized return', annual(x, 252).value, 1.9135925373194231],
    ['max drawdown', maxDrawdown(valuesOf([...x])).value, -0.1],
    ['Calmar', calmar(annual(x, 252), maxDrawdown(valuesOf([...x]))).value, 19.135925373194233],
    ['Omega, MAR 1,000 % a year', omega(x, { perYear: 252, rf: 10 }).value, 0.83354263497557934],
    ['volatility of months', volatility(y, 12).value, 0.18663690238892558],
    ['annualized return of months', annual(y, 12).value, 0.052242061386048144],
    ['downside risk of months', downside(y, 12), 0.1243650540411842],
    ['Sortino of months', sortino(y, { perYear: 12, rf: 0 }).value, 0.53605626741889756],
    ['volatility of weeks', volatility(y, 52).value, 0.38851569394870583],
    ['annualized return of weeks', annual(y, 52).value, 0.24690830513998208],
    ['downside risk of weeks', downside(y, 52), 0.25888650451930134],
    ['Sortino of weeks', sortino(y, { perYear: 52, rf: 0 }).value, 1.1158901056866439],
    ['beta', beta(x, z.slice(1)).value, -0.71296296296296313],
  ])('%s', (_, value, published) => {
    expect(offBy(value, published)).toBeLessThan(exact);
  });

  test('cumulative return, to its ten digits', () => {
    expect(compoundReturn(x).value).toBeCloseTo(0.0389310917, 10);
  });

  test('rolling Sharpe over six records, to its eight decimals', () => {
    const rolling = rollingSharpe(z, 6, { perYear: 252, rf: 0 });
    expect(rolling.slice(0, 5)).toEqual(new Float64Array(5).fill(NaN));
    const published = [-18.09162052, -26.79897486, -26.69138263, -25.72298838];
    for (const [i, ratio] of published.entries()) expect(rolling[i + 5]).toBeCloseTo(ratio, 7);
  });

  // Not ours: the R² of the logarithmic path (no figure of record), and alpha, which compounds there. This shows it:
  test('alpha is the mean times P, theirs is that compounded', () => {
    const ours = alpha(x, z.slice(1), 252).value ?? NaN;
    expect((1 + ours / 252) ** 252 - 1).toBeCloseTo(-0.99978538, 6);
  });
});

test('drifting weights, PerformanceAnalytics test-Return.portfolio.R', () => {
  const growth = new Growth();
  growth.add(0.5, 1, 1.1);
  growth.add(0.5, 1, 0.95);
  expect((growth.ratio ?? NaN) - 1).toBeCloseTo(0.025, 12);
  const next = weightOf(0.55, 0.55 + 0.475) ?? NaN;
  expect(next).toBeCloseTo(0.536585365854, 12);
  const drifted = new Map([
    ['A', next],
    ['B', 1 - next],
  ]);
  const targets = new Map([...drifted.keys()].map((id) => [id, 0.5]));
  const share = activeShare(drifted, targets);
  expect(share.value).toBeCloseTo(0.036585365854, 12);
});

describe('XIRR', () => {
  test('of a year and a third, InvestorDaybook', () => {
    const rate = moneyWeightedReturn({
      from: Date.parse('2016-01-01'),
      to: Date.parse('2017-05-05'),
      opening: 10_000,
      closing: 11_000,
      flows: [],
    });
    expect(offBy(rate.value, 0.0735773163496)).toBeLessThan(1e-11);
    expect(rate.observations).toBe(2);
  });

  test('with the two roots 10 % and 20 % is not available', () => {
    const year = 365 * 86_400_000;
    const rate = moneyWeightedReturn({
      from: 0,
      to: 2 * year,
      opening: 0,
      closing: -132,
      flows: [
        { at: 0, amount: 100 },
        { at: year, amount: -230 },
      ],
    });
    expect(rate).toEqual({ value: null, reason: 'several-roots', observations: 3 });
  });
});

test('time-weighted return of values and flows', () => {
  const values = [250_000, 255_000, 257_000, 288_000, 293_000, 285_000];
  // Right after each valuation.
  const flows = [0, 0, 25_000, 0, -10_000, 0];
  const returns = Float64Array.from(
    { length: 5 },
    (_, i) => (values[i + 1] ?? NaN) / ((values[i] ?? NaN) + (flows[i] ?? NaN)) - 1,
  );
  expect(offBy(compoundReturn(returns).value, 0.07564769566198049)).toBeLessThan(exact);
  expect(currentDrawdown(valuesOf([...returns])).value).toBeLessThan(0.01);
});
