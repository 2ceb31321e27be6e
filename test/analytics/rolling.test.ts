import { beta, correlation } from '#analytics/relative.ts';
import { sharpe, volatility } from '#analytics/risk.ts';
import {
  rollingBeta,
  rollingCorrelation,
  rollingSharpe,
  rollingVolatility,
} from '#analytics/rolling.ts';
import type { Figure } from '#analytics/figure.ts';
import { returnsOf } from '#analytics/returns.ts';
import { describe, expect, test } from 'vitest';
import { normalReturns, offBy } from './plainFigures.ts';
import { carriedForward, hasRealCloses, readRealCloses } from './realCloses.ts';

const terms = { perYear: 365, rf: 0.02 };

interface Columns {
  readonly r: Float64Array;
  readonly b: Float64Array;
  readonly size: number;
}

/** Each rolling figure, and the same figure of one window. */
const figures: Record<
  string,
  [(of: Columns) => Float64Array, (r: Float64Array, b: Float64Array) => Figure]
> = {
  volatility: [({ r, size }) => rollingVolatility(r, size, 365), (r) => volatility(r, 365)],
  Sharpe: [({ r, size }) => rollingSharpe(r, size, terms), (r) => sharpe(r, terms)],
  beta: [({ r, b, size }) => rollingBeta(r, b, size), beta],
  correlation: [({ r, b, size }) => rollingCorrelation(r, b, size), correlation],
};

/** The records at which a rolling figure is not the figure of its window. */
function mismatches(columns: Columns): string[] {
  const { r, b, size } = columns;
  return Object.entries(figures).flatMap(([name, [rolling, figure]]) => {
    const column = rolling(columns);
    return Array.from(r.keys()).flatMap((t) => {
      const { value } = figure(r.slice(t + 1 - size, t + 1), b.slice(t + 1 - size, t + 1));
      const isUnknown = t < size - 1 || value === null;
      const isEqual = isUnknown ? Number.isNaN(column[t]) : offBy(column[t], value) < 1e-9;
      return isEqual ? [] : [`${name} at ${t}: ${column[t]}, not ${value}`];
    });
  });
}

const isKept = (_: number, i: number): boolean => i !== 20 && i !== 30;

describe('rolling figures', () => {
  test.each([2, 3, 20, 63, 299, 300, 301])('equal those of each window of %i', (size) => {
    const b = normalReturns(300, { seed: size, spread: 0.03 });
    expect(
      mismatches({
        r: normalReturns(300, { seed: 500 + size, drift: 0.01 }).map((x, i) => x + (b[i] ?? 0)),
        b,
        size,
      }),
    ).toEqual([]);
  });

  test('keep their digits after an outlier has left the window', () => {
    const r = normalReturns(200, { seed: 5 }).with(50, 1e9);
    expect(mismatches({ r, b: normalReturns(200, { seed: 6 }).with(70, -1e7), size: 30 })).toEqual(
      [],
    );
  });

  test('of flat windows: no Sharpe, beta or correlation, and a volatility of 0', () => {
    const r = Float64Array.of(0.01, 0.02, 0.01, 0.01, 0.01, 0.03);
    expect(mismatches({ r, b: r, size: 3 })).toEqual([]);
    expect(rollingVolatility(r, 3, 365)[4]).toBe(0);
  });

  test('skip unknown returns: the window is of the last N known ones', () => {
    const r = normalReturns(50, { seed: 8 });
    const b = normalReturns(50, { seed: 9 });
    const gappy = rollingBeta(r.with(20, NaN), b.with(30, NaN), 10);
    expect(gappy.filter(isKept)).toEqual(rollingBeta(r.filter(isKept), b.filter(isKept), 10));
    expect([gappy[20], gappy[30]]).toEqual([NaN, NaN]);
  });

  test('of too few returns are unknown, and a window of one return is a fault of the caller', () => {
    expect(rollingVolatility(new Float64Array(0), 5, 365)).toHaveLength(0);
    expect([...rollingSharpe(Float64Array.of(1, 2), 5, terms)]).toEqual([NaN, NaN]);
    for (const size of [1, 0, 2.5, NaN]) {
      expect(() => rollingVolatility(Float64Array.of(1, 2), size, 365)).toThrow(RangeError);
    }
    expect(() => rollingBeta(Float64Array.of(1, 2), Float64Array.of(1), 2)).toThrow(RangeError);
  });

  test.skipIf(!hasRealCloses)('equal those of each window on real prices', () => {
    const real = readRealCloses();
    const [r, b] = ['DOGE', 'BTC'].map((symbol) => returnsOf(carriedForward(real, symbol)));
    for (const size of [30, 365]) {
      expect(
        mismatches({ r: r ?? new Float64Array(0), b: b ?? new Float64Array(0), size }),
      ).toEqual([]);
    }
  });
});
