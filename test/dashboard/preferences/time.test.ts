import { expect, test } from 'vitest';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { dateFormat, formatRelative } from '#dashboard/preferences/instants.ts';

const format = createFormat(defaultPreferences);

const at = '2025-09-07T23:05:04.000Z';

test.each([
  [format.date, '7 Sep 2025'],
  [format.dateTime, '7 Sep 2025, 23:05'],
  [format.dayTime, '7 Sep, 23:05'],
  [format.dayMonth, '7 Sep'],
  [format.monthYear, 'Sep 2025'],
  [format.clock, '23:05'],
  [format.clockSeconds, '23:05:04'],
])('%o formats the instant in UTC, regardless of the machine’s zone', (write, written) => {
  expect(write(at)).toBe(written);
  expect(write(Date.parse(at))).toBe(written);
});

test('different hour cycles have different formatters, equal options share one', () => {
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const write = (hourCycle: 'h12' | 'h23') => dateFormat('en-GB', 'UTC', { ...clock, hourCycle });
  expect(write('h23').format(new Date(at))).toBe('23:05');
  expect(write('h12').format(new Date(at))).toBe('11:05 pm');
  expect(write('h12')).toBe(write('h12'));
});

test('converts an offset to UTC', () => {
  expect(format.dateTime('2025-09-08T01:05:00+02:00')).toBe('7 Sep 2025, 23:05');
});

test('an invalid time is a dash', () => {
  for (const unknown of [null, undefined, '', 'yesterday', Number.NaN, 1e20]) {
    expect(format.date(unknown)).toBe('–');
  }
});

test.each([
  [0, 'now'],
  [-999, 'now'],
  [-11_000, '11\u2009s ago'],
  [240_000, 'in 4\u2009min'],
  [19 * 60_000, 'in 19\u2009min'],
  [-3 * 3_600_000, '3\u2009h ago'],
  [-5 * 86_400_000, '5 days ago'],
])('an instant %i ms from now is %s', (distance, written) => {
  const now = Date.parse(at);
  expect(formatRelative(now + distance, now)).toBe(written);
  expect(formatRelative(null, now)).toBe('–');
});

test('a date in another year includes the year, in the preferred zone', () => {
  const year = new Date().getUTCFullYear();
  const tokyo = createFormat({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
  const newYear = `${year - 1}-12-31T18:00:00.000Z`;
  expect(format.shortDate(newYear)).toBe(`31 Dec ${year - 1}`);
  expect(format.shortDateTime(newYear)).toBe(`31 Dec ${year - 1}, 18:00`);
  expect(tokyo.shortDate(newYear)).toBe('1 Jan');
  expect(tokyo.shortDateTime(newYear)).toBe('1 Jan, 03:00');
});
