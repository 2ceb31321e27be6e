import { assert, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  directionOf,
  formatAmount,
  formatCount,
  formatPercent,
  formatPrice,
  formatShare,
  formatSignedPercent,
  formatSignedPoints,
  formatSignedTotal,
  formatSignedTotalShort,
  formatTotal,
  formatTotalParts,
  formatTotalShort,
} from '#dashboard/shared/format/number.ts';

const thin = '\u2009';
const all = {
  formatAmount,
  formatCount,
  formatPercent,
  formatPrice,
  formatShare,
  formatSignedPercent,
  formatSignedPoints,
  formatSignedTotal,
  formatSignedTotalShort,
  formatTotal,
  formatTotalShort,
};

test.each([
  [formatTotal(184_273_118.42), '184,273,118.42'],
  [formatTotal(-0.004), '0.00'],
  [formatTotal(-0), '0.00'],
  [formatTotal(-1234.5), '−1,234.50'],
  [formatTotal(1.5e300), '1.5E300'],
  [formatSignedTotal(650_893.01), '+650,893.01'],
  [formatSignedTotal(0.001), '0.00'],
  [formatTotalShort(999.994), '999.99'],
  [formatTotalShort(512_340), `512.34${thin}K`],
  [formatTotalShort(999_999.999), `1.00${thin}M`],
  [formatTotalShort(48_213_904_117.36), `48.21${thin}B`],
  [formatTotalShort(-184_273_118), `−184.27${thin}M`],
  [formatTotalShort(3.2e12), `3.20${thin}T`],
  [formatSignedTotalShort(628_410_000), `+628.41${thin}M`],
  [formatPrice(275.12), '275.1200'],
  [formatPrice(0.000012341), '0.00001234'],
  [formatPrice(0), '0.0000'],
  [formatAmount(21_042.18), '21,042.18'],
  [formatAmount(0.00000001), '0.00000001'],
  [formatAmount(2), '2.00'],
  [formatCount(100_000), '100,000'],
  [formatPercent(0.125), `12.50${thin}%`],
  [formatSignedPercent(0.0132), `+1.32${thin}%`],
  [formatSignedPercent(-0.000049), `0.00${thin}%`],
  [formatSignedPercent(1234.5), `+123,450.00${thin}%`],
  [formatShare(0.312), `31.2${thin}%`],
  [formatSignedPoints(0.031), '+3.1'],
  [formatSignedPoints(-0.09), '−9.0'],
])('writes %s', (written, expected) => {
  expect(written).toBe(expected);
});

test('parts the decimals of a header figure from the whole', () => {
  expect(formatTotalParts(184_273_118.42)).toEqual({ whole: '184,273,118', decimals: '.42' });
  expect(formatTotalParts(null)).toEqual({ whole: '–', decimals: '' });
  expect(formatTotalParts(1e300)).toEqual({ whole: '1E300', decimals: '' });
});

describe.each(Object.entries(all))('%s', (_, format) => {
  test('writes what is not known as a dash', () => {
    for (const unknown of [null, undefined, Number.NaN, Infinity, -Infinity]) {
      expect(format(unknown)).toBe('–');
    }
  });

  test('never writes NaN, Infinity, a hyphen for a minus, or a sign before zero', () => {
    assert(
      property(double({ noNaN: true }), (value) => {
        const text = format(value);
        expect(text).not.toMatch(/NaN|∞|undefined/);
        // The exponent of very small and very large figures is Intl's own.
        expect(text.replace(/E-?\d+/, '')).not.toContain('-');
        expect(text).not.toMatch(/^[+−][^1-9]*$/);
      }),
    );
  });
});

test('the direction is that of the figure as written, so arrow and sign agree', () => {
  expect(directionOf(formatSignedPercent(0.01))).toBe('up');
  expect(directionOf(formatSignedPercent(-0.01))).toBe('down');
  expect(directionOf(formatSignedPercent(0.00001))).toBe('flat');
  expect(directionOf(formatSignedPercent(null))).toBe('unknown');
});
