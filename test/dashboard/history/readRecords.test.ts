import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRecords } from '#dashboard/history/readRecords.ts';

const read = (records: readonly unknown[]) => {
  const { times, totals, unreadable } = readRecords(records);
  return { times: Array.from(times), totals: Array.from(totals), unreadable };
};
const noon = (day: number) => Date.UTC(2026, 4, day, 12);
const date = (day: number) => new Date(noon(day)).toISOString();

describe('history records', () => {
  test('become columns', () => {
    const records = [
      { date: '2021-11-11T00:00:00.000Z', total: 129_764.86 },
      { date: '2021-11-12T01:00:00.000+01:00', total: 0, note: 'a field of another service' },
    ];
    expect(read(records)).toEqual({
      times: [Date.UTC(2021, 10, 11), Date.UTC(2021, 10, 12)],
      totals: [129_764.86, 0],
      unreadable: null,
    });
    expect(read([])).toEqual({ times: [], totals: [], unreadable: null });
  });

  test('are sorted, keep the last of one instant, and may be in the future', () => {
    const records = [
      { date: date(3), total: 30 },
      { date: date(1), total: 10 },
      { date: '2126-05-01T12:00:00Z', total: 99 },
      { date: date(3), total: 31 },
      { date: date(1), total: 'none' },
    ];
    expect(read(records)).toMatchObject({
      times: [noon(1), noon(3), Date.UTC(2126, 4, 1, 12)],
      totals: [10, 31, 99],
    });
  });

  test('may have null as an unknown total', () => {
    const totals = [1234.5, null, -0];
    const records = totals.map((total, i) => ({ date: date(i + 1), total }));
    expect(read(records)).toMatchObject({
      totals: [1234.5, NaN, 0],
      unreadable: null,
    });
  });

  test.each([
    [undefined, 'no total'],
    ['', 'no total'],
    ['abc', 'no readable total'],
    ['NaN', 'no readable total'],
    ['Infinity', 'no readable total'],
    ['1,234.5', 'no readable total'],
    ['12.5', 'no readable total'],
    ['1e400', 'no readable total'],
    [Infinity, 'no readable total'],
    [true, 'no readable total'],
    [[1], 'no readable total'],
    [{}, 'no readable total'],
  ])('with %j as a total are left out', (total, reason) => {
    const good = { date: date(1), total: 1 };
    const { totals, unreadable } = read([good, { date: date(2), total }]);
    expect(totals).toEqual([1]);
    expect(unreadable).toEqual({ count: 1, of: 2, why: [{ reason, count: 1 }] });
  });

  test.each([
    [undefined, 'no time'],
    [null, 'no time'],
    ['', 'no time'],
    ['yesterday', 'no readable time'],
    ['1', 'no readable time'],
    ['11/11/2021', 'no readable time'],
    ['2021-13-01', 'no readable time'],
    ['2021-11-11T25:00:00Z', 'no readable time'],
    [1e300, 'no readable time'],
    [true, 'no readable time'],
    [{}, 'no readable time'],
  ])('with %j as a time are left out', (time, reason) => {
    const { times, unreadable } = read([{ date: time, total: 1 }]);
    expect(times).toEqual([]);
    expect(unreadable).toEqual({ count: 1, of: 1, why: [{ reason, count: 1 }] });
  });

  test.each([
    ['2021-11-11T06:30:15.250Z', Date.UTC(2021, 10, 11, 6, 30, 15, 250)],
    ['2021-11-11T06:30:15+05:30', Date.UTC(2021, 10, 11, 1, 0, 15)],
  ])('have the time %j', (time, at) => {
    expect(read([{ date: time, total: 1 }])).toMatchObject({ times: [at], unreadable: null });
  });

  test('are counted by reason if they cannot be read, the most frequent first', () => {
    const records = [null, 'text', [], { total: 3 }, { total: 4 }, { date: null, total: 5 }];
    expect(read([...records, { date: date(1), total: 6 }])).toEqual({
      times: [noon(1)],
      totals: [6],
      unreadable: {
        count: 6,
        of: 7,
        why: [
          { reason: 'no time', count: 4 },
          { reason: 'nothing readable', count: 2 },
        ],
      },
    });
  });

  test('give the same result in any order', () => {
    const someRecord = fc.record({
      day: fc.integer({ min: 1, max: 20 }),
      total: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
    });
    fc.assert(
      fc.property(fc.array(someRecord), (records) => {
        const last = new Map(records.map(({ day, total }) => [noon(day), (total ?? NaN) + 0]));
        const expected = [...last].toSorted(([one], [other]) => one - other);
        const { times, totals } = read(
          records.map(({ day, total }) => ({ date: date(day), total })),
        );
        expect(times).toEqual(expected.map(([at]) => at));
        expect(totals).toEqual(expected.map(([, total]) => total));
      }),
    );
  });

  test('never throw: each is either read or counted', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (records) => {
        const { times, totals, unreadable } = readRecords(records);
        expect(times).toHaveLength(totals.length);
        expect(times.every(Number.isFinite)).toBe(true);
        expect((unreadable?.count ?? 0) + times.length).toBeLessThanOrEqual(records.length);
        expect(unreadable?.of ?? records.length).toBe(records.length);
      }),
    );
  });
});
