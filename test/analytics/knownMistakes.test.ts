import { performanceOver, returnOf } from '#analytics/performance.ts';
import { alpha, beta } from '#analytics/relative.ts';
import {
  annualizedReturn,
  compoundReturn,
  moneyWeightedReturn,
  returnsOf,
} from '#analytics/returns.ts';
import { omega, sharpe, sortino, volatility } from '#analytics/risk.ts';
import { describe, expect, test } from 'vitest';
import { normalReturns, offBy, perStep, plainSharpe, valuesOf } from './plainFigures.ts';

// Mistakes that users of other products reported, each with its source in the figures of record.

const day = 86_400_000;
const daily = { perYear: 365, rf: 0 };
const flat = (value: number): Float64Array<ArrayBuffer> => new Float64Array(26).fill(value);

describe('Sharpe does not depend on the length of the period (Portfolio Performance PR5970, #631)', () => {
  const returns = normalReturns(250, { seed: 11, drift: 0.0005 });
  const twice = Float64Array.of(...returns, ...returns);

  test('the same returns twice leave it, but for the divisor n − 1', () => {
    const [one, two] = [returns, twice].map((of) => sharpe(of, daily).value ?? NaN);
    expect(offBy(two, (one ?? NaN) * Math.sqrt((500 - 1) / (2 * (250 - 1))))).toBeLessThan(1e-12);
    expect(offBy(two, one ?? NaN)).toBeLessThan(0.0011);
  });

  test('numerator and denominator are annualized alike: from a year or a part of it', () => {
    const long = normalReturns(365 * 20, { seed: 12, drift: 0.0008 });
    const whole = sharpe(long, daily);
    const part = sharpe(long.slice(0, 365 * 10), daily);
    const tolerance = 3 * Math.hypot(errorOf(whole), errorOf(part));
    expect(Math.abs((whole.value ?? NaN) - (part.value ?? NaN))).toBeLessThan(tolerance);
  });
});

describe('annualized return', () => {
  test('takes the days, not the number of periods (quantstats #458, #307, #356)', () => {
    const weeks = compoundReturn(flat(0.006));
    expect(annualizedReturn(weeks, 26 * 7).value).toBeCloseTo(1.006 ** (365 / 7) - 1, 12);
    expect(annualizedReturn(weeks, 26 * 7).value).toBeCloseTo(0.366, 3);
    // Dated from the first to the last of 26 weekly records, so over 25 weeks, it is their 38 %.
    expect(annualizedReturn(weeks, 25 * 7).value).toBeCloseTo(0.383, 3);
  });

  test('of more than 100 % does not become −100 % (quantstats #180)', () => {
    const tripled = compoundReturn(Float64Array.of(1, 1));
    expect(annualizedReturn(tripled, 730).value).toBeCloseTo(1, 12);
    expect(annualizedReturn(tripled, 365).value).toBeCloseTo(3, 12);
  });

  test('of a total loss is −100 %, and below that there is none: no absolute value hides it', () => {
    expect(annualizedReturn(compoundReturn(Float64Array.of(0.5, -1)), 730).value).toBe(-1);
    expect(annualizedReturn(compoundReturn(Float64Array.of(-2)), 730)).toMatchObject({
      value: null,
      reason: 'below-total-loss',
    });
  });

  test('a loss of 1.93 % in five months stays one (ghostfolio #585)', () => {
    const rate = moneyWeightedReturn({
      from: 0,
      to: 151 * day,
      opening: 10_000,
      closing: 9807,
      flows: [],
    });
    expect(rate.value).toBeCloseTo(-0.0193, 12);
  });
});

