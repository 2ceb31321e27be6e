import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '#contract/historyType.ts';
import { tickDistance, timeTicks } from '#dashboard/chart/ticks.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const at = (text: string) => Date.parse(text);
const ticksIn = (from: number, to: number, width: number) => timeTicks(from, to, width, 'UTC');
const written = (from: string, to: string, width: number) =>
  ticksIn(at(from), at(to), width).map(
    (tick) => `${new Date(tick.at).toISOString().slice(0, 16)} ${tick.label}`,
  );

describe('calendar ticks', () => {
  it('divide a day into hours, and label midnight with its date', () => {
    expect(written('2025-06-15T23:55:00Z', '2025-06-16T23:55:00Z', 800)).toEqual([
      '2025-06-16T00:00 dayMonth',
      '2025-06-16T03:00 clock',
      '2025-06-16T06:00 clock',
      '2025-06-16T09:00 clock',
      '2025-06-16T12:00 clock',
      '2025-06-16T15:00 clock',
      '2025-06-16T18:00 clock',
      '2025-06-16T21:00 clock',
    ]);
  });

  it('have space for a time of day with seconds, which is no longer than eight characters', () => {
    const format = createFormat(defaultPreferences);
    expect(format.clockSeconds('2025-06-16T23:55:04Z').length).toBeLessThanOrEqual(8);
  });

  it('divide a month into Mondays', () => {
    for (const width of [400, 780, 1350]) {
      const ticks = ticksIn(at('2025-05-17T12:00:00Z'), at('2025-06-16T12:00:00Z'), width);
      expect(ticks.map((tick) => new Date(tick.at).getUTCDay())).toEqual([1, 1, 1, 1, 1]);
      expect(ticks[0]).toEqual({ at: at('2025-05-19T00:00:00Z'), label: 'dayMonth' });
    }
  });

  it('divide a week into every second day on a narrow screen', () => {
    expect(written('2025-06-10T12:00:00Z', '2025-06-17T12:00:00Z', 276)).toHaveLength(4);
  });

  it('divide a year into months of unequal length and name the year once', () => {
    expect(written('2024-08-10T00:00:00Z', '2025-06-10T00:00:00Z', 700)).toEqual([
      '2024-09-01T00:00 monthYear',
      '2024-11-01T00:00 month',
      '2025-01-01T00:00 year',
      '2025-03-01T00:00 month',
      '2025-05-01T00:00 month',
    ]);
  });

  it('divide four years into years, and a decade on a narrow screen into steps of several years', () => {
    expect(written('2021-01-02T00:00:00Z', '2025-06-16T00:00:00Z', 400)).toEqual([
      '2022-01-01T00:00 year',
      '2023-01-01T00:00 year',
      '2024-01-01T00:00 year',
      '2025-01-01T00:00 year',
    ]);
    expect(written('2009-01-02T00:00:00Z', '2025-06-16T00:00:00Z', 270)).toEqual([
      '2010-01-01T00:00 year',
      '2015-01-01T00:00 year',
      '2020-01-01T00:00 year',
      '2025-01-01T00:00 year',
    ]);
  });

  it('name the new year between days', () => {
    expect(written('2025-12-20T00:00:00Z', '2026-01-15T00:00:00Z', 300)).toEqual([
      '2025-12-22T00:00 dayMonth',
      '2025-12-29T00:00 dayMonth',
      '2026-01-05T00:00 date',
      '2026-01-12T00:00 dayMonth',
    ]);
  });

  it('divide a minute into seconds', () => {
    expect(written('2025-12-20T10:00:02Z', '2025-12-20T10:00:40Z', 276)).toEqual([
      '2025-12-20T10:00 clockSeconds',
      '2025-12-20T10:00 clockSeconds',
    ]);
  });

  it('are empty without a window or a width', () => {
    expect(ticksIn(5, 5, 800)).toEqual([]);
    expect(ticksIn(5, 4, 800)).toEqual([]);
    expect(ticksIn(0, day, 0)).toEqual([]);
    expect(ticksIn(NaN, day, 800)).toEqual([]);
  });

  it('are at least 72 px apart, within the window and on their step', () => {
    const window = fc.record({
      from: fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') }),
      length: fc.oneof(
        fc.integer({ min: 1000, max: hour }),
        fc.integer({ min: hour, max: 40 * day }),
        fc.integer({ min: 40 * day, max: 12_000 * day }),
      ),
      width: fc.integer({ min: 100, max: 2600 }),
    });
    fc.assert(
      fc.property(window, ({ from, length, width }) => {
        const ticks = ticksIn(from, from + length, width);
        const inside = ticks.filter(({ at }) => at >= from && at <= from + length);
        expect(inside).toEqual(ticks);
        const whole = ticks.filter(
          ({ at, label }) => label === 'clockSeconds' || at % minute === 0,
        );
        expect(whole).toEqual(ticks);
        const distances = ticks.slice(1).map(({ at }, i) => at - (ticks[i]?.at ?? NaN));
        const near = distances.filter((distance) => !(distance * (width / length) >= tickDistance));
        expect(near).toEqual([]);
      }),
    );
  });
});
