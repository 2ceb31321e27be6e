import { expect, test } from 'vitest';
import { writtenNumber } from '#contract/digits.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { priceOf } from '#service/imports/fileTexts.ts';
import { readAmount, readCell } from '#service/imports/userCells.ts';

/** Everything that reads numbers of files and parameters; NaN where it refuses one. */
const readers: Readonly<Record<string, (text: string) => number>> = {
  price: priceOf,
  amount: (text) => readAmount(text) ?? Number.NaN,
  attribute: (text) => {
    const cell = readCell('number', text);
    return 'value' in cell ? Number(cell.value) : Number.NaN;
  },
  parameter: (text) => {
    const read = getDirectory.query.total.safeParse([`..${text}`]);
    return read.success ? (read.data[0]?.to ?? Number.NaN) : Number.NaN;
  },
};

test.each([
  ['5', 5],
  ['1234.5', 1234.5],
  ['.5', 0.5],
  ['5.', 5],
  ['+5', 5],
  [' 5 ', 5],
  ['1.5e3', 1500],
  ['1,5', NaN],
  ['1,234.5', NaN],
  ["1'234", NaN],
  ['0x10', NaN],
  ['Infinity', NaN],
  ['5 %', NaN],
  ['−5', NaN],
  ['', NaN],
])('%j is %d wherever a file or a parameter has a number', (text, expected) => {
  expect(writtenNumber(text)).toBe(expected);
  for (const [name, read] of Object.entries(readers))
    expect([name, read(text)]).toEqual([name, expected]);
});

test('a number that is too large is not the same as text that is no number', () => {
  expect(writtenNumber('1e999')).toBe(Number.POSITIVE_INFINITY);
  expect(writtenNumber('-1e999')).toBe(Number.NEGATIVE_INFINITY);
});
