import * as fc from 'fast-check';
import {
  currentDrawdown,
  deepestDrawdowns,
  drawdownsOf,
  maxDrawdown,
} from '#analytics/drawdowns.ts';
import { ulcer } from '#analytics/risk.ts';
import { describe, expect, test } from 'vitest';
import { falls } from './plainFigures.ts';

const day = 86_400_000;
const daysFrom = (values: readonly number[]) => Float64Array.from(values, (_, t) => t * day);
const over = (...values: number[]) => drawdownsOf(daysFrom(values), Float64Array.from(values));

describe('drawdowns', () => {
  test('run from the last record at the peak to the first at or above it', () => {
    expect(over(100, 120, 120, 90, 60, 119, 120, 130)).toEqual([
      { depth: -0.5, peakAt: 2 * day, troughAt: 4 * day, recoveredAt: 6 * day, days: 4 },
    ]);
  });

  test('include the starting level, and one that is not recovered', () => {
    expect(over(100, 80, 90)).toEqual([
      { depth: expect.closeTo(-0.2, 12), peakAt: 0, troughAt: day, recoveredAt: null, days: 2 },
    ]);
  });

  test('the deepest first, the earlier of equals first, not overlapping', () => {
    const values = [100, 90, 100, 50, 70, 100, 110, 99, 110, 88];
    const found = deepestDrawdowns(daysFrom(values), Float64Array.from(values), 3);
    expect(found.map(({ depth }) => Math.round(depth * 100))).toEqual([-50, -20, -10]);
    expect(found.map(({ peakAt }) => peakAt / day)).toEqual([2, 8, 0]);
    expect(found[1]?.recoveredAt).toBeNull();
    expect(deepestDrawdowns(daysFrom(values), Float64Array.from(values), 0)).toEqual([]);
  });

  test('unknown values, and values before the first positive one, are skipped', () => {
    expect(over(NaN, 0, -5, 100, NaN, 50, Infinity, 100)).toEqual([
      { depth: -0.5, peakAt: 3 * day, troughAt: 5 * day, recoveredAt: 7 * day, days: 4 },
    ]);
  });

  test('a total loss is −1 and never recovers', () => {
    expect(over(100, 0, 0)).toMatchObject([{ depth: -1, troughAt: day, recoveredAt: null }]);
    expect(maxDrawdown(Float64Array.of(100, 0, 0)).value).toBe(-1);
    expect(currentDrawdown(Float64Array.of(100, 0, 0)).value).toBe(-1);
  });

  test('of a series that never falls there are none, and the figures are 0', () => {
    expect(over(1, 2, 2, 3)).toEqual([]);
    for (const figure of [maxDrawdown, currentDrawdown, ulcer]) {
      expect(figure(Float64Array.of(1, 2, 2, 3))).toEqual({
        value: 0,
        observations: 3,
        standardError: null,
      });
    }
  });

  test('of too few values, or none above 0, the figures have a reason', () => {
    for (const figure of [maxDrawdown, currentDrawdown, ulcer]) {
      for (const values of [[], [5], [NaN, 5]]) {
        expect(figure(Float64Array.from(values))).toEqual({
          value: null,
          reason: 'too-few-records',
          observations: 0,
        });
      }
      expect(figure(Float64Array.of(0, 0, -3))).toMatchObject({ value: null, reason: 'no-base' });
    }
  });

  test('equal those of plain loops, in any scale', () => {
    const some = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(some, fc.constantFrom(1, 2 ** 40, 2 ** -40), (values, scale) => {
        const column = Float64Array.from(values, (value) => value * scale);
        const plain = falls(values);
        const deepest = Math.min(...plain);
        expect(maxDrawdown(column).value).toBeCloseTo(deepest, 12);
        expect(currentDrawdown(column).value).toBeCloseTo(plain.at(-1) ?? NaN, 12);
        const squares = plain.reduce((sum, depth) => sum + depth ** 2, 0);
        expect(ulcer(column).value).toBeCloseTo(Math.sqrt(squares / (values.length - 1)), 12);

        const found = drawdownsOf(daysFrom(values), column);
        expect(Math.min(0, ...found.map(({ depth }) => depth))).toBeCloseTo(deepest, 12);
        let end = 0;
        for (const { peakAt, troughAt, recoveredAt } of found) {
          expect(peakAt).toBeGreaterThanOrEqual(end);
          expect(troughAt).toBeGreaterThan(peakAt);
          expect(recoveredAt ?? Infinity).toBeGreaterThan(troughAt);
          end = recoveredAt ?? Infinity;
        }
        // Records inside a drawdown are exactly those below the highest value.
        const isBelow = values.map((_, t) =>
          found.some((of) => of.peakAt < t * day && t * day < (of.recoveredAt ?? Infinity)),
        );
        expect(isBelow).toEqual(plain.map((depth) => depth < 0));
      }),
    );
  });
});
