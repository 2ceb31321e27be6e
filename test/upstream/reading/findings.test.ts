import { expect, test } from 'vitest';
import {
  createFindings,
  fieldOf,
  idIn,
  nameIn,
  numberIn,
  textIn,
  timeIn,
} from '#upstream/reading/findings.ts';
import { worded } from './worded.ts';

test('what could not be read is counted by its reason, with the first example', () => {
  const findings = createFindings();
  const rows: Record<string, unknown>[] = [
    { total: 'x' },
    { total: 5 },
    { total: null },
    {},
    { value: '1,234', total: null },
    { 'a/b': 1, total: '(5)' },
  ];
  const totals = rows.map((row, index) =>
    numberIn(findings, row, ['total', 'value'], 'total', ['data', index]),
  );
  expect(totals).toEqual([null, 5, null, null, null, null]);
  expect(findings.unreadCount('total')).toBe(3);
  expect(findings.unreadCount('amount')).toBe(0);
  const comma =
    'ambiguous: a comma before exactly three digits can be a decimal or a thousands separator';
  expect(worded(findings.read(totals)).unread).toEqual([
    { what: 'total', why: 'not a number', count: 2, of: 4, example: '/data/0/total' },
    { what: 'total', why: comma, count: 1, of: 4, example: '/data/4/value' },
  ]);
});

test('the first name that has something is read', () => {
  const findings = createFindings();
  const row = { _id: null, id: 7, customId: 'u7', at: '2026-11-23', name: '', title: ' T ' };
  expect(idIn(findings, row, ['_id', 'id', 'customId'], 'id', [])).toBe('7');
  expect(timeIn(findings, row, ['date', 'at'], 'time', [])).toBe(Date.UTC(2026, 10, 23));
  expect(textIn(row, ['title'])).toBe(' T ');
  expect(textIn(row, ['name', 'title'])).toBe(' T ');
  expect(textIn(row, ['name', 'at', '_id'])).toBe('2026-11-23');
  expect(textIn(row, ['name', 'id'])).toBeNull();
  expect(worded(findings.read(null))).toEqual({
    value: null,
    incomplete: [],
    unread: [],
    shapes: ['ISO times without a zone, read as UTC'],
    notes: [],
  });
});

test('what every object inherits is no field', () => {
  const row = JSON.parse('{"__proto__":{"total":5}}');
  expect(fieldOf(row, 'constructor')).toBeUndefined();
  expect(fieldOf(row, '__proto__')).toEqual({ total: 5 });
  expect(nameIn(row, ['toString', 'total'])).toBeUndefined();
});
