import { assert, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directionOf } from '#dashboard/preferences/figures.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const format = createFormat(defaultPreferences);
const thin = '\u2009';
const all = {
  amount: format.amount,
  number: format.number,
  percent: format.percent,
  price: format.price,
  share: format.share,
  percentChange: format.percentChange,
  points: format.points,
  change: format.change,
  changeShort: format.changeShort,
  total: format.total,
  totalShort: format.totalShort,
};

test.each([
  [format.total(184_273_118.42), '184,273,118.42'],
  [format.total(-0.004), '−<0.01'],
  [format.total(-0), '0.00'],
  [format.total(-1234.5), '−1,234.50'],
  [format.total(1.5e300), '1.5E300'],
  [format.change(650_893.01), '+650,893.01'],
  [format.change(0.001), '+<0.01'],
  [format.change(0), '0.00'],
  [format.total(0.00000000529), '<0.01'],
  [format.total(1.291712345e25), '1.29171E25'],
  [format.total(999_999_999_999_999.9), '999,999,999,999,999.90'],
  [format.total(1e15), '1E15'],
  [format.totalShort(999.994), '999.99'],
  [format.totalShort(512_340), `512.34${thin}K`],
  [format.totalShort(999_999.999), `1.00${thin}M`],
  [format.totalShort(48_213_904_117.36), `48.21${thin}B`],
  [format.totalShort(-184_273_118), `−184.27${thin}M`],
  [format.totalShort(3.2e12), `3.20${thin}T`],
  [format.changeShort(628_410_000), `+628.41${thin}M`],
  [format.price(275.12), '275.1200'],
  [format.price(0.000012341), '0.00001234'],
  [format.price(0), '0.0000'],
  [format.amount(21_042.18), '21,042.18'],
  [format.amount(0.00000001), '0.00000001'],
  [format.amount(2), '2.00'],
  [format.number(100_000), '100,000'],
  [format.percent(0.125), `12.50${thin}%`],
  [format.percentChange(0.0132), `+1.32${thin}%`],
  [format.percentChange(-0.000049), `−<0.01${thin}%`],
  [format.percentChange(1e-15), `0.00${thin}%`],
  [format.share(0.0002), `<0.1${thin}%`],
  [format.percentChange(1234.5), `+123,450.00${thin}%`],
  [format.share(0.312), `31.2${thin}%`],
  [format.points(0.031), '+3.1'],
  [format.points(-0.09), '−9.0'],
])('formats %s', (written, expected) => {
  expect(written).toBe(expected);
});

test('splits the decimals of a header figure from the integer part', () => {
  expect(format.parts(format.total(184_273_118.42))).toEqual({
    whole: '184,273,118',
    decimals: '.42',
  });
  expect(format.parts(format.total(null))).toEqual({ whole: '–', decimals: '' });
  expect(format.parts(format.price(0.00001234))).toEqual({ whole: '0.00001234', decimals: '' });
  expect(format.parts(format.total(0))).toEqual({ whole: '0', decimals: '.00' });
  expect(format.parts(format.total(1e300))).toEqual({ whole: '1E300', decimals: '' });
});

describe.each(Object.entries(all))('%s', (_, write) => {
  test('formats unknown values as a dash', () => {
    for (const unknown of [null, undefined, Number.NaN, Infinity, -Infinity]) {
      expect(write(unknown)).toBe('–');
    }
  });

  test('never contains NaN, Infinity, a hyphen as minus, or a sign before zero', () => {
    assert(
      property(double({ noNaN: true }), (value) => {
        const text = write(value);
        expect(text).not.toMatch(/NaN|∞|undefined/);
        // The exponent of very small and very large figures is Intl's own.
        expect(text.replace(/E-?\d+/, '')).not.toContain('-');
        expect(text).not.toMatch(/^[+−][^1-9]*$/);
      }),
    );
  });
});

test('the direction is that of the formatted figure, so arrow and sign agree', () => {
  expect(directionOf(format.percentChange(0.01))).toBe('up');
  expect(directionOf(format.percentChange(-0.01))).toBe('down');
  expect(directionOf(format.percentChange(0.00001))).toBe('up');
  expect(directionOf(format.percentChange(-0.00001))).toBe('down');
  expect(directionOf(format.percentChange(0))).toBe('flat');
  expect(directionOf(format.percentChange(null))).toBe('unknown');
});

const unitOf = (currency: string | null) =>
  createFormat({ ...defaultPreferences, currency }, 'USD').currency;

test('the unit of totals is the preferred label, otherwise the service’s; an empty label hides it', () => {
  expect([unitOf(null), unitOf('€'), unitOf('')]).toEqual(['USD', '€', null]);
  expect(format.currency).toBeNull();
});
