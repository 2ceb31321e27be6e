import * as fc from 'fast-check';
import { monthlyReturns, yearlyReturns } from '#analytics/calendarReturns.ts';
import { compoundReturn } from '#analytics/returns.ts';
import { describe, expect, test } from 'vitest';
import { offBy } from './plainFigures.ts';
import { carriedForward, hasRealCloses, readRealCloses } from './realCloses.ts';

const timesOf = (...dates: string[]): Float64Array =>
  Float64Array.from(dates, (date) => Date.parse(date));

describe('returns by month and year', () => {
  test('run from the end of the month before to the end of the month', () => {
    const months = monthlyReturns({
      times: timesOf(
        '2026-01-15',
        '2026-01-31',
        '2026-02-01',
        '2026-02-20',
        '2026-03-01',
        '2026-03-02',
      ),
      levels: Float64Array.of(100, 105, 110, 500, 121, 60.5),
    });
    expect(months).toEqual([
      { period: '2026-01', return: expect.closeTo(0.1, 12), excess: null, isPartial: true },
      { period: '2026-02', return: expect.closeTo(0.1, 12), excess: null, isPartial: false },
      { period: '2026-03', return: -0.5, excess: null, isPartial: true },
    ]);
  });

  test('a record at midnight of the first closes the month before and begins no month of its own', () => {
    const whole = monthlyReturns({
      times: timesOf('2025-12-01', '2026-01-01'),
      levels: Float64Array.of(100, 150),
    });
    expect(whole).toEqual([{ period: '2025-12', return: 0.5, excess: null, isPartial: false }]);
    const years = yearlyReturns({
      times: timesOf('2024-01-01', '2025-01-01', '2026-01-01'),
      levels: Float64Array.of(100, 150, 75),
    });
    expect(
      years.map(({ period, return: change, isPartial }) => [period, change, isPartial]),
    ).toEqual([
      ['2024', 0.5, false],
      ['2025', -0.5, false],
    ]);
  });

  test('excess is over the benchmark between the same records', () => {
    const months = monthlyReturns({
      times: timesOf('2026-01-01', '2026-02-01', '2026-03-01', '2026-03-15'),
      levels: Float64Array.of(100, 120, 120, 132),
      benchmark: Float64Array.of(50, 55, NaN, 60),
    });
    expect(months.map(({ excess }) => excess)).toEqual([expect.closeTo(0.1, 12), null, null]);
  });

  test('a month without a known level has no return, and the next one includes it', () => {
    const months = monthlyReturns({
      times: timesOf('2026-01-01', '2026-02-01', '2026-02-10', '2026-04-01', '2026-05-01'),
      levels: Float64Array.of(100, 110, NaN, 121, 121),
    });
    expect(months).toEqual([
      { period: '2026-01', return: expect.closeTo(0.1, 12), excess: null, isPartial: false },
      { period: '2026-02', return: null, excess: null, isPartial: true },
      { period: '2026-03', return: expect.closeTo(0.1, 12), excess: null, isPartial: true },
      { period: '2026-04', return: 0, excess: null, isPartial: false },
    ]);
  });

  test('nothing is measured from a total loss', () => {
    const months = monthlyReturns({
      times: timesOf('2026-01-01', '2026-02-01', '2026-03-01'),
      levels: Float64Array.of(100, 0, 0),
    });
    expect(months.map(({ return: change }) => change)).toEqual([-1, null]);
  });

  test('of fewer than two known levels there are none', () => {
    for (const levels of [[], [5], [NaN, 5], [NaN, NaN]]) {
      const times = Float64Array.from(levels, (_, i) => i * 1e9);
      expect(monthlyReturns({ times, levels: Float64Array.from(levels) })).toEqual([]);
      expect(yearlyReturns({ times, levels: Float64Array.from(levels) })).toEqual([]);
    }
  });

  test('compound to years and to the complete return, whatever the records', () => {
    const hour = 3_600_000;
    const some = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 1, max: 1000, noNaN: true })),
      { minLength: 2, maxLength: 60 },
    );
    fc.assert(
      fc.property(some, (records) => {
        let at = Date.parse('2023-11-07');
        const times = Float64Array.from(records, ([hours]) => (at += hours * hour));
        const levels = Float64Array.from(records, ([, level]) => level);
        const months = monthlyReturns({ times, levels });
        const years = yearlyReturns({ times, levels });
        const all = (levels.at(-1) ?? NaN) / (levels[0] ?? NaN);
        for (const parts of [months, years]) {
          const grown = parts.reduce((product, part) => product * (1 + (part.return ?? 0)), 1);
          expect(offBy(grown, all)).toBeLessThan(1e-9);
        }
        for (const year of years) {
          const ofYear = months.filter(({ period }) => period.startsWith(year.period));
          const product = ofYear.reduce((value, month) => value * (1 + (month.return ?? 0)), 1);
          // A gap over the end of a year belongs to the month after it, and to its year.
          expect(offBy(1 + (year.return ?? 0), product)).toBeLessThan(1e-9);
        }
        const names = months.map(({ period }) => period);
        expect(new Set(names).size).toBe(names.length);
        expect(names).toEqual(names.toSorted());
      }),
    );
  });

  test.skipIf(!hasRealCloses)('equal those of closes by date on real prices', () => {
    const real = readRealCloses();
    const levels = carriedForward(real, 'ETH');
    const benchmark = carriedForward(real, 'BTC');
    const months = monthlyReturns({ times: real.midnights, levels, benchmark });
    // The close of a date, by the dates of the file.
    const lastOf = (month: string): number =>
      real.dates.findLastIndex((date) => date.startsWith(month));
    expect(months).toHaveLength(54);
    for (const [i, month] of months.entries()) {
      const before = i === 0 ? 0 : lastOf(months[i - 1]?.period ?? '');
      const after = lastOf(month.period);
      const change = (levels[after] ?? NaN) / (levels[before] ?? NaN) - 1;
      const theirs = (benchmark[after] ?? NaN) / (benchmark[before] ?? NaN) - 1;
      expect(month.return).toBeCloseTo(change, 12);
      expect(month.excess).toBeCloseTo(change - theirs, 12);
      expect(month.isPartial).toBe(i === 0 || i === 53);
    }
    const returns = Float64Array.from(months, (month) => month.return ?? NaN);
    const all = (levels.at(-1) ?? NaN) / (levels[0] ?? NaN) - 1;
    expect(offBy(compoundReturn(returns).value, all)).toBeLessThan(1e-12);
  });
});
