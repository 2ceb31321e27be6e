import { expect, test } from 'vitest';
import { calendarRows, heatOf, monthNames } from '#dashboard/figures/calendarRows.ts';

const row = (period: string, value: number | null, excess: number | null = null) => ({
  period,
  return: value,
  excess,
  isPartial: period === '2026-02',
});

test('one row per year, the latest first; months outside of the history stay empty', () => {
  const months = [row('2025-12', 0.02, 0.01), row('2026-01', -0.03), row('2026-02', 0)];
  const years = [row('2025', 0.02, 0.01), row('2026', -0.03)];
  const [latest, first, ...more] = calendarRows({ months, years }, 'return');
  expect(more).toEqual([]);
  expect(latest?.months.slice(0, 2)).toEqual([
    { value: -0.03, isPartial: false },
    { value: 0, isPartial: true },
  ]);
  expect(latest?.months.slice(2)).toEqual(Array.from({ length: 10 }));
  expect(latest?.whole).toEqual({ value: -0.03, isPartial: false });
  expect(first?.months.map((month) => month?.value)).toEqual([...Array.from({ length: 11 }), 0.02]);
  const excess = calendarRows({ months, years }, 'excess');
  expect(excess.map(({ whole }) => whole?.value)).toEqual([null, 0.01]);
  expect(calendarRows({ months: [], years: [] }, 'return')).toEqual([]);
});

test('shades grow with the figure on both sides; small, unknown and empty cells have none', () => {
  expect([0.1, 0.04, 0.01, 0.001].map((one) => heatOf(one, 0.1))).toEqual([
    'gain-3',
    'gain-2',
    'gain-1',
    undefined,
  ]);
  expect([-0.1, -0.04, -0.01].map((one) => heatOf(one, 0.1))).toEqual([
    'loss-3',
    'loss-2',
    'loss-1',
  ]);
  expect([heatOf(null, 0.1), heatOf(0, 0.1)]).toEqual([undefined, undefined]);
  expect(heatOf(0, 0)).toBeUndefined();
});

test('months have three letters in the language of the figures', () => {
  expect(monthNames('en-GB')).toEqual('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '));
  expect(monthNames('de-DE')[2]).toBe('Mär');
});
