import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCommaDecimal, readAmount } from '#dashboard/holdings/readAmount.ts';

test.each([
  ['1234.5', 1234.5],
  [' 0 ', 0],
  ['.5', 0.5],
  ['5.', 5],
  ['+2', 2],
  ['1e-8', 1e-8],
  ['6.02E23', 6.02e23],
  ['0001', 1],
  ['1,000', 1000],
  ['1,234,567.89', 1234567.89],
  ['1 000', 1000],
  ['12\u202F345.5', 12345.5],
  ["1'000", 1000],
])('reads %j', (text, amount) => {
  expect(readAmount(text)).toEqual({ amount, fault: null, kept: null });
});

test.each([
  ['', /Enter an amount/],
  ['   ', /Enter an amount/],
  ['-1', /negative/],
  ['−1', /negative/],
  ['-0', /negative/],
  ['1,5', /point/],
  ['1.234,56', /point/],
  ['1 00', /threes/],
  ['1,000 000', /point/],
  ['NaN', /not a number/],
  ['Infinity', /not a number/],
  ['0x10', /not a number/],
  ['1e', /not a number/],
  ['1.2.3', /not a number/],
  ['٣', /not a number/],
  ['12 USD', /not a number/],
  ['__proto__', /not a number/],
  ['1e400', /larger than any number/],
  ['1e-400', /too small/],
])('says in words why %j is no amount', (text, words) => {
  expect(readAmount(text).amount).toBeNull();
  expect(readAmount(text).fault).toMatch(words);
});

test('what a locale with decimal commas could read as another number is refused', () => {
  expect(readAmount('1,000', true).fault).toBe('Ambiguous: enter 1000 or 1.000.');
  expect(readAmount('1,000.5', true).amount).toBe(1000.5);
  expect(isCommaDecimal('de-DE')).toBe(true);
  expect(isCommaDecimal('en-GB')).toBe(false);
});

test('says what is kept of digits that not a number holds', () => {
  expect(readAmount('9007199254740993').kept).toBe('9007199254740992');
  expect(readAmount('0.1234567890123456789').kept).toBe('0.12345678901234568');
  expect(readAmount('0.1').kept).toBeNull();
  expect(readAmount('1.50').kept).toBeNull();
  expect(readAmount('1e21').kept).toBeNull();
});

test('every number is read back from how it is written, whole', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (amount) => {
      expect(readAmount(String(amount + 0))).toEqual({ amount, fault: null, kept: null });
    }),
  );
});
