import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Concentration, effectiveNumber, hhiOf, sharedWholeOf } from '#analytics/concentration.ts';

function of(values: readonly number[], limit = 10): Concentration {
  const concentration = new Concentration(limit);
  for (const [part, value] of values.entries()) concentration.add(part, value);
  return concentration;
}

const some = fc.array(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});

test('half, a quarter and a quarter: an index of 0.375, as concentrated as 2.67 equal parts', () => {
  const { total, count, hhi, largest, largestShares } = of([25, 50, 25], 2);
  expect([total, count, hhi]).toEqual([100, 3, 0.375]);
  expect(largest).toEqual({ part: 1, share: 0.5 });
  expect(largestShares).toBe(0.75);
  expect(effectiveNumber(0.375)).toBeCloseTo(2.667, 3);
});

test('all in one is 1, equal parts are one over their number', () => {
  expect(of([7]).hhi).toBe(1);
  expect(of([7, 0, 0]).hhi).toBe(1);
  expect(of(Array.from({ length: 8 }, () => 3)).hhi).toBe(1 / 8);
});

test('is that of the shares, whatever they are of, and lies between equal parts and all in one', () => {
  fc.assert(
    fc.property(some, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (values, factor) => {
      const whole = values.reduce((sum, value) => sum + value, 0);
      const plain = values.reduce((sum, value) => sum + (value / whole) ** 2, 0);
      const { hhi } = of(values);
      expect(hhi).toBeCloseTo(plain, 9);
      expect(hhi).toBeGreaterThanOrEqual(1 / values.length - 1e-9);
      expect(hhi).toBeLessThanOrEqual(1);
      expect(of(values.map((value) => value * factor)).hhi).toBeCloseTo(hhi ?? NaN, 9);
    }),
  );
});

test('the largest are those of a sort, of equals the first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      (values, limit) => {
        const whole = values.reduce((sum, value) => sum + value, 0);
        fc.pre(whole > 0);
        const sorted = values.toSorted((a, b) => b - a);
        const together = sorted.slice(0, limit).reduce((sum, value) => sum + value, 0);
        const { largest, largestShares } = of(values, limit);
        expect(largest).toEqual({
          part: values.indexOf(sorted[0] ?? NaN),
          share: (sorted[0] ?? NaN) / whole,
        });
        expect(largestShares).toBeCloseTo(together / whole, 12);
      },
    ),
  );
});

describe('there are no shares', () => {
  test.each([
    ['nothing', []],
    ['nothing', [0, 0]],
    ['unknown', [1, NaN, 2]],
    ['negative', [5, -1, 9]],
    ['negative', [5, -1, NaN]],
  ] as const)('%s: %j', (reason, values) => {
    const { noShares, hhi, largest, largestShares } = of(values);
    expect(noShares).toBe(reason);
    expect([hhi, largest, largestShares]).toEqual([null, null, null]);
  });

  test('the total contains the known values, and is null without any', () => {
    expect(of([1, NaN, 2])).toMatchObject({ total: 3, count: 3, unknown: 1 });
    expect(of([NaN, NaN])).toMatchObject({ total: null, count: 2, unknown: 2 });
    expect(of([])).toMatchObject({ total: 0, count: 0, unknown: 0 });
  });

  test.each([
    [[3, 1], { whole: 4, noShares: null }],
    [[3, null], { whole: null, noShares: 'unknown' }],
    [[3, null, -1], { whole: null, noShares: 'negative' }],
    [[0, 0], { whole: null, noShares: 'nothing' }],
  ] as const)('parts %j have shares of %j', (parts, shared) => {
    expect(sharedWholeOf(parts)).toEqual(shared);
  });

  test('an index too large or too small for a double is none', () => {
    expect(hhiOf(Infinity, 1e200)).toBeNull();
    expect(hhiOf(0, 0)).toBeNull();
    expect(of([1e200, 1e200]).hhi).toBeNull();
  });
});
