import { overlapOf } from '#analytics/overlap.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const weights = (parts: Record<string, number>) => new Map(Object.entries(parts));
const someWeights = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', '日本', '__proto__'), fc.nat(100), { minKeys: 1 })
  .map((parts) => {
    const sum = Object.values(parts).reduce((whole, part) => whole + part, 0);
    return new Map(Object.entries(parts).map(([id, part]) => [id, sum === 0 ? 0 : part / sum]));
  });

test('is the sum of the smaller weights of what both hold, the largest first', () => {
  const one = weights({ ETH: 0.5, SOL: 0.3, ADA: 0.2 });
  const other = weights({ ADA: 0.6, ETH: 0.1, BTC: 0.3 });
  const { weight, shared } = overlapOf(one, other);
  expect(weight).toBeCloseTo(0.3, 12);
  expect(shared).toEqual(['ADA', 'ETH']);
});

test('nothing in common is 0, and a weight of nothing holds nothing', () => {
  expect(overlapOf(weights({ a: 1 }), weights({ b: 1 }))).toEqual({ weight: 0, shared: [] });
  expect(overlapOf(weights({ a: 1, b: 0 }), weights({ b: 1 }))).toEqual({ weight: 0, shared: [] });
  expect(overlapOf(weights({}), weights({}))).toEqual({ weight: 0, shared: [] });
});

test('is the same either way, between 0 and 1, and 1 with itself', () => {
  fc.assert(
    fc.property(someWeights, someWeights, (a, b) => {
      const there = overlapOf(a, b);
      expect(there.weight).toBeCloseTo(overlapOf(b, a).weight, 12);
      expect(there.shared).toEqual(overlapOf(b, a).shared);
      expect(there.weight).toBeGreaterThanOrEqual(0);
      expect(there.weight).toBeLessThanOrEqual(1 + 1e-12);
      const whole = [...a.values()].some((weight) => weight > 0) ? 1 : 0;
      expect(overlapOf(a, a).weight).toBeCloseTo(whole, 12);
    }),
  );
});
