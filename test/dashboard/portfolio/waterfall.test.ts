import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { largestSteps } from '#dashboard/portfolio/Waterfall.tsx';

const steps = (...values: number[]) =>
  values.map((value, i) => ({ key: `k${i}`, label: `T${i}`, value }));

test('the largest changes have their own steps in descending order, all others share one', () => {
  const found = largestSteps(steps(1, -9, 0, 5, 2, -3), 3);
  expect(found.map(({ label, value }) => [label, value])).toEqual([
    ['T1', -9],
    ['T3', 5],
    ['T5', -3],
    ['2 others', 3],
  ]);
  expect(found.at(-1)?.title).toBe('T4, T0');
});

test('a single remaining change keeps its name, and no changes give no steps', () => {
  expect(largestSteps(steps(1, 2, 3), 2).map(({ label }) => label)).toEqual(['T2', 'T1', 'T0']);
  expect(largestSteps(steps(0, 0))).toEqual([]);
  expect(largestSteps([])).toEqual([]);
});

test('the steps always add up to the sum of all changes', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 120 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 12 }), (some, most) => {
      const found = largestSteps(steps(...some), most);
      expect(found.length).toBeLessThanOrEqual(most + 1);
      expect(sumOf(found.map(({ value }) => value))).toBeCloseTo(sumOf(some), 6);
    }),
  );
});
