import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueTicks } from '#dashboard/chart/ticks.ts';

describe('round ticks', () => {
  it('are a few round values', () => {
    expect(valueTicks(177.14e6, 216.01e6).values).toEqual([180e6, 190e6, 200e6, 210e6]);
    expect(valueTicks(93.8, 125.2).values).toEqual([100, 110, 120]);
  });

  it('have exact decimals', () => {
    expect(valueTicks(0.11, 0.52).values).toEqual([0.2, 0.3, 0.4, 0.5]);
    expect(valueTicks(0.000_021, 0.000_029).values).toEqual([
      0.000_022, 0.000_024, 0.000_026, 0.000_028,
    ]);
  });

  it('include a zero without a sign', () => {
    const { values } = valueTicks(-3, 12);
    expect(values).toContain(0);
    expect(values.some((value) => Object.is(value, -0))).toBe(false);
  });

  it('contain the value of a domain without height, and nothing without a value', () => {
    expect(valueTicks(1000, 1000).values).toEqual([1000]);
    expect(valueTicks(NaN, NaN).values).toEqual([]);
  });

  it('contain one value if the ends differ only in their last digits', () => {
    const sum = 258_425_556.363_992_57;
    for (const [low, high] of [
      [sum, sum + 3e-8],
      [1e12, 1e12 + 2 ** -13],
      [0, 5e-324],
      [-5e-324, 5e-324],
    ] as const) {
      const { values, step } = valueTicks(low, high);
      expect(step).toBe(0);
      expect(values).toHaveLength(1);
      expect(values.every((value) => value >= low && value <= high)).toBe(true);
    }
  });

  it('are one to six values within any domain', () => {
    const size = fc.double({ min: -6, max: 12, noNaN: true });
    fc.assert(
      fc.property(
        size,
        size,
        fc.double({ min: -1, max: 1, noNaN: true }),
        (height, place, sign) => {
          const low = sign * 10 ** Math.min(place, height + 6);
          const high = low + 10 ** height;
          const { values } = valueTicks(low, high);
          expect(values.length).toBeGreaterThanOrEqual(1);
          expect(values.length).toBeLessThanOrEqual(6);
          for (const value of values) {
            expect(value).toBeGreaterThanOrEqual(low - 10 ** height * 1e-9);
            expect(value).toBeLessThanOrEqual(high);
          }
        },
      ),
    );
  });
});