describe('risk and ratios', () => {
  test('downside deviation divides by all returns, not by the losses (FinanceToolkit PR237)', () => {
    const returns = Float64Array.of(0.02, 0.03, -0.01, 0.01);
    const ratio = sortino(returns, { perYear: 1, rf: 0 });
    expect(ratio.value).toBeCloseTo(0.0125 / Math.sqrt(0.01 ** 2 / 4), 9);
    // More gains of the same kind make the ratio larger.
    const more = sortino(Float64Array.of(...returns, 0.02), { perYear: 1, rf: 0 });
    expect(more.value).toBeGreaterThan(ratio.value ?? NaN);
  });

  test('the regression is of the returns on the benchmark, not the reverse (FinanceToolkit PR237)', () => {
    const b = normalReturns(300, { seed: 31 });
    const r = normalReturns(300, { seed: 32 }).map((x, i) => 0.001 + 2 * (b[i] ?? NaN) + x);
    expect(Math.abs((beta(r, b).value ?? NaN) - 2)).toBeLessThan(0.2);
    expect(beta(b, r).value).toBeLessThan(0.6);
    expect(Math.abs((alpha(r, b, 365).value ?? NaN) - 0.365)).toBeLessThan(0.65);
  });

  test('a Sharpe ratio is one number, not a series (FinanceToolkit PR237)', () => {
    const returns = normalReturns(300, { seed: 33, drift: 0.001 });
    expect(offBy(sharpe(returns, daily).value, plainSharpe([...returns], 0, 365))).toBeLessThan(
      1e-12,
    );
  });

  test('rf is a rate of a year in every ratio, never of a record (skfolio PR288)', () => {
    const rf = 0.5;
    const step = perStep(rf, 365);
    // The free rate alternates with a gain and a loss of equal size around it.
    const returns = Float64Array.from(
      { length: 60 },
      (_, i) => step + (i % 2 === 0 ? 0.01 : -0.01),
    );
    expect(sharpe(returns, { perYear: 365, rf }).value).toBeCloseTo(0, 9);
    expect(sortino(returns, { perYear: 365, rf }).value).toBeCloseTo(0, 9);
    expect(omega(returns, { perYear: 365, rf }).value).toBeCloseTo(1, 9);
  });

  test('Sharpe is not annualized return over volatility (quantstats_lumi #44)', () => {
    const returns = normalReturns(730, { seed: 34, drift: 0.003, spread: 0.03 });
    const geometric =
      (annualizedReturn(compoundReturn(returns), 730).value ?? NaN) /
      (volatility(returns, 365).value ?? NaN);
    expect(offBy(sharpe(returns, daily).value, geometric)).toBeGreaterThan(0.1);
  });

  test('daily and monthly records of one series have the same annualized volatility (zipline #197)', () => {
    const returns = normalReturns(365 * 40, { seed: 35, spread: 0.01 });
    const levels = valuesOf([...returns]);
    const months = returnsOf(levels.filter((_, i) => i % 30 === 0));
    const [fine, coarse] = [volatility(returns, 365), volatility(months, 365 / 30)];
    const tolerance = 3 * Math.hypot(errorOf(fine), errorOf(coarse));
    expect(Math.abs((fine.value ?? NaN) - (coarse.value ?? NaN))).toBeLessThan(tolerance);
  });
});

const errorOf = (figure: ReturnType<typeof sharpe>): number =>
  figure.value === null ? NaN : (figure.standardError ?? NaN);

describe('time-weighted return', () => {
  const prices = [10, 12, 9, 9, 18];

  test('a deposit alone moves no figure', () => {
    const calm = performanceOver(5, [{ amounts: [1, 1, 1, 1, 1], prices }]);
    const rich = performanceOver(5, [{ amounts: [1, 1, 1000, 1000, 5], prices }]);
    const [one, other] = [calm, rich].map(({ index }) => returnsOf(index));
    expect([...(other ?? [])]).toEqual([...(one ?? [])].map((r) => expect.closeTo(r, 14)));
  });

  test('does not fall below −100 % when a position is sold or moved (Wealthfolio #497)', () => {
    const sold = performanceOver(5, [{ amounts: [3, 3, 0, 0, 0], prices }]);
    expect(returnOf(sold.index)).toBeCloseTo(-0.1, 12);
    const moved = performanceOver(5, [
      { amounts: [3, 3, 0, 0, 0], prices },
      { amounts: [0, 0, 3, 3, 3], prices },
    ]);
    expect(returnOf(moved.index)).toBeCloseTo(0.8, 12);
  });

  test('closed positions do not enter (ghostfolio #3416)', () => {
    const kept = { amounts: [2, 2, 2, 2, 2], prices: [5, 5, 5, 6, 6] };
    const closed = { amounts: [1, 0, 0, 0, 0], prices: [10, 10, 1, 900, 0] };
    const open = returnOf(performanceOver(5, [kept]).index) ?? NaN;
    expect(returnOf(performanceOver(5, [kept, closed]).index)).toBeCloseTo(open, 12);
  });
});

// Left to the operation and its pages: the gates (20 returns, one year), excess over the benchmark's own records only
// (Portfolio Performance #5752), and the name of the convention beside the number.
