import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestRecord, sparkPoints } from '#dashboard/chart/series.ts';

describe('a series', () => {
  it('finds the nearest record', () => {
    expect(nearestRecord(new Float64Array(), 5)).toBe(-1);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }),
        fc.integer({ min: -1200, max: 1200 }),
        (unordered, at) => {
          const times = Float64Array.from(unordered).toSorted();
          const distances = Array.from(times, (time) => Math.abs(time - at));
          expect(nearestRecord(times, at)).toBe(distances.indexOf(Math.min(...distances)));
        },
      ),
    );
  });
});

const columns = (totals: number[], times: number[]) => ({
  times: Float64Array.from(times),
  totals: Float64Array.from(totals),
});

describe('the points of a sparkline', () => {
  it('are at even times, even if the records are not', () => {
    expect(sparkPoints(columns([1, 2, 3], [0, 1, 10]), 6)).toEqual([1, 2, 2, 2, 2, 3]);
  });

  it('need at least two records', () => {
    expect(sparkPoints(columns([], []), 5)).toEqual([]);
    expect(sparkPoints(columns([1], [0]), 5)).toEqual([]);
  });
});
