import { changeOf, periodChange } from '#analytics/change.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const change = (...totals: number[]) => changeOf(Float64Array.from(totals));
const someKnown = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.constantFrom(0, -0, 5e-324, -5e-324, 1),
);
const someTotal = fc.oneof(someKnown, fc.constantFrom(NaN, Infinity, -Infinity));
const runs = { numRuns: 1000 };

describe('the change over a history', () => {
  test('is last minus first, and that over the first', () => {
    const expected = { first: 80, last: 100, absolute: 20, ratio: 0.25, isNew: false };
    expect(change(80, 500, 100)).toEqual(expected);
    expect(change(NaN, 80, NaN, 100, NaN)).toEqual(expected);
  });

  test('is over the size of a negative first, so that a rise is a gain', () => {
    expect(change(-80, -60)).toMatchObject({ absolute: 20, ratio: 0.25 });
  });

  test('is unknown where no record is known', () => {
    expect(change()).toBeNull();
    expect(change(NaN, NaN)).toBeNull();
  });

  test('is 0 from 0 to 0 and new from 0 to anything else, never a per cent', () => {
    expect(change(0, 5, 0)).toMatchObject({ absolute: 0, ratio: 0, isNew: false });
    expect(change(0, 5)).toMatchObject({ absolute: 5, ratio: null, isNew: true });
    expect(change(0, 5e-324)).toMatchObject({ ratio: null, isNew: true });
  });

  test('of one record is 0', () => {
    expect(change(7)).toEqual({ first: 7, last: 7, absolute: 0, ratio: 0, isNew: false });
  });

  test('has no ratio where that is beyond all numbers', () => {
    expect(change(5e-324, 1)).toMatchObject({ absolute: 1, ratio: null, isNew: false });
  });

  test('is from the first known to the last known record, whatever the records', () => {
    fc.assert(
      fc.property(fc.array(someTotal), (totals) => {
        const known = totals
          .filter((total) => Math.abs(total) < Infinity)
          .map((total) => total + 0);
        const found = change(...totals);
        expect([found?.first, found?.last]).toEqual([known[0], known.at(-1)]);
        const back = change(...totals.toReversed());
        expect(back?.absolute).toBe(found === null ? undefined : 0 - found.absolute);
      }),
      runs,
    );
  });

  test('adds to the first, and is new from 0 alone', () => {
    fc.assert(
      fc.property(someKnown, someKnown, (first, last) => {
        const { absolute = NaN, isNew } = change(first, last) ?? {};
        expect(first + absolute).toBeCloseTo(last, 2);
        expect(isNew).toBe(first === 0 && last !== 0);
      }),
      runs,
    );
  });

  test('as a ratio of the first leads from the first to the last', () => {
    fc.assert(
      fc.property(someKnown, someKnown, (first, last) => {
        fc.pre(Math.abs(first) > 1e-3);
        const { ratio } = change(first, last) ?? {};
        expect(first + Math.abs(first) * (ratio ?? NaN)).toBeCloseTo(last, 2);
      }),
      runs,
    );
  });

  test('never holds a figure that is not finite, nor −0', () => {
    fc.assert(
      fc.property(fc.array(someTotal, { minLength: 1 }), (totals) => {
        const { first, last, absolute, ratio } = change(...totals, 1) ?? {};
        const figures = [first, last, absolute, ratio ?? 0];
        expect(figures.filter((figure) => !Number.isFinite(figure))).toEqual([]);
        expect(figures.filter((figure) => Object.is(figure, -0))).toEqual([]);
      }),
      runs,
    );
  });
});

describe('the change over a period', () => {
  const times = Float64Array.of(1010, 1020, 1030);
  const totals = Float64Array.of(100, 50, 125);

  test('is last ÷ first − 1', () => {
    expect(periodChange({ times, totals, windowStart: 1005, step: 10 })).toBe(0.25);
    expect(periodChange({ times, totals, windowStart: null, step: 10 })).toBe(0.25);
  });

  test('is unknown where the history starts more than one step after its window', () => {
    expect(periodChange({ times, totals, windowStart: 1000, step: 10 })).toBe(0.25);
    expect(periodChange({ times, totals, windowStart: 999, step: 10 })).toBeNull();
  });

  test('takes the first known record for the start', () => {
    const late = Float64Array.of(NaN, 100, 125);
    expect(periodChange({ times, totals: late, windowStart: 1005, step: 10 })).toBeNull();
    expect(periodChange({ times, totals: late, windowStart: 1010, step: 10 })).toBe(0.25);
    expect(periodChange({ times, totals: late, windowStart: null, step: 10 })).toBe(0.25);
  });

  test('is unknown without a record and from 0 to something, 0 from 0 to 0, known with one record', () => {
    const nothing = new Float64Array(0);
    const one = Float64Array.of(7);
    const all = { windowStart: null, step: 10 };
    expect(periodChange({ times: nothing, totals: nothing, ...all })).toBeNull();
    expect(periodChange({ times, totals: Float64Array.of(NaN, NaN, NaN), ...all })).toBeNull();
    expect(periodChange({ times, totals: Float64Array.of(0, 0, 0), ...all })).toBe(0);
    expect(periodChange({ times, totals: Float64Array.of(0, 1, 2), ...all })).toBeNull();
    expect(periodChange({ times: one, totals: one, ...all })).toBe(0);
  });
});
