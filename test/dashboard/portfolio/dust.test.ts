import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { dustShare, withoutDust } from '#dashboard/portfolio/dust.ts';

const rows = (...totals: number[]) => totals.map((total) => ({ total }));

test('dust is below 0.1 % of the total; a position of exactly 0.1 % stays', () => {
  const { rows: kept, hidden } = withoutDust(rows(998.5, 1, 0.5, 0), 1000);
  expect(kept).toEqual(rows(998.5, 1));
  expect(hidden).toEqual({ count: 2, sum: 0.5 });
});

test('a small debt is dust and counts with its sign; a large one stays', () => {
  expect(withoutDust(rows(100, -0.05), 99.95).hidden).toEqual({ count: 1, sum: -0.05 });
  expect(withoutDust(rows(100, -3), 97).hidden).toEqual({ count: 0, sum: 0 });
});

test('a total of zero has no dust, and some rows cannot be dust', () => {
  expect(withoutDust(rows(0, 0), 0).hidden.count).toBe(0);
  expect(withoutDust(rows(5, -10), -5).hidden.count).toBe(0);
  expect(withoutDust(rows(0, 100), 100, () => false).rows).toHaveLength(2);
});

test('visible and hidden rows are all rows in their order', () => {
  const totals = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(totals, (some) => {
      const whole = sumOf(some);
      const { rows: kept, hidden } = withoutDust(rows(...some), whole);
      expect(kept.length + hidden.count).toBe(some.length);
      expect(sumOf(kept.map(({ total }) => total)) + hidden.sum).toBeCloseTo(whole, 4);
      const inOrder = some.filter((total) => !(whole > 0 && total < dustShare * whole));
      expect(kept.map(({ total }) => total)).toEqual(inOrder);
    }),
  );
});
