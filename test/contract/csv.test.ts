import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText, unescapeFormula } from '#contract/csv.ts';

/** Any texts, and many that begin like a formula, with or without apostrophes and blanks before it. */
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(
      fc.stringMatching(/^'{0,3}[ \u00a0\u200b\ufeff\t\r\n]{0,3}[-=+@＝＋－＠\t\r\n]$/),
      fc.string({ unit: 'grapheme' }),
    )
    .map((parts) => parts.join('')),
);

const withoutEscapes = ([a = '', b = '', n]: string[]) => [
  unescapeFormula(a),
  unescapeFormula(b),
  n,
];

test('another reader of CSV gets back every cell, and none that a spreadsheet runs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, fc.double({ noNaN: true })), { minLength: 1 }),
      (rows) => {
        const text = csvText(['a', 'b', 'n'], rows);
        const read: string[][] = parse(text, { record_delimiter: '\r\n' });
        const told = rows.map(([a, b, n]) => [a, b, Number.isFinite(n) ? String(n) : '']);
        expect(read.map(withoutEscapes)).toEqual([['a', 'b', 'n'], ...told]);
        expect(read.flatMap(([a = '', b = '']) => [a, b]).filter(isFormula)).toEqual([]);
      },
    ),
  );
});

/** Whether a spreadsheet may run a cell: none of the characters before the sign is visible. */
const isFormula = (text: string) =>
  /^[\t\r\n]/.test(text) || /^[-=+@]/.test(text.normalize('NFKC').replace(/^[\s\p{C}]+/u, ''));

test('what is not known is left empty, and nothing is rounded', () => {
  expect(csvText(['x'], [[null], [undefined], [Number.NaN], [0], [0.1 + 0.2]])).toBe(
    'x\r\n\r\n\r\n\r\n0\r\n0.30000000000000004\r\n',
  );
});

test.each([
  [`=cmd|'/C calc'!A0`, `'=cmd|'/C calc'!A0`],
  ['+1+1', `'+1+1`],
  ['-2+3', `'-2+3`],
  ['-5', `'-5`],
  ['@SUM(1+1)', `'@SUM(1+1)`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  [`'=1`, `''=1`],
  ['  =1', `'  =1`],
  ['\n=1', `"'\n=1"`],
  ['\u00a0\u200b+1', `'\u00a0\u200b+1`],
  ['\ufeff\0@SUM(1)', `'\ufeff\0@SUM(1)`],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  [' －1', `' －1`],
  ['＠SUM(1)', `'＠SUM(1)`],
  ['  total', `"  total"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  [-5, '-5'],
  [-1e-9, '-1e-9'],
  [`'quoted'`, `'quoted'`],
  ['a=1', 'a=1'],
])('%j as a cell and as a head is %j', (given, written) => {
  expect(csvText([String(given)], [[given, 'x']])).toBe(
    `${typeof given === 'number' ? `'${given}` : written}\r\n${written},x\r\n`,
  );
});
