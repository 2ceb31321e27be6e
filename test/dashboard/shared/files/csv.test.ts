import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from '#dashboard/shared/files/csv.ts';
import { fileName } from '#dashboard/shared/files/download.ts';

test('another reader of CSV gets back every cell', () => {
  const cell = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, fc.double({ noNaN: true })), { minLength: 1 }),
      (rows) => {
        const text = csvText(['a', 'b', 'n'], rows);
        const read: string[][] = parse(text, { record_delimiter: '\r\n' });
        const told = rows.map(([a, b, n]) => [a, b, Number.isFinite(n) ? String(n) : '']);
        expect(read).toEqual([['a', 'b', 'n'], ...told]);
      },
    ),
  );
});

test('what is not known is left empty, and nothing is rounded', () => {
  expect(csvText(['x'], [[null], [undefined], [Number.NaN], [0], [0.1 + 0.2]])).toBe(
    'x\r\n\r\n\r\n\r\n0\r\n0.30000000000000004\r\n',
  );
});

test('names of files hold nothing that a file system refuses', () => {
  expect(fileName('x/y?c#d e%2F 日本.csv')).toBe('x-y-c#d-e%2F-日本.csv');
  expect(fileName('../..')).toBe('file');
});
