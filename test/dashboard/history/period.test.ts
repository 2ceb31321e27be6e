import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { day, historyTypes, hour, stepOf, windowOf } from '#contract/historyType.ts';
import { calendarPeriods, type Period } from '#contract/period.ts';
import { endsOf, historyOfPeriod, periodParam } from '#dashboard/history/period.ts';
import { instantAt, offsetAt } from '#dashboard/preferences/timeZones.ts';
import { nearestPeriod } from '#dashboard/users/directory/listPeriod.ts';

const asOf = Date.parse('2026-11-24T14:05:00.000Z');
const iso = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());

function ends(period: Period, at: string | number, timeZone: string) {
  const found = endsOf(period, typeof at === 'string' ? Date.parse(at) : at, timeZone);
  return [iso(found?.from), iso(found?.to)];
}

describe('a calendar period', () => {
  test.each([
    ['mtd', '2026-11-01T00:00:00.000Z', null],
    ['qtd', '2026-10-01T00:00:00.000Z', null],
    ['ytd', '2026-01-01T00:00:00.000Z', null],
    ['last-month', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['last-quarter', '2026-07-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'],
    ['last-year', '2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ] as const)('%s begins and ends at midnight in UTC', (period, from, to) => {
    expect(ends(period, asOf, 'UTC')).toEqual([from, to]);
  });

  it('is relative to the as of: tomorrow, in January and on a leap day', () => {
    expect(ends('ytd', '2027-01-01T00:00:00.000Z', 'UTC')[0]).toBe('2027-01-01T00:00:00.000Z');
    expect(ends('ytd', '2026-12-31T23:59:59.999Z', 'UTC')[0]).toBe('2026-01-01T00:00:00.000Z');
    expect(ends('last-month', '2027-01-15T00:00:00.000Z', 'UTC')).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
    expect(ends('last-quarter', '2027-02-01T00:00:00.000Z', 'UTC')).toEqual([
      '2026-10-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
    expect(ends('last-month', '2028-03-31T12:00:00.000Z', 'UTC')).toEqual([
      '2028-02-01T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
    ]);
    const [from, to] = ends('last-month', '2028-03-01T00:00:00.000Z', 'UTC');
    expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / day).toBe(29);
  });

  test.each([
    ['mtd', '2026-04-02T12:00Z', 'Europe/Berlin', '2026-03-31T22:00:00.000Z', null],
    // March has an hour less: 743 hours.
    [
      'last-month',
      '2026-04-02T12:00Z',
      'Europe/Berlin',
      '2026-02-28T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ],
    [
      'last-quarter',
      '2026-04-02T12:00Z',
      'Europe/Berlin',
      '2025-12-31T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ],
    // The last hour of the year in UTC is the new year in Berlin.
    ['ytd', '2025-12-31T23:30Z', 'Europe/Berlin', '2025-12-31T23:00:00.000Z', null],
    ['ytd', '2026-11-24T14:05Z', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', null],
    [
      'last-month',
      '2026-11-24T14:05Z',
      'America/St_Johns',
      '2026-10-01T02:30:00.000Z',
      '2026-11-01T02:30:00.000Z',
    ],
    // Samoa had no 30 December 2011: the year begins at +14 and ends at +13.
    [
      'last-month',
      '2012-01-05T00:00Z',
      'Pacific/Apia',
      '2011-12-01T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ],
    ['mtd', '2011-12-31T09:59:59Z', 'Pacific/Apia', '2011-12-01T10:00:00.000Z', null],
  ] as const)('%s on %s begins and ends at midnight in %s', (period, at, zone, from, to) => {
    expect(ends(period, at, zone)).toEqual([from, to]);
  });

  it('begins at the first instant of a day without midnight', () => {
    // Clocks in Beirut went from 24:00 to 01:00.
    const dated = { from: '2022-03-27', to: '2022-03-27' };
    expect(ends(dated, asOf, 'Asia/Beirut')).toEqual([
      '2022-03-26T22:00:00.000Z',
      '2022-03-27T21:00:00.000Z',
    ]);
  });

  it('contains the as of or ends before it, and starts on a first day at midnight, in any zone', () => {
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Sao_Paulo'];
    const instant = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(
        fc.constantFrom(...calendarPeriods),
        fc.constantFrom(...zones),
        instant,
        (period, zone, at) => {
          const found = endsOf(period, at, zone);
          if (found === null) throw new Error(`${period} has no ends`);
          const { from, to } = found;
          expect(from).toBeLessThan(at + 1);
          expect(to ?? at).toBeLessThanOrEqual(at);
          const wall = (one: number) => new Date(one + offsetAt(one, zone));
          expect(wall(from).getUTCDate()).toBe(1);
          // Nothing of the day is before it.
          expect(wall(from - 1).getUTCDate()).not.toBe(1);
          expect(instantAt(wall(from).getTime(), zone)).toBe(from);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('dates', () => {
  it('are days of the reader’s zone, the last one complete, or instants', () => {
    const days = { from: '2026-03-29', to: '2026-03-29' };
    // The day on which the clock changes has 23 hours.
    expect(ends(days, asOf, 'Europe/Berlin')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(ends(days, asOf, 'UTC')).toEqual([
      '2026-03-29T00:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ]);
    const instants = { from: '2026-03-29T01:30:00.000Z', to: null };
    expect(ends(instants, asOf, 'Europe/Berlin')).toEqual(['2026-03-29T01:30:00.000Z', null]);
  });
});

describe('the address', () => {
  it('has every period, and reads it back', () => {
    const periods: Period[] = [
      ...historyTypes,
      ...calendarPeriods,
      { from: '2026-03-01', to: null },
      { from: '2024-02-29', to: '2026-03-31' },
      { from: '2026-03-01T14:30:00.000Z', to: '2026-03-31T00:00:00.000Z' },
    ];
    for (const period of periods)
      expect(periodParam.read(periodParam.write(period))).toEqual(period);
    expect(periodParam.write({ from: '2026-03-01', to: null })).toBe('2026-03-01..');
    expect(periodParam.write('month')).toBeNull();
  });

  test.each([
    'decade',
    '..',
    '..2026-03-01',
    '2026-03-01',
    '2026-02-30..',
    '2025-02-29..2026-01-01',
    '2026-13-01..',
    '2026-03-01T14:30..',
    '2026-03-01..x',
    '2026-01-01..2026-02-01..2026-03-01',
    'constructor',
    '',
  ])('with %j shows the default period', (text) => {
    expect(periodParam.read(text)).toBe('month');
  });
});

describe('the history of a period', () => {
  test.each([
    ['mtd', '2026-11-01T12:00:00.000Z', 'day'],
    ['mtd', '2026-11-05T12:00:00.000Z', 'week'],
    ['mtd', '2026-11-24T12:00:00.000Z', 'month'],
    ['mtd', '2026-10-31T12:00:00.000Z', 'year'],
    ['ytd', '2026-12-30T12:00:00.000Z', 'year'],
    ['last-year', '2026-11-24T12:00:00.000Z', 'all'],
  ] as const)('%s on %s is the finest that reaches its start: %s', (period, at, type) => {
    const found = historyOfPeriod(period, Date.parse(at), 'UTC');
    expect(found.type).toBe(type);
    const reach = Date.parse(at) - (windowOf[type] ?? Infinity);
    expect(reach).toBeLessThanOrEqual(found.ends?.from ?? NaN);
  });

  it('shows the records nearest to both ends, so that Kathmandu’s month has all its days', () => {
    const { type, part, ends: exact } = historyOfPeriod('last-month', asOf, 'Asia/Kathmandu');
    expect(type).toBe('year');
    expect(iso(exact?.from)).toBe('2026-09-30T18:15:00.000Z');
    expect(iso(part?.from)).toBe('2026-10-01T00:00:00.000Z');
    expect(iso(part?.to)).toBe('2026-11-01T00:00:00.000Z');
    for (const zone of ['Europe/Berlin', 'Pacific/Apia', 'America/St_Johns']) {
      for (const period of calendarPeriods) {
        const found = historyOfPeriod(period, asOf, zone);
        const distance = Math.abs((found.part?.from ?? NaN) - (found.ends?.from ?? NaN));
        expect(distance).toBeLessThanOrEqual(stepOf[found.type] / 2);
      }
    }
  });

  it('moves with the as of, unless it ended', () => {
    expect(historyOfPeriod('ytd', asOf, 'UTC').part?.to).toBe(Infinity);
    const future = { from: '2026-11-01', to: '2026-11-30' };
    expect(historyOfPeriod(future, asOf, 'UTC')).toMatchObject({
      ends: { to: null },
      part: { to: Infinity },
    });
    expect(historyOfPeriod('week', asOf, 'UTC')).toEqual({ type: 'week', ends: null, part: null });
  });
});

describe('the nearest period of the list', () => {
  test.each([
    ['week', 'week'],
    ['all', 'year'],
    ['mtd', 'month'],
    ['qtd', 'month'],
    ['ytd', 'year'],
    ['last-month', 'month'],
    ['last-year', 'year'],
    [{ from: '2026-11-24', to: null }, 'day'],
    [{ from: '2026-11-17', to: '2026-11-22' }, 'week'],
  ] as const)('of %j is the past %s', (period, nearest) => {
    expect(nearestPeriod(period, asOf, 'UTC')).toBe(nearest);
  });

  it('exists for a period that has just begun', () => {
    expect(nearestPeriod('ytd', Date.UTC(2027, 0, 1), 'UTC')).toBe('day');
    expect(nearestPeriod({ from: '2027-01-01', to: null }, asOf - hour, 'UTC')).toBe('day');
  });
});
