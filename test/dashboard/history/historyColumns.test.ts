import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestRecord } from '#dashboard/history/historyColumns.ts';

describe('history columns', () => {
  it('finds the nearest of any records', () => {
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
