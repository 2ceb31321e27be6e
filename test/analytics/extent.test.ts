import { boundFinder, extent, latestIndex, lowerBound } from '#analytics/extent.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const someTotals = fc.array(fc.oneof(fc.double(), fc.constantFrom(NaN, 0, Infinity, -Infinity)), {
  maxLength: 30,
});

describe('extent', () => {
  test('is the lowest and highest value, gaps aside', () => {
    expect(extent(Float64Array.of(NaN, 3, -1, NaN, 2))).toEqual([-1, 3]);
    expect(extent(Float64Array.of(7))).toEqual([7, 7]);
    expect(extent(Float64Array.of(Infinity))).toEqual([Infinity, Infinity]);
  });

  test('is unknown where nothing is known', () => {
    expect(extent(new Float64Array(0))).toBeNull();
    expect(extent(Float64Array.of(NaN, NaN))).toBeNull();
    expect(extent(Float64Array.of(1, NaN, 2), 1, 2)).toBeNull();
    expect(extent(Float64Array.of(1, 2), 2, 1)).toBeNull();
  });

  test('is the first and the last of the values of any stretch, sorted', () => {
    fc.assert(
      fc.property(someTotals, fc.nat(35), fc.nat(35), (totals, from, to) => {
        const values = totals.slice(from, to).filter((total) => !Number.isNaN(total));
        const sorted = values
          .map((value) => value + 0)
          .toSorted((one, other) => (one < other ? -1 : 1));
        const [low, high] = [sorted[0], sorted.at(-1)];
        const found = extent(
          Float64Array.from(totals, (total) => total + 0),
          from,
          to,
        );
        expect(found).toEqual(low === undefined ? null : [low, high]);
      }),
    );
  });
});

describe('lowerBound', () => {
  test('is the first at or after, the first of equals, the end where none is', () => {
    const times = Float64Array.of(1, 3, 3, 3, 8);
    expect([0, 1, 2, 3, 4, 8, 9].map((at) => lowerBound(times, at))).toEqual([0, 0, 1, 1, 4, 4, 5]);
    expect(lowerBound(times, 3, 2, 4)).toBe(2);
    expect(lowerBound(times, 9, 2, 4)).toBe(4);
    expect(lowerBound(new Float64Array(0), 5)).toBe(0);
  });

  test('counts the times before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.nat(50), (unsorted, at) => {
        const times = Float64Array.from(unsorted).toSorted();
        expect(lowerBound(times, at)).toBe(unsorted.filter((time) => time < at).length);
      }),
    );
  });
});

test('latestIndex is the last at or before, −1 where none is', () => {
  const times = Float64Array.of(1, 3, 8);
  expect([0, 1, 2, 3, 7, 8, 9].map((at) => latestIndex(times, at))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
  expect(latestIndex(new Float64Array(0), 5)).toBe(-1);
});

describe('boundFinder', () => {
  test('is lowerBound, for even and uneven times', () => {
    const someTimes = fc.oneof(
      fc.uniqueArray(fc.integer({ min: -50, max: 1e6 }), { maxLength: 40 }),
      fc.uniqueArray(fc.double({ noNaN: true }), { maxLength: 8 }),
      fc.nat(40).map((count) => Array.from({ length: count }, (_, i) => 86_400_000 * (20_000 + i))),
    );
    fc.assert(
      fc.property(someTimes, fc.double(), (unsorted, other) => {
        const times = Float64Array.from(unsorted, (time) => time + 0).toSorted();
        const find = boundFinder(times);
        const near = [...times].flatMap((time) => [time - 1, time, time + 0.1, time + 1]);
        for (const at of [...near, other, Infinity, -Infinity]) {
          expect([at, find(at)]).toEqual([at, lowerBound(times, at)]);
        }
      }),
    );
  });
});
