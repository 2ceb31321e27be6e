import { extent } from '#analytics/extent.ts';
import { blocksOf, extremesWithin } from '#analytics/extremes.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const someTotals = fc
  .tuple(
    fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(NaN)), { minLength: 1 }),
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ min: 1, max: 977 }),
  )
  // Long ones, with stretches of gaps longer than a block.
  .map(([some, length, apart]) =>
    Float64Array.from({ length }, (_, i) => some[Math.trunc(i / apart) % some.length] ?? NaN),
  );

test('are those of the stretch, found in it at the first place', () => {
  fc.assert(
    fc.property(someTotals, fc.integer({ min: -5, max: 5100 }), fc.nat(5100), (totals, a, more) => {
      const found = extremesWithin(blocksOf(totals), a, a + more);
      const stretch = totals.subarray(Math.max(a, 0), Math.max(a + more, 0));
      const range = extent(stretch);
      expect(found === null ? null : [found.low, found.high]).toEqual(range);
      const at = (value: number | undefined) =>
        value === undefined ? undefined : stretch.indexOf(value) + Math.max(a, 0);
      expect(found?.hasGap).toBe(range === null ? undefined : stretch.includes(NaN));
      expect([found?.lowest, found?.highest]).toEqual([at(range?.[0]), at(range?.[1])]);
    }),
    { numRuns: 500 },
  );
});

test('of gaps, and of nothing, there are none', () => {
  expect(extremesWithin(blocksOf(new Float64Array(0)), 0, 10)).toBeNull();
  expect(extremesWithin(blocksOf(new Float64Array(3000).fill(NaN)), 0, 3000)).toBeNull();
});

test('infinite figures are figures', () => {
  const found = extremesWithin(blocksOf(Float64Array.of(Infinity, 1, -Infinity)), 0, 3);
  expect(found).toEqual({ low: -Infinity, high: Infinity, lowest: 2, highest: 0, hasGap: false });
  expect(extremesWithin(blocksOf(Float64Array.of(Infinity)), 0, 1)).toMatchObject({ lowest: 0 });
});
