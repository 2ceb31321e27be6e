import { describe, expect, test } from 'vitest';
import { day, type HistoryType, hour, minute, stepOf, windowOf } from '#contract/historyType.ts';
import { type Period, readPeriod } from '#contract/period.ts';
import { formatTime } from '#contract/time.ts';
import { historyOfPeriod } from '#dashboard/history/period.ts';
import { previousStretch } from '#dashboard/history/previousStretch.ts';

const asOf = Date.parse('2026-06-17T14:23:20Z');
const inception = Date.parse('2020-01-01T00:00:00Z');

/** Whole steps of a history up to the as of, and the as of itself. */
function recordsOf(type: HistoryType, end = asOf): Float64Array {
  const step = stepOf[type];
  const start = Math.ceil((end - (windowOf[type] ?? end - inception)) / step) * step;
  const whole = Array.from({ length: Math.ceil((end - start) / step) }, (_, i) => start + i * step);
  return Float64Array.from([...whole, end]);
}

function stretchOf(word: string, timeZone = 'UTC', end = asOf) {
  const chosen = readPeriod(word) satisfies Period | null;
  if (chosen === null) throw new Error(`${word} is no period`);
  const { type, part } = historyOfPeriod(chosen, end, timeZone);
  const stretch = previousStretch({ chosen, period: type, part }, recordsOf(type, end), timeZone);
  if (stretch === null) throw new Error('no records');
  const { from, to, shift } = stretch;
  return { from: formatTime(from), to: formatTime(to), type: stretch.type, days: shift / day };
}

describe('a period of the interface', () => {
  test.each([
    ['day', 1],
    ['week', 7],
    ['month', 30],
    ['year', 365],
  ] as const)('%s: the same length before it, up to its first record', (type, days) => {
    const [first = NaN] = recordsOf(type);
    expect(stretchOf(type)).toEqual({
      from: formatTime(first - days * day),
      to: formatTime(first),
      type,
      days,
    });
  });

  test('stays the same while the market ticks, and moves with the next record', () => {
    expect(stretchOf('month', 'UTC', asOf + minute)).toEqual(stretchOf('month'));
    expect(stretchOf('month', 'UTC', asOf + 4 * hour)).not.toEqual(stretchOf('month'));
  });
});

describe('a calendar period', () => {
  test('to date: as much of the month, quarter or year before', () => {
    expect(stretchOf('mtd')).toMatchObject({
      from: '2026-05-01T00:00:00.000Z',
      to: '2026-05-17T16:00:00.000Z',
      days: 31,
    });
    expect(stretchOf('qtd').from).toBe('2026-01-01T00:00:00.000Z');
    expect(stretchOf('ytd')).toMatchObject({
      from: '2025-01-01T00:00:00.000Z',
      to: '2025-06-18T00:00:00.000Z',
      type: 'year',
    });
  });

  test('ends with a shorter month before it', () => {
    const end = Date.parse('2026-03-31T12:00:00Z');
    expect(stretchOf('mtd', 'UTC', end)).toMatchObject({
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
  });

  test('last month: the month before it, as many days as it has', () => {
    expect(stretchOf('last-month')).toMatchObject({
      from: '2026-04-01T00:00:00.000Z',
      to: '2026-05-01T00:00:00.000Z',
    });
    // February has 28 days, January 31.
    const march = Date.parse('2026-03-10T00:00:00Z');
    expect(stretchOf('last-month', 'UTC', march)).toMatchObject({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-29T00:00:00.000Z',
    });
    expect(stretchOf('last-year').from).toBe('2024-01-01T00:00:00.000Z');
  });

  test.each(['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
    'is that of the zone %s',
    (timeZone) => {
      const { from, days } = stretchOf('mtd', timeZone);
      expect(days).toBe(31);
      expect(from).toMatch(/^2026-(04-30|05-01)/);
    },
  );
});

describe('dates', () => {
  test('between two dates: the same length before the first', () => {
    expect(stretchOf('2026-03-01..2026-03-31')).toMatchObject({
      from: '2026-01-29T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
      days: 31,
    });
  });

  test('since a date: the same length before it, in whole steps', () => {
    expect(stretchOf('2026-06-01..')).toMatchObject({
      from: '2026-05-15T08:00:00.000Z',
      to: '2026-06-01T00:00:00.000Z',
      type: 'month',
    });
  });

  test('reads a history that contains the stretch', () => {
    // 28 days: a record more than the shown month would have.
    const since = stretchOf('2026-05-19T00:00:00Z..');
    expect(Date.parse(since.to) - Date.parse(since.from)).toBeLessThanOrEqual(30 * day);
    expect(since.type).toBe('month');
    expect(stretchOf('2023-01-01..').type).toBe('all');
  });
});

test('without a record there is none', () => {
  const whole = { chosen: 'month', period: 'month', part: null } as const;
  expect(previousStretch(whole, new Float64Array(0), 'UTC')).toBeNull();
});
