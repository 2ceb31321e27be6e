import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmount } from '#dashboard/shared/holdings/amountText.ts';

test.each([
  ['1234.5', 1234.5],
  [' 0 ', 0],
  ['.5', 0.5],
  ['5.', 5],
  ['+2', 2],
  ['1e-8', 1e-8],
  ['6.02E23', 6.02e23],
  ['0001', 1],
])('reads %j', (text, amount) => {
  expect(readAmount(text)).toEqual({ amount, fault: null, kept: null });
});

test.each([
  ['', /needed/],
  ['   ', /needed/],
  ['-1', /negative/],
  ['−1', /negative/],
  ['-0', /negative/],
  ['1,5', /point/],
  ['1.234,56', /point/],
  ['1 000', /parted/],
  ['NaN', /no number/],
  ['Infinity', /no number/],
  ['0x10', /no number/],
  ['1e', /no number/],
  ['1.2.3', /no number/],
  ['٣', /no number/],
  ['12 USD', /no number/],
  ['__proto__', /no number/],
  ['1e400', /more than any number/],
  ['1e-400', /too small/],
])('says in words why %j is no amount', (text, words) => {
  expect(readAmount(text).amount).toBeNull();
  expect(readAmount(text).fault).toMatch(words);
});

test('says what is kept of digits that no number holds', () => {
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
