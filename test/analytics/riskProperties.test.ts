import * as fc from 'fast-check';
import type { Figure } from '#analytics/figure.ts';
import {
  alpha,
  battingAverage,
  beta,
  captureDown,
  captureUp,
  correlation,
  rSquared,
  trackingDifference,
  trackingError,
} from '#analytics/relative.ts';
import { returnsOf } from '#analytics/returns.ts';
import {
  expectedShortfall95,
  omega,
  sharpe,
  sortino,
  valueAtRisk95,
  volatility,
  worst,
} from '#analytics/risk.ts';
import { describe, expect, test } from 'vitest';
import {
  deviation,
  mean,
  normalReturns,
  offBy,
  perStep,
  plainBeta,
  plainCorrelation,
  plainSharpe,
  valuesOf,
} from './plainFigures.ts';
import { perYear, rf } from './everyFigure.ts';
import { comparedFigures, figureOf } from './riskCases.ts';

describe('standard errors', () => {
  const r = normalReturns(400, { seed: 21, drift: 0.001, spread: 0.02 });
  const b = normalReturns(400, { seed: 22, spread: 0.02 }).map((x, i) => x + 0.5 * (r[i] ?? 0));

  test('follow their formulas', () => {
    const sigma = volatility(r, perYear);
    expect(offBy(sigma.value && errorOf(sigma) / sigma.value, 1 / Math.sqrt(2 * 399))).toBeLessThan(
      1e-12,
    );
    const perRecord = plainSharpe([...r], 0, 1);
    const error = Math.sqrt((1 + perRecord ** 2 / 2) / 400) * Math.sqrt(perYear);
    expect(offBy(errorOf(sharpe(r, { perYear, rf: 0 })), error)).toBeLessThan(1e-12);
    const rho = plainCorrelation([...r], [...b]);
    expect(offBy(errorOf(correlation(r, b)), (1 - rho ** 2) / Math.sqrt(397))).toBeLessThan(1e-9);

    const slope = plainBeta([...r], [...b]);
    const intercept = mean([...r]) - slope * mean([...b]);
    let [residuals, spread] = [0, 0];
    for (const [i, x] of b.entries()) {
      residuals += ((r[i] ?? NaN) - intercept - slope * x) ** 2;
      spread += (x - mean([...b])) ** 2;
    }
    expect(offBy(errorOf(beta(r, b)), Math.sqrt(residuals / 398 / spread))).toBeLessThan(1e-9);
  });

  test('cover the spread of estimates from many samples', () => {
    // 400 samples of 100 returns: the estimates deviate by about their standard error.
    const samples = Array.from({ length: 400 }, (_, i) =>
      normalReturns(100, { seed: 1000 + i, drift: 0.002 }),
    );
    const others = samples.map((sample, i) =>
      normalReturns(100, { seed: 9000 + i }).map((x, t) => x + (sample[t] ?? 0)),
    );
    const estimates: Figure[][] = [
      samples.map((sample) => sharpe(sample, { perYear, rf: 0 })),
      samples.map((sample) => volatility(sample, perYear)),
      samples.map((sample, i) => beta(sample, others[i] ?? sample)),
      samples.map((sample, i) => correlation(sample, others[i] ?? sample)),
    ];
    for (const all of estimates) {
      const spread = deviation(all.map(({ value }) => value ?? NaN));
      expect(spread / mean(all.map(errorOf))).toBeGreaterThan(0.85);
      expect(spread / mean(all.map(errorOf))).toBeLessThan(1.15);
    }
  });

  test('are unknown with too few returns', () => {
    const few = [r.slice(0, 2), b.slice(0, 2)] as const;
    expect(beta(...few)).toMatchObject({ standardError: null, observations: 2 });
    expect(correlation(...few)).toMatchObject({ value: 1, standardError: null });
  });
});

const errorOf = (figure: Figure): number =>
  figure.value === null ? NaN : (figure.standardError ?? NaN);

const isClose = (one: Figure, other: Figure): boolean =>
  one.value === null || other.value === null
    ? one.value === other.value
    : Math.abs(one.value - other.value) <= 1e-7 * (1 + Math.abs(one.value));

describe('properties', () => {
  // Whole thousandths, so that rounding decides no comparison.
  const someReturns = fc
    .array(fc.integer({ min: -300, max: 400 }), { minLength: 20, maxLength: 60 })
    .map((thousandths) => thousandths.map((r) => r / 1000))
    .filter((returns) => deviation(returns) > 1e-3);

  test('prices in another unit leave every figure', () => {
    fc.assert(
      fc.property(someReturns, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (returns, unit) => {
        const [one, other] = [valuesOf(returns), valuesOf(returns, unit)];
        const b = Float64Array.from(returns.toReversed(), (r) => r + 0.0005);
        for (const name of comparedFigures) {
          const before = figureOf(name, { r: returnsOf(one), b });
          const after = figureOf(name, { r: returnsOf(other), b });
          expect(isClose(before, after)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('against itself: beta, correlation, R² and captures are 1, differences 0', () => {
    fc.assert(
      fc.property(someReturns, (returns) => {
        const r = Float64Array.from(returns);
        for (const figure of [beta(r, r), correlation(r, r), rSquared(r, r)]) {
          expect(figure.value).toBeCloseTo(1, 12);
        }
        for (const figure of [
          trackingDifference(r, r),
          trackingError(r, r, perYear),
          battingAverage(r, r),
        ]) {
          expect(figure.value).toBe(0);
        }
        expect(alpha(r, r, perYear).value).toBeCloseTo(0, 12);
        for (const figure of [captureUp(r, r), captureDown(r, r)]) {
          expect(figure.value ?? 1).toBeCloseTo(1, 12);
        }
      }),
    );
  });

  test('twice the returns have twice the volatility and beta, and the same Sharpe without rf', () => {
    fc.assert(
      fc.property(someReturns, (returns) => {
        const r = Float64Array.from(returns);
        const twice = r.map((x) => 2 * x);
        const b = r.map((x, i) => x + (i % 3));
        const terms = { perYear, rf: 0 };
        expect(offBy(volatility(twice, 1).value, 2 * (volatility(r, 1).value ?? NaN))).toBeLessThan(
          1e-12,
        );
        expect(sharpe(twice, terms).value).toBeCloseTo(sharpe(r, terms).value ?? NaN, 9);
        expect(beta(twice, b).value).toBeCloseTo(2 * (beta(r, b).value ?? NaN), 9);
      }),
    );
  });

  test('expected shortfall ≤ value at risk ≤ mean, and the free rate is the same in each ratio', () => {
    fc.assert(
      fc.property(someReturns, (returns) => {
        const r = Float64Array.from(returns);
        const risk = valueAtRisk95(r).value ?? NaN;
        expect(expectedShortfall95(r).value).toBeLessThanOrEqual(risk);
        expect(worst(r).value).toBeLessThanOrEqual(expectedShortfall95(r).value ?? NaN);
        // rf once a year is f once a record.
        const excess = r.map((x) => x - perStep(rf, perYear));
        for (const ratio of [sharpe, sortino, omega]) {
          const direct = ratio(r, { perYear, rf }).value;
          const shifted = ratio(excess, { perYear, rf: 0 }).value;
          if (shifted === null) continue;
          expect(Math.abs((direct ?? NaN) - shifted)).toBeLessThan(1e-9 * (1 + Math.abs(shifted)));
        }
      }),
    );
  });
});
