import { decimate } from '#analytics/decimate.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Drawing, someDrawing, someTotal } from './someDrawing.ts';

const joined = (totals: Float64Array, i: number): boolean =>
  !Number.isNaN(totals[i - 1] ?? NaN) || !Number.isNaN(totals[i + 1] ?? NaN);

/** How high and how low a picture reaches in each pixel column: lines, and dots for values alone between gaps. */
function reach({ times, totals, range: { from, to }, columns }: Drawing): string[] {
  return Array.from({ length: columns }, (_, column) => {
    const isLast = column === columns - 1;
    const left = from + ((to - from) * column) / columns;
    const right = isLast ? to : from + ((to - from) * (column + 1)) / columns;
    const startsBefore = (time: number): boolean => (isLast ? time <= right : time < right);
    const touched: number[] = [];
    for (let i = 0; i < times.length; i++) {
      const [t0 = NaN, t1 = NaN] = times.subarray(i, i + 2);
      const [v0 = NaN, v1 = NaN] = totals.subarray(i, i + 2);
      if (!joined(totals, i) && t0 >= left && startsBefore(t0)) touched.push(v0);
      if (t1 >= left && startsBefore(t0) && !Number.isNaN(v0 + v1)) {
        // Where the line between the two enters the column and leaves it.
        const slope = t1 > t0 ? (v1 - v0) / (t1 - t0) : 0;
        touched.push(t0 < left ? v0 + slope * (left - t0) : v0);
        touched.push(t1 > right ? v0 + slope * (right - t0) : v1);
      }
    }
    const known = touched.filter((value) => !Number.isNaN(value));
    return `${Math.min(...known).toPrecision(9)} to ${Math.max(...known).toPrecision(9)}`;
  });
}

test('a picture of what is kept reaches as high and as low in every pixel column as one of all', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), (drawing) => {
      const { times, totals, range, columns } = drawing;
      const kept = decimate(times, totals, range, columns);
      expect(reach({ ...drawing, ...kept })).toEqual(reach(drawing));
    }),
    { numRuns: 1000 },
  );
});

test('no value in the range that was part of a line is left alone', () => {
  fc.assert(
    fc.property(someDrawing(someTotal), ({ times, totals, range, columns }) => {
      const kept = decimate(times, totals, range, columns);
      const lonely = Array.from(kept.index.entries()).filter(
        ([k, i]) =>
          (times[i] ?? NaN) >= range.from &&
          (times[i] ?? NaN) <= range.to &&
          !Number.isNaN(totals[i]) &&
          joined(totals, i) &&
          !joined(kept.totals, k),
      );
      expect(lonely).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('a spike between two gaps of one pixel column keeps its line', () => {
  const totals = Float64Array.of(1, 1, NaN, 1, 9, NaN, NaN, -5, 1, NaN, 1, 1);
  const times = Float64Array.from(totals.keys());
  const { index } = decimate(times, totals, { from: 0, to: 11 }, 1);
  expect(Array.from(index)).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
});
