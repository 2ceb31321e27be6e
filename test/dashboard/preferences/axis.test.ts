import { describe, expect, it } from 'vitest';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { formatDuration } from '#dashboard/preferences/instants.ts';

const format = createFormat(defaultPreferences);

describe('figures on an axis', () => {
  it('have the unit of the largest, and only the decimals that distinguish them', () => {
    const axis = { step: 10e6, largest: 216e6 };
    expect([180e6, 200e6].map((value) => format.tick(value, axis))).toEqual([
      '180\u2009M',
      '200\u2009M',
    ]);
    expect(format.tick(250e6, { step: 250e6, largest: 1.3e9 })).toBe('0.25\u2009B');
    expect(format.tick(1.5e6, { step: 0.5e6, largest: 2e6 })).toBe('1.5\u2009M');
  });

  it('have all significant digits below a million', () => {
    expect(format.tick(25_000, { step: 5000, largest: 40_000 })).toBe('25,000');
    expect(format.tick(122.5, { step: 2.5, largest: 130 })).toBe('122.5');
    expect(format.tick(0.000_022, { step: 0.000_002, largest: 0.000_03 })).toBe('0.000022');
  });

  it('have six digits if they are huge, without rounding noise', () => {
    const axis = { step: 2e22, largest: 1.32e25 };
    expect([1.28e25, 1.3e25, 1.32e25].map((value) => format.tick(value, axis))).toEqual([
      '1.28E25',
      '1.3E25',
      '1.32E25',
    ]);
    expect(format.besideAxis(1.3206793381225002e25, axis)).toBe('1.32068E25');
    expect(format.tick(1e25 - 2e9, axis)).toBe('1E25');
  });

  it('have one zero, and the minus sign of figures', () => {
    expect(format.tick(0, { step: 20e6, largest: 75e6 })).toBe('0');
    expect(format.tick(-50, { step: 50, largest: 100 })).toBe('−50');
  });

  it('are more precise beside the axis than on it', () => {
    expect(format.besideAxis(184_273_118.42, { step: 10e6, largest: 216e6 })).toBe('184.27\u2009M');
    expect(format.besideAxis(1_308_123_456, { step: 250e6, largest: 1.4e9 })).toBe('1.308\u2009B');
    expect(format.besideAxis(0.000_024_17, { step: 0.000_002, largest: 0.000_03 })).toBe(
      '0.0000242',
    );
    expect(format.besideAxis(5, { step: 0, largest: 5 })).toBe('5.00');
  });
});

describe('a duration', () => {
  it('is formatted in the unit that fits', () => {
    const minute = 60_000;
    const days = (count: number) => count * 24 * 60 * minute;
    expect(
      [40_000, 35 * minute, 22 * 60 * minute, days(5), days(16.5), days(365.4)].map(formatDuration),
    ).toEqual(['40\u2009s', '35\u2009min', '22\u2009h', '5 days', '16.5 days', '365 days']);
  });
});
