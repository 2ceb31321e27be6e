import { expect, test } from 'vitest';
import {
  formatClock,
  formatClockSeconds,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatDayTime,
  formatMonthYear,
  formatRelative,
  formatWeekday,
} from '#dashboard/shared/format/time.ts';

const at = '2025-09-07T23:05:04.000Z';

test.each([
  [formatDate, '7 Sep 2025'],
  [formatDateTime, '7 Sep 2025, 23:05'],
  [formatDayTime, '7 Sep, 23:05'],
  [formatDayMonth, '7 Sep'],
  [formatMonthYear, 'Sep 2025'],
  [formatWeekday, 'Sun 7 Sep'],
  [formatClock, '23:05'],
  [formatClockSeconds, '23:05:04'],
])('%o writes the instant in UTC, whatever the zone of the machine', (format, written) => {
  expect(format(at)).toBe(written);
  expect(format(Date.parse(at))).toBe(written);
});

test('an offset is turned into UTC', () => {
  expect(formatDateTime('2025-09-08T01:05:00+02:00')).toBe('7 Sep 2025, 23:05');
});

test('what is no time is a dash', () => {
  for (const unknown of [null, undefined, '', 'yesterday', Number.NaN, 1e20]) {
    expect(formatDate(unknown)).toBe('–');
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
