import { changeOf } from '#analytics/change.ts';
import { baseIndex, inMode, type Mode } from '#analytics/modes.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const told = (mode: Mode, totals: number[], from = 0) =>
  Array.from(inMode(Float64Array.from(totals), mode, from));

const someTotal = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -1e12, max: 1e12, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 1, 5e-324, Number.MAX_VALUE) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity) },
);
const someColumn = fc.array(someTotal, { maxLength: 40 }).map((all) => Float64Array.from(all));
const someMode = fc.constantFrom<Mode>('percent', 'index', 'drawdown');
const runs = { numRuns: 1000 };

describe('a history in a mode', () => {
  test('value is the totals themselves', () => {
    const totals = Float64Array.of(3, NaN, 4);
    expect(inMode(totals, 'value', 1)).toBe(totals);
  });

  test('percent is the change since the first known total that is not 0', () => {
    expect(told('percent', [NaN, 0, 80, 100, NaN, 60])).toEqual([NaN, -1, 0, 0.25, NaN, -0.25]);
  });

  test('percent of a negative base is over its size, so that a rise is a gain', () => {
    expect(told('percent', [-80, -60, -100])).toEqual([0, 0.25, -0.25]);
  });

  test('index is 100 at the base, and does not exist where that is below 0', () => {
    expect(told('index', [0, 50, 75, NaN, 0])).toEqual([0, 100, 150, NaN, 0]);
    expect(told('index', [-50, 75])).toEqual([NaN, NaN]);
  });

  test('records before the window are measured against the base of the window', () => {
    expect(told('percent', [50, 100, 150], 1)).toEqual([-0.5, 0, 0.5]);
    expect(told('index', [50, 100, 150], 1)).toEqual([50, 100, 150]);
  });

  test('drawdown is what a total is below the highest of the window so far', () => {
    expect(told('drawdown', [100, 80, NaN, 120, 60, 120])).toEqual([0, -0.2, NaN, 0, -0.5, 0]);
    expect(told('drawdown', [100, 80, 60], 1)).toEqual([NaN, 0, -0.25]);
  });

  test('drawdown does not exist before anything is above 0', () => {
    expect(told('drawdown', [0, -5, 10, 0, -5])).toEqual([NaN, NaN, 0, -1, -1.5]);
  });

  test('shows nothing without a base', () => {
    for (const mode of ['percent', 'index', 'drawdown'] as const) {
      expect(told(mode, [NaN, 0, Infinity])).toEqual([NaN, NaN, NaN]);
      expect(told(mode, [])).toEqual([]);
      expect(told(mode, [1, 2], 7)).toEqual([NaN, NaN]);
    }
  });
});

const isKnown = (total: number | undefined) => Number.isFinite(total);

describe('any history, in any mode but value', () => {
  test('has a figure only where the total is known, and every figure is finite and no −0', () => {
    fc.assert(
      fc.property(someColumn, someMode, fc.integer({ min: -2, max: 45 }), (totals, mode, from) => {
        const figures = Array.from(inMode(totals, mode, from));
        expect(figures).toHaveLength(totals.length);
        const invented = figures.filter(
          (figure, i) => !isKnown(totals[i]) && !Number.isNaN(figure),
        );
        const odd = figures.filter(
          (figure) => Object.is(figure, -0) || Math.abs(figure) === Infinity,
        );
        expect([invented, odd]).toEqual([[], []]);
      }),
      runs,
    );
  });

  test('percent ends at the ratio that the change since the base has', () => {
    fc.assert(
      fc.property(someColumn, fc.nat(40), (totals, from) => {
        const base = baseIndex(totals, from);
        const last = totals.findLastIndex(isKnown);
        fc.pre(base !== -1);
        const change = changeOf(totals.subarray(base));
        // A tiny fall of a large total has a ratio of −0 there.
        expect(inMode(totals, 'percent', from)[last]).toBe((change?.ratio ?? NaN) + 0);
      }),
      runs,
    );
  });

  test('index is 100 × (1 + percent) where the base is above 0', () => {
    const someMoney = fc.array(fc.double({ min: 0.01, max: 1e12, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(someMoney, fc.nat(5), (money, from) => {
        const totals = Float64Array.from(money);
        fc.pre(from < totals.length);
        const percent = inMode(totals, 'percent', from);
        const wrong = Array.from(inMode(totals, 'index', from)).filter((index, i) => {
          const expected = 100 * (1 + (percent[i] ?? NaN));
          return !(Math.abs(index - expected) <= 1e-9 * (1 + expected));
        });
        expect(wrong).toEqual([]);
      }),
      runs,
    );
  });

  test('drawdown is never above 0, and 0 at each new high', () => {
    fc.assert(
      fc.property(someColumn, fc.nat(10), (totals, from) => {
        const figures = Array.from(inMode(totals, 'drawdown', from));
        expect(figures.filter((figure) => figure > 0)).toEqual([]);
        let highest = 0;
        const atHighs = figures.filter((_, i) => {
          const total = totals[i] ?? NaN;
          const isHigh = i >= from && isKnown(total) && total > highest;
          if (isHigh) highest = total;
          return isHigh;
        });
        expect(atHighs.filter((figure) => figure !== 0)).toEqual([]);
      }),
      runs,
    );
  });
});
