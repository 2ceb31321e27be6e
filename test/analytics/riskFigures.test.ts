import { returnsOf } from '#analytics/returns.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { normalReturns } from './plainFigures.ts';
import { carriedForward, hasRealCloses, readRealCloses } from './realCloses.ts';
import { figureOf, mismatches } from './riskCases.ts';

const isKnown = (_: number, i: number): boolean => ![5, 17, 50].includes(i);

describe('every figure equals plain loops', () => {
  test.each([1, 2, 3, 4, 5])('on random returns, seed %i', (seed) => {
    const b = normalReturns(500, { seed, drift: 0.0005, spread: 0.03 });
    const noise = normalReturns(500, { seed: seed + 100, spread: 0.02 });
    expect(mismatches({ r: noise.map((x, i) => x + 0.8 * (b[i] ?? NaN)), b })).toEqual([]);
  });

  test('on 20 returns, the fewest that are shown', () => {
    const few = { r: normalReturns(20, { seed: 7 }), b: normalReturns(20, { seed: 8 }) };
    expect(mismatches(few)).toEqual([]);
  });

  test('skips unknown returns, of the benchmark too', () => {
    const r = normalReturns(60, { seed: 3 });
    const b = normalReturns(60, { seed: 4 });
    const gappy = { r: r.with(5, NaN).with(50, Infinity), b: b.with(17, NaN) };
    const known = { r: r.filter(isKnown), b: b.filter(isKnown) };
    for (const name of [
      'beta',
      'alpha',
      'correlation',
      'trackingError',
      'captureUp',
      'battingAverage',
    ] as const) {
      expect(figureOf(name, gappy)).toEqual(figureOf(name, known));
    }
    const own = r.filter((_, i) => i !== 5 && i !== 50);
    for (const name of [
      'volatility',
      'sharpe',
      'sortino',
      'omega',
      'valueAtRisk95',
      'kurtosis',
      'worst',
    ] as const) {
      expect(figureOf(name, gappy)).toEqual(figureOf(name, { r: own, b: own }));
    }
  });
});

describe.skipIf(!hasRealCloses)('every figure equals plain loops on real prices', () => {
  let real: ReturnType<typeof readRealCloses>;
  beforeAll(() => {
    real = readRealCloses();
  });

  test.each(['ETH', 'SOL', 'DOGE', 'OM', 'MATIC', 'ARB'])('%s against BTC', (symbol) => {
    const prices = carriedForward(real, symbol);
    const from = prices.findIndex((price) => !Number.isNaN(price));
    const r = returnsOf(prices.slice(from));
    const b = returnsOf(carriedForward(real, 'BTC').slice(from));
    expect(mismatches({ r, b })).toEqual([]);
  });
});
