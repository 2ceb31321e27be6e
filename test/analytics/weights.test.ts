import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  driftOf,
  knownSumOf,
  largestFirst,
  reconciles,
  sumOf,
  weightOf,
} from '#analytics/weights.ts';

describe('sums and weights', () => {
  it('loses no dust beside a fortune', () => {
    expect(sumOf([1e17, 1, -1e17])).toBe(1);
    expect(sumOf([0.1, 0.2, 0.3])).toBe(0.6);
    expect(sumOf([])).toBe(0);
  });

  it('gives weights that add up to 1', () => {
    const total = fc.double({ min: 0.01, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(fc.array(total, { minLength: 1 }), (parts) => {
        const whole = sumOf(parts);
        expect(sumOf(parts.map((part) => weightOf(part, whole) ?? NaN))).toBeCloseTo(1, 9);
      }),
    );
  });

  it('knows no weight where the whole is worth nothing', () => {
    expect(weightOf(0, 0)).toBeNull();
    expect(weightOf(0, 5)).toBe(0);
  });

  it('sums the known weights and reports their share; unknown is not zero', () => {
    expect(knownSumOf([1, null, 2])).toEqual({ sum: 3, known: 2, of: 3, whole: null });
    expect(knownSumOf([1, 2])).toEqual({ sum: 3, known: 2, of: 2, whole: 3 });
    expect(knownSumOf([null])).toEqual({ sum: null, known: 0, of: 1, whole: null });
    expect(knownSumOf([])).toEqual({ sum: 0, known: 0, of: 0, whole: 0 });
    expect([weightOf(1, null), weightOf(null, 1)]).toEqual([null, null]);
  });

  it('puts the unknown behind the smallest', () => {
    expect([3, null, -5, 7, null].toSorted(largestFirst)).toEqual([7, 3, -5, null, null]);
  });

  it('knows no drift where weight or target is unknown', () => {
    expect(driftOf(0.25, 0.2)).toBeCloseTo(0.05, 12);
    expect(driftOf(0, 0.09)).toBe(-0.09);
    expect(driftOf(null, 0.2)).toBeNull();
    expect(driftOf(0.2, null)).toBeNull();
  });

  it('takes parts and whole as one up to 0.01 %', () => {
    expect(reconciles(0, 0)).toBe(true);
    expect(reconciles(10_000, 10_001)).toBe(true);
    expect(reconciles(10_000, 10_001.1)).toBe(false);
    expect(reconciles(0, 0.01)).toBe(false);
    expect(reconciles(1e-9, 1.0005e-9)).toBe(false);
  });
});
