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

/** Little-endian, after a mark or without one. */
const utf16 = (text: string, ...mark: number[]) =>
  new Uint8Array([
    ...mark,
    ...new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer),
  ]);

test('a file is UTF-8, with or without a mark, or UTF-16 by its mark', async () => {
  expect(await readText(new Blob(['\uFEFFzoë,日本']))).toBe('zoë,日本');
  expect(await readText(new Blob([utf16('ë,本', 0xff, 0xfe)]))).toBe('ë,本');
  const bigEndian = new Uint8Array([0xfe, 0xff, 0x67, 0x2c]);
  expect(await readText(new Blob([bigEndian]))).toBe('本');
  expect(await readText(new Blob([]))).toBe('');
});

test.each([
  [
    'Latin-1',
    new Uint8Array([0x7a, 0x6f, 0xeb, 0x2c, 0x61]),
    'no UTF-8 text. Save it as “CSV UTF-8”',
  ],
  ['UTF-16 without its mark', utf16('customId\na'), 'no UTF-8 text. Save it as “CSV UTF-8”'],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), 'a workbook or an archive'],
])('%s is refused in words that help', async (_, bytes, words) => {
  await expect(readText(new Blob([bytes]))).rejects.toThrow(words);
});
