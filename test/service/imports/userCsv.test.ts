import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from '#contract/csv.ts';
import { cellsOf, rowsOf } from './fileUsers.ts';

test('cells, quotes, doubled quotes, line breaks in cells, and the line each row begins at', async () => {
  const text = 'customId,note\r\na,"one\r\ntwo, ""three"""\n\n\nb,\rc,"x"';
  for (const size of [1, 7, 1000]) {
    expect(await rowsOf(text, size)).toEqual([
      { line: 1, cells: ['customId', 'note'] },
      { line: 2, cells: ['a', 'one\r\ntwo, "three"'] },
      { line: 6, cells: ['b', ''] },
      { line: 7, cells: ['c', 'x'] },
    ]);
  }
});

test.each([
  ['', []],
  ['\n\n', []],
  ['a', [['a']]],
  ['a,', [['a', '']]],
  ['""', []],
  ['"",', [['', '']]],
  ['a"b,c', [['a"b', 'c']]],
])('%o', async (text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
});

const wrong = expect.stringContaining('Unclosed or unescaped quote');

test.each([
  ['a,b\n1,2\n3,"open\nfour,5\nsix,7', 3, ['3', '"open'], ['four,5', 'six,7']],
  ['a,b\n3,"open\nfour,"5"\nsix,7', 2, ['3', '"open'], ['four,5', 'six,7']],
  ['a,b\n"b" c,1\nd,2', 2, ['"b" c', '1'], ['d,2']],
  ['a,b\n\n\n"x\ny","z"w\nd,2', 4, ['"x'], ['d,2']],
])('a quote that is wrong, %o, costs its row alone', async (text, line, cells, rest) => {
  for (const size of [1, 7, 1000]) {
    const rows = (await rowsOf(text, size)).slice(1);
    const faulty = rows.filter(({ fault }) => fault !== undefined);
    expect(faulty[0]).toEqual({ line, cells, fault: wrong });
    expect(
      rows.filter(({ fault }) => fault === undefined).map(({ cells }) => cells.join(',')),
    ).toEqual(expect.arrayContaining(rest));
  }
});

test('of 10,000 rows with an open quote in every hundredth, the others are all read', async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) =>
    i % 100 === 50 ? `u-${i},"open ${i}` : `u-${i},"Name ""${i}"""`,
  );
  const rows = await rowsOf(`customId,name\n${lines.join('\n')}\n`, 65_536);
  expect(rows.filter(({ fault }) => fault !== undefined).map(({ line }) => line)).toEqual(
    Array.from({ length: 100 }, (_, i) => i * 100 + 52),
  );
  expect(rows).toHaveLength(10_001);
  expect(rows.at(-1)).toEqual({ line: 10_001, cells: ['u-9999', 'Name "9999"'] });
});

test.each([
  ['customId,a\n1;2;3;4', 2],
  ['customId;a,b;c\n1,2,3', 3],
  ['customId\ta\tb, c', 3],
  ['"a;b;c;d",x\n', 2],
  ['sep=;\r\ncustomId;a,b\r\nx;1\r\n', 2],
  ['\uFEFFsep=\t\ncustomId\ta\nx\t1', 2],
  ['"sep=,"\ncustomId,a\nx,1', 2],
])('the separator of %o is found', async (text, count) => {
  for (const size of [1, 1000]) expect((await cellsOf(text, size))[0]).toHaveLength(count);
});

test('what we write we read, whatever the cells hold, however it arrives', async () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 });
  const odd = fc.constantFrom('"', ',', '\n', '\r\n', '\r', ';', '', ' a ', '=cmd|’', `'=1`, '日');
  const one = fc.oneof(cell, odd).filter((text) => !text.includes('\0'));
  const rows = fc.array(fc.tuple(one, one), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (written, size) => {
      const read = await cellsOf(csvText(['head', 'two'], written), size);
      expect(read).toEqual([['head', 'two'], ...written]);
    }),
    { numRuns: 60 },
  );
});

const utf16 = (text: string, ...mark: number[]) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, 'utf16le')]);

test('a file is UTF-8, with or without a mark, or UTF-16 by its mark, and may be gzipped', async () => {
  expect(await cellsOf('\uFEFFzoë,日本')).toEqual([['zoë', '日本']]);
  expect(await cellsOf(utf16('ë,本', 0xff, 0xfe))).toEqual([['ë', '本']]);
  expect(await cellsOf(Buffer.from([0xfe, 0xff, 0x67, 0x2c]))).toEqual([['本']]);
  expect(await cellsOf(gzipSync('a,b\n1,2'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test.each([
  [
    'Latin-1',
    Buffer.from([0x7a, 0x6f, 0xeb, 0x2c, 0x61]),
    'not UTF-8 text. Save it as “CSV UTF-8”',
  ],
  ['UTF-16 without its mark', utf16('customId\na'), 'not UTF-8 text. Save it as “CSV UTF-8”'],
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), 'a workbook or an archive'],
  ['half a gzip file', gzipSync('a,b\n1,2'.repeat(99)).subarray(0, 30), 'not a complete gzip file'],
])('%s is refused in words that help', async (_, bytes, words) => {
  await expect(rowsOf(bytes, 1000)).rejects.toThrow(words);
});
