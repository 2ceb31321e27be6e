import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount } from '#dashboard/holdings/draft.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { numberText, parseNumber, parsePercent } from '#dashboard/preferences/parseNumber.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { parseWeight } from '#dashboard/thematics/define/weights.ts';

const locales = ['en-GB', 'en-IN', 'de-CH', 'de-DE', 'fr-FR'] as const;
const pointed = ['en-GB', 'en-IN', 'de-CH'];

/** The parsed number with a decimal point, and with a decimal comma; or part of the error. */
const texts: readonly (readonly [text: string, point: number | RegExp, comma: number | RegExp])[] =
  [
    ['1234.5', 1234.5, 1234.5],
    ['1234,5', /^Use a point for decimals: 1234\.5 or 1,234\.5\.$/, 1234.5],
    ['1,5', /point/, 1.5],
    ['1,5 M', /point/, 1_500_000],
    ['0,125', /point/, 0.125],
    ['1.5', 1.5, 1.5],
    ['0.125', 0.125, 0.125],
    ['1.234', 1.234, /^Ambiguous: enter 1234 or 1,234\.$/],
    ['1,234', 1234, 1.234],
    ['1,234.5', 1234.5, 1234.5],
    ['1.234,5', /point/, 1234.5],
    ['1,234,567', 1_234_567, 1_234_567],
    ['1.234.567', /not a number/, 1_234_567],
    ['1,234,567.89', 1_234_567.89, 1_234_567.89],
    ['12,34,567.5', 1_234_567.5, 1_234_567.5],
    ['1 000', 1000, 1000],
    ['12\u202F345.5', 12_345.5, 12_345.5],
    ['1 234,5', /point/, 1234.5],
    ["1'000", 1000, 1000],
    [' 0 ', 0, 0],
    ['.5', 0.5, 0.5],
    ['5.', 5, 5],
    ['+2', 2, 2],
    ['-2', -2, -2],
    ['−2.5', -2.5, -2.5],
    ['-0', 0, 0],
    ['0001', 1, 1],
    ['1e-8', 1e-8, 1e-8],
    ['6.02E23', 6.02e23, 6.02e23],
    ['2.5 M', 2_500_000, 2_500_000],
    ['1.1m', 1_100_000, 1_100_000],
    ['10k', 10_000, 10_000],
    ['1\u2009B', 1e9, 1e9],
    ['', /Enter a number/, /Enter a number/],
    ['   ', /Enter a number/, /Enter a number/],
    ['1 00', /threes: 1 234\.5/, /threes: 1 234,5/],
    ['1,000 000', /point/, /threes/],
    ['1,2,3', /point/, /not a number/],
    ['NaN', /not a number/, /not a number/],
    ['Infinity', /not a number/, /not a number/],
    ['0x10', /not a number/, /not a number/],
    ['1e', /not a number/, /not a number/],
    ['k', /not a number/, /not a number/],
    ['--1', /not a number/, /not a number/],
    ['1.2.3', /not a number/, /not a number/],
    ['٣', /not a number/, /not a number/],
    ['12 USD', /not a number/, /not a number/],
    ['5 %', /not a number/, /not a number/],
    ['__proto__', /not a number/, /not a number/],
    ['1e400', /too large/, /too large/],
    ['1e-400', /too small/, /too small/],
  ];

test.each(texts)('%j is %s with a decimal point, %s with a decimal comma', (text, point, comma) => {
  for (const locale of locales) {
    const expected = pointed.includes(locale) ? point : comma;
    const { value, fault } = parseNumber(text, locale);
    const isExpected =
      typeof expected === 'number' ? value === expected : expected.test(fault ?? '');
    expect({ locale, value, fault, isExpected }).toMatchObject({ isExpected: true });
  }
});

const storedOf = (text: string) => parseNumber(text, 'en-GB').stored;

test('shows the stored number if not all digits can be stored', () => {
  expect(storedOf('9007199254740993')).toBe('9007199254740992');
  expect(storedOf('0.1234567890123456789')).toBe('0.12345678901234568');
  expect(parseNumber('0,1234567890123456789', 'de-DE').stored).toBe('0,12345678901234568');
  expect(['0.1', '1.50', '1e21', '2.5 M'].map(storedOf)).toEqual([null, null, null, null]);
});

test('parses every number as a field shows it', () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(numbers, fc.constantFrom(...locales), (number, locale) => {
      const parsed = parseNumber(numberText(number, locale), locale);
      expect(parsed).toEqual({ value: number + 0, fault: null, stored: null });
    }),
  );
});

test('parses every figure as a page formats it', () => {
  const cents = fc.integer({ min: -1e13, max: 1e13 });
  fc.assert(
    fc.property(cents, fc.constantFrom(...locales), (cent, locale) => {
      const { total, change } = createFormat({ ...defaultPreferences, locale });
      expect(parseNumber(total(cent / 100), locale).value).toBe(cent / 100);
      expect(parseNumber(change(cent / 100), locale).value).toBe(cent / 100);
    }),
  );
});

test('amounts, weights and percentages have their own error messages', () => {
  expect(parseAmount('', 'en-GB').fault).toBe('Enter an amount. 0 is allowed.');
  expect(parseAmount('-1', 'en-GB').fault).toBe('An amount cannot be negative.');
  expect(parseAmount('0', 'en-GB').value).toBe(0);
  expect(parseWeight(' ', 'en-GB').fault).toBe('Enter a weight in percent.');
  expect(parseWeight('0', 'en-GB').fault).toBe('Enter a weight above 0.');
  expect(parseWeight('12,5 %', 'de-DE').value).toBe(12.5);
  expect(parsePercent('12.5%', 'en-GB').value).toBe(12.5);
  expect(parsePercent('1,5', 'en-GB').fault).toMatch(/point/);
});
