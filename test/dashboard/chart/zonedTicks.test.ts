import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, hour, minute } from '#contract/historyType.ts';
import { tickDistance, timeTicks } from '#dashboard/chart/ticks.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { instantAt, offsetAt } from '#dashboard/preferences/timeZones.ts';

function labels(zone: string, from: string, to: string, width: number): string[] {
  const format = createFormat({ ...defaultPreferences, timeZone: zone });
  const ticks = timeTicks(Date.parse(from), Date.parse(to), width, zone);
  return ticks.map(({ at, label }) => format[label](at));
}

test('days begin at midnight in the zone', () => {
  const ticks = timeTicks(
    Date.parse('2025-06-10T12:00:00Z'),
    Date.parse('2025-06-13T12:00:00Z'),
    400,
    'Asia/Kolkata',
  );
  expect(ticks.map(({ at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
    '2025-06-10T18:30',
    '2025-06-11T18:30',
    '2025-06-12T18:30',
  ]);
});

test('the axis has no hour that the clocks skip', () => {
  const berlin = labels('Europe/Berlin', '2025-03-29T22:30:00Z', '2025-03-30T04:30:00Z', 600);
  expect(berlin).toEqual(['30 Mar', '01:00', '03:00', '04:00', '05:00', '06:00']);
});

test('the axis repeats an hour that the clocks show twice', () => {
  const berlin = labels('Europe/Berlin', '2025-10-25T21:30:00Z', '2025-10-26T03:30:00Z', 600);
  expect(berlin).toEqual(['26 Oct', '01:00', '02:00', '02:00', '03:00', '04:00']);
});

test('weeks and months begin at midnight in winter and summer', () => {
  expect(labels('America/New_York', '2025-02-20T00:00:00Z', '2025-03-28T00:00:00Z', 500)).toEqual([
    '24 Feb',
    '3 Mar',
    '10 Mar',
    '17 Mar',
    '24 Mar',
  ]);
  expect(labels('America/New_York', '2024-09-15T00:00:00Z', '2025-04-15T00:00:00Z', 700)).toEqual([
    'Oct 2024',
    'Nov',
    'Dec',
    '2025',
    'Feb',
    'Mar',
    'Apr',
  ]);
});

test('a day that a zone skipped has no tick', () => {
  const apia = labels('Pacific/Apia', '2011-12-28T12:00:00Z', '2012-01-01T12:00:00Z', 500);
  expect(apia).toEqual(['29 Dec', '31 Dec', '1 Jan 2012', '2 Jan']);
});

test('in any zone ticks are at least 72 px apart, within the window, on boundaries of its clocks', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
  );
  const start = fc.integer({ min: Date.UTC(1996, 0), max: Date.UTC(2035, 0) });
  const length = fc.oneof(
    fc.integer({ min: hour, max: 3 * day }),
    fc.integer({ min: 3 * day, max: 60 * day }),
    fc.integer({ min: 60 * day, max: 3000 * day }),
  );
  fc.assert(
    fc.property(zone, start, length, fc.integer({ min: 200, max: 2600 }), (...given) => {
      const [timeZone, from, long, width] = given;
      const ticks = timeTicks(from, from + long, width, timeZone);
      const outside = ticks.filter(({ at }) => at < from || at > from + long);
      expect(outside).toEqual([]);
      const near = ticks.slice(1).filter(({ at }, index) => {
        const before = ticks[index]?.at ?? NaN;
        return !((at - before) * (width / long) >= tickDistance * 0.9999);
      });
      expect(near).toEqual([]);
      // A midnight that the clocks skip is the first minute of its day.
      const offGrid = ticks.filter(({ at }) => {
        const wall = at + offsetAt(at, timeZone);
        return wall % (30 * minute) !== 0 && wall % minute !== 0;
      });
      expect(offGrid).toEqual([]);
    }),
  );
});

test('clock times and instants convert to each other', () => {
  const wall = Date.UTC(2025, 5, 16, 9, 30);
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns']) {
    const at = instantAt(wall, zone);
    expect(at + offsetAt(at, zone)).toBe(wall);
  }
  // Berlin skips 02:30 on that night: the offset before the change applies.
  expect(new Date(instantAt(Date.UTC(2025, 2, 30, 2, 30), 'Europe/Berlin')).toISOString()).toBe(
    '2025-03-30T01:30:00.000Z',
  );
});
