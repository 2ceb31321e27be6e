import { assert, constantFrom, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { directionOf } from '#dashboard/preferences/figures.ts';

const inZone = (timeZone: string) => createFormat({ ...defaultPreferences, timeZone });

test.each([
  ['de-DE', '−1.234.567,50', '16. Juni 2025'],
  ['de-CH', '−1’234’567.50', '16. Juni 2025'],
  ['fr-FR', '−1\u202F234\u202F567,50', '16 juin 2025'],
  ['en-US', '−1,234,567.50', 'Jun 16, 2025'],
  ['en-IN', '−12,34,567.50', '16 Jun 2025'],
  ['ja-JP', '−1,234,567.50', '2025年6月16日'],
  ['ar-EG', '−1,234,567.50', '16 يونيو 2025'],
])(
  '%s has its own digit groups and date format, with tabular digits',
  (...[locale, figure, date]) => {
    const format = createFormat({ ...defaultPreferences, locale });
    expect(format.total(-1_234_567.5).replaceAll("'", '’')).toBe(figure);
    expect(format.date('2025-06-16T12:00:00.000Z').replaceAll(/[\u200E\u200F]/g, '')).toBe(date);
  },
);

test('the decimals of a header figure are split at the locale’s decimal mark', () => {
  const format = createFormat({ ...defaultPreferences, locale: 'de-DE' });
  expect(format.parts(format.total(184_273_118.42))).toEqual({
    whole: '184.273.118',
    decimals: ',42',
  });
  expect(format.totalShort(48.2e9)).toBe('48,20\u2009B');
});

test('in every locale, sign, direction and zero agree', () => {
  const figure = double({ noNaN: true, min: -1e12, max: 1e12 });
  assert(
    property(figure, constantFrom('de-DE', 'fr-FR', 'ar-EG', 'hi-IN', 'sv-SE'), (value, locale) => {
      const format = createFormat({ ...defaultPreferences, locale });
      for (const text of [format.percentChange(value), format.change(value)]) {
        expect(text).not.toMatch(/NaN|-/);
        const sign = { flat: '[^1-9+−]*$', up: '\\+', down: '−', unknown: '–' }[directionOf(text)];
        expect(text).toMatch(new RegExp(`^${sign}`));
        expect([Math.sign(value), 0]).toContain({ '\\+': 1, '−': -1 }[sign] ?? 0);
      }
    }),
  );
});

test('a time zone shifts every formatted time and its day', () => {
  const at = '2025-06-16T23:30:00.000Z';
  expect(inZone('Asia/Tokyo').dateTime(at)).toBe('17 Jun 2025, 08:30');
  expect(inZone('America/New_York').dateTime(at)).toBe('16 Jun 2025, 19:30');
  expect(inZone('Asia/Kolkata').dateTime('2025-12-31T18:30:00.000Z')).toBe('1 Jan 2026, 00:00');
  expect(inZone('Asia/Kolkata').monthYear('2025-12-31T18:30:00.000Z')).toBe('Jan 2026');
});
