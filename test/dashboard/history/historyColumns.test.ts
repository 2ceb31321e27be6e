import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, nearestRecord } from '#dashboard/history/historyColumns.ts';

describe('history columns', () => {
  it('keeps time and total of every record', () => {
    const { times, totals } = columnsOf([
      { date: '2021-11-11T00:00:00.000Z', total: 129_764.86 },
      { date: '2021-11-12T01:00:00.000+01:00', total: 0 },
    ]);
    expect([...times]).toEqual([Date.UTC(2021, 10, 11), Date.UTC(2021, 10, 12)]);
    expect([...totals]).toEqual([129_764.86, 0]);
  });

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
