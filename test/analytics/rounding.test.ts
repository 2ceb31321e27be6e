import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedParts, sumOfHundredths } from '#analytics/rounding.ts';
import { sumOf } from '#analytics/weights.ts';

const part = fc.double({ min: -1e8, max: 1e8, noNaN: true });
const hundredths = (numbers: readonly number[]) =>
  sumOf(numbers.map((one) => Math.round(one * 100)));

test('rounded parts add up to their rounded sum, each within one hundredth', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const rounded = roundedParts(parts);
      expect(hundredths(rounded)).toBe(Math.round(sumOf(parts) * 100) + 0);
      rounded.forEach((one, i) => expect(Math.abs(one - (parts[i] ?? NaN))).toBeLessThan(0.010001));
    }),
  );
});

test('the largest remainders are rounded up, and zero stays zero', () => {
  expect(roundedParts([1 / 3, 0, 1 / 3, 1 / 3])).toEqual([0.34, 0, 0.33, 0.33]);
  expect(roundedParts([-1 / 3, -2 / 3])).toEqual([-0.33, -0.67]);
  expect(roundedParts([])).toEqual([]);
});

test('parts take the difference to another sum', () => {
  expect(roundedParts([1, 0, 2], 3.03)).toEqual([1.02, 0, 2.01]);
  expect(roundedParts([1, 0, 2], 2.99)).toEqual([1, 0, 1.99]);
});

test('sizes without exact hundredths stay as they are', () => {
  expect(roundedParts([1e13, 0.123])).toEqual([1e13, 0.123]);
  expect(sumOfHundredths([1e13, 0.5])).toBe(1e13 + 0.5);
  expect(sumOfHundredths([0.1, 0.2])).toBe(0.3);
});
