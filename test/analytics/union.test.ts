import { firstCommon, type TimedValues, unionOf } from '#analytics/union.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const series = (...records: [time: number, total: number][]): TimedValues => ({
  times: Float64Array.from(records, ([time]) => time),
  totals: Float64Array.from(records, ([, total]) => total),
});

const someSeries = fc
  .array(fc.tuple(fc.nat(30), fc.oneof(fc.double(), fc.constant(NaN))), { maxLength: 25 })
  .map((records) => series(...records.toSorted(([one], [other]) => one - other)));

/** Mostly of times of their own, some of the same. */
const someAll = fc.oneof(
  fc.array(someSeries, { maxLength: 5 }),
  fc.tuple(someSeries, fc.nat(4)).map(([one, more]) =>
    Array.from({ length: more }, (_, s) => ({
      times: one.times,
      totals: one.totals.map((v) => v + s),
    })),
  ),
);

const joined = (all: TimedValues[]) => {
  const { times, totals } = unionOf(all);
  return { times: Array.from(times), totals: totals.map((column) => Array.from(column)) };
};

describe('the union of histories', () => {
  test('has every time of each once, and a gap where one has no record', () => {
    const daily = series([1, 10], [3, 30], [5, 50]);
    const later = series([2, 200], [3, 300], [4, NaN]);
    expect(joined([daily, later])).toEqual({
      times: [1, 2, 3, 4, 5],
      totals: [
        [10, NaN, 30, NaN, 50],
        [NaN, 200, 300, NaN, NaN],
      ],
    });
  });

  test('takes the last of a series’ records of one time', () => {
    expect(joined([series([1, 10], [1, 11], [2, 20], [2, NaN])])).toEqual({
      times: [1, 2],
      totals: [[11, NaN]],
    });
  });

  test('of nothing is nothing', () => {
    expect(joined([])).toEqual({ times: [], totals: [] });
    expect(joined([series(), series([7, 1]), series()])).toEqual({
      times: [7],
      totals: [[NaN], [1], [NaN]],
    });
  });

  test('refuses columns that do not fit and times that do not ascend', () => {
    const uneven = { times: Float64Array.of(1), totals: new Float64Array(2) };
    expect(() => unionOf([uneven])).toThrow(RangeError);
    expect(() => unionOf([series([2, 0], [1, 0])])).toThrow(RangeError);
    expect(() => unionOf([series([1, 0], [NaN, 0])])).toThrow(RangeError);
  });

  test('holds exactly what the series hold', () => {
    fc.assert(
      fc.property(someAll, (all) => {
        const { times, totals } = unionOf(all);
        const expected = [...new Set(all.flatMap((one) => [...one.times]))];
        expect(Array.from(times)).toEqual(expected.toSorted((one, other) => one - other));
        all.forEach((one, s) => {
          const last = new Map(Array.from(one.times, (time, i) => [time, one.totals[i]]));
          const column = Array.from(times, (time) => last.get(time) ?? NaN);
          expect(Array.from(totals[s] ?? [])).toEqual(column);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('the first common row', () => {
  test('is the first at which each is known and none is 0', () => {
    const { totals } = unionOf([
      series([1, 10], [2, 0], [3, 30], [4, 40]),
      series([2, 5], [3, NaN], [4, 7], [5, 8]),
    ]);
    expect(firstCommon(totals)).toBe(3);
    expect(firstCommon(totals, 4)).toBe(-1);
    expect(firstCommon([Float64Array.of(NaN, 0, -2)])).toBe(2);
  });

  test('does not exist where histories never meet, nor of none', () => {
    expect(firstCommon(unionOf([series([1, 1]), series([2, 1])]).totals)).toBe(-1);
    expect(firstCommon([])).toBe(-1);
  });
});
