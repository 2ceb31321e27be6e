import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from '#dashboard/shared/files/csv.ts';
import {
  CsvFault,
  readCsv,
  type Separator,
  separatorOf,
  separators,
} from '#dashboard/users/transfer/csvReader.ts';
import { readText } from '#dashboard/users/transfer/readText.ts';

const cellsOf = (text: string, separator: Separator = ',') =>
  [...readCsv(text, separator)].map(({ cells }) => cells);

test('cells, quotes, doubled quotes, line breaks in cells, and the line each row begins at', () => {
  const text = 'customId,note\r\na,"one\r\ntwo, ""three"""\n\n\nb,\rc,"x"';
  expect([...readCsv(text, ',')]).toEqual([
    { line: 1, cells: ['customId', 'note'] },
    { line: 2, cells: ['a', 'one\r\ntwo, "three"'] },
    { line: 6, cells: ['b', ''] },
    { line: 7, cells: ['c', 'x'] },
  ]);
});

test.each([
  ['', []],
  ['\n\n', []],
  ['a', [['a']]],
  ['a,', [['a', '']]],
  ['""', []],
  ['"",', [['', '']]],
  ['a"b,c', [['a"b', 'c']]],
])('%o', (text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

test.each([
  ['a,b\n1,2\n3,"open\nfour,5', 'The quote that opens in line 3 is never closed.'],
  ['a\n"b" c', 'Line 2: after the closing quote comes “ ”.'],
  ['"two\nlines"x', 'Line 2: after the closing quote comes “x”.'],
])('what is no CSV, %o, is told with its line', (text, words) => {
  expect(() => cellsOf(text)).toThrow(CsvFault);
  expect(() => cellsOf(text)).toThrow(words);
});

test.each([
  ['customId,a\n1;2;3;4', ','],
  ['customId;a,b;c\n1,2,3', ';'],
  ['customId\ta\tb, c', '\t'],
  ['"a;b;c;d",x\n', ','],
  ['alone', ','],
  ['', ','],
] as const)('the separator of %o is %o', (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});

test('what we write we read, whatever the cells hold', () => {
  const cell = fc.string({ unit: 'binary', maxLength: 12 });
  const odd = fc.constantFrom('"', ',', '\n', '\r\n', '\r', ';', '', ' a ', '=cmd|’', '日本');
  const rows = fc.array(fc.tuple(fc.oneof(cell, odd), fc.oneof(cell, odd)), { minLength: 1 });
  fc.assert(
    fc.property(rows, (written) => {
      expect(cellsOf(csvText(['head', 'two'], written))).toEqual([['head', 'two'], ...written]);
    }),
  );
});

test.each(separators)('and with any separator: %o', (separator) => {
  expect(cellsOf(`a${separator}"b${separator}c"\n`, separator)).toEqual([['a', `b${separator}c`]]);
});

test('a file is UTF-8, or UTF-16 by its mark; anything else is refused in words', async () => {
  expect(await readText(new Blob(['\uFEFFzoë']))).toBe('zoë');
  const utf16 = new Uint8Array([0xff, 0xfe, 0xeb, 0x00, 0x2c, 0x67]);
  expect(await readText(new Blob([utf16]))).toBe('ë\u672C');
  await expect(readText(new Blob([new Uint8Array([0x7a, 0xeb])]))).rejects.toThrow('no UTF-8 text');
});
