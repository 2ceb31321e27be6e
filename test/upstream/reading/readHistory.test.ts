import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HistoryType } from '#contract/historyType.ts';
import { readHistory } from '#upstream/reading/readHistory.ts';
import { worded } from './worded.ts';

const now = Date.UTC(2026, 10, 23, 12);
const day = 86_400_000;
const first = Date.UTC(2026, 10, 20);
const second = first + day;
const expected = [
  { at: first, total: 5 },
  { at: second, total: 7.5 },
];
const iso = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'];
const records = iso.map((date, index) => ({ date, total: expected[index]?.total }));

const read = (json: unknown, type: HistoryType | null = 'week') =>
  worded(readHistory(json, type, now));

describe('shapes that are read', () => {
  const named = (time: string, total: string) =>
    expected.map((record) => ({ [time]: record.at, [total]: record.total }));
  test.each<[string, unknown]>([
    ['our own', records],
    ['time under at, total under value', named('at', 'value')],
    ['time under time, total under price', named('time', 'price')],
    ['time under timestamp, total under amount', named('timestamp', 'amount')],
    ['time under createdAt, total under equity', named('createdAt', 'equity')],
    ['time under t, total under v', named('t', 'v')],
    ['epoch seconds', expected.map(({ at, total }) => ({ t: at / 1000, v: total }))],
    ['epoch seconds as text', expected.map(({ at, total }) => ({ t: String(at / 1000), total }))],
    [
      'no zone',
      [
        { date: '2026-11-20T00:00', total: 5 },
        { date: '2026-11-21 00:00', total: 7.5 },
      ],
    ],
    [
      'totals as text',
      [
        { date: iso[0], total: '5.0' },
        { date: iso[1], total: '7,5' },
      ],
    ],
    ['pairs', expected.map(({ at, total }) => [at, total])],
    [
      'pairs of texts',
      [
        [iso[0], '5'],
        [iso[1], '7.5'],
      ],
    ],
    ['under data', { data: records }],
    ['under result', { result: records }],
    ['under results', { results: records }],
    ['under history', { history: records, count: 2 }],
    ['under histories', { histories: records }],
    ['under items', { items: records }],
    ['under records', { records }],
    ['envelopes in one another', { data: { user: 'u1', history: { records } } }],
    ['by type', { day: [], week: records, all: null }],
    ['by type in an envelope', { data: { histories: { week: { records }, day: [] } } }],
    ['columns date and total', { date: iso, total: [5, 7.5] }],
    ['columns time and totals', { time: iso, totals: [5, 7.5] }],
    ['columns timestamp and equity', { timestamp: [first, second], equity: [5, 7.5] }],
    ['columns timestamps and values', { timestamps: iso, values: ['5', '7.5'] }],
    ['columns in an envelope by type', { data: { week: { dates: iso, value: [5, 7.5] } } }],
    ['an object of totals by time', Object.fromEntries(records.map((it) => [it.date, it.total]))],
    ['totals by epoch seconds', { data: { [first / 1000]: 5, [second / 1000]: '7.5' } }],
    [
      'a list of types',
      [
        { type: 'day', records: [] },
        { type: 'week', records },
      ],
    ],
    [
      'a list of types in an envelope, in columns',
      { data: [{ historyType: 'week', date: iso, total: [5, 7.5] }] },
    ],
    ['records with a type of their own', records.map((record) => ({ ...record, type: 'week' }))],
    ['in disorder', records.toReversed()],
    ['one with nothing to read beside', [...records, { date: iso[1], total: 7.5 }]],
  ])('%s', (_, json) => {
    const { value, unread } = read(json);
    expect(value).toEqual(expected);
    expect(unread).toEqual([]);
  });

  test('what was recognised is said', () => {
    const json = {
      data: { history: [...records.toReversed(), { date: 1_763_640_000, v: '1,5' }] },
    };
    expect(read(json).shapes).toEqual([
      'history under data.history',
      'time under date',
      'total under total',
      'ISO times',
      'total under v',
      'epoch seconds',
      'commas as decimal separators',
      'numbers as text',
      'records not in order',
    ]);
  });

  test('without a type: since the beginning, else the longest, which is said', () => {
    const other = [{ date: iso[0], total: 1 }];
    expect(read({ day: other, all: records }, null).value).toEqual(expected);
    const { value, notes } = read({ day: other, week: records }, null);
    expect(value).toEqual(expected);
    expect(notes).toEqual(['The service has no complete history here; its week history is shown.']);
    expect(read(records, null).value).toEqual(expected);
    const list = [
      { type: 'week', records },
      { type: 'day', records: other },
    ];
    expect(read(list, null)).toMatchObject({ value: expected, notes });
  });

  test.each<[string, unknown]>([
    ['of other types', [{ type: 'day', records }]],
    [
      'of one type twice',
      [
        { type: 'week', records },
        { type: 'week', records: [] },
      ],
    ],
    ['of another type in an object', { day: records }],
    ['whose names are small numbers', { 0: 5, 1: 7.5 }],
    ['of which not every name is a time', { [iso[0] ?? '']: 5, note: 'x' }],
    ['of nothing', {}],
  ])('a history %s is not guessed', (_, json) => {
    const { value, unread } = read(json);
    expect(value).toEqual([]);
    expect(unread).toMatchObject([
      { what: 'answer', why: 'no history of the requested type in it', count: 1, of: 1 },
    ]);
  });
});

describe('histories as they come', () => {
  test('of one time the last one counts, also where it is a gap', () => {
    const { value, notes, unread } = read([
      [second, 1],
      [first, 5],
      [second, 2],
      [first + 1, 9],
      [first + 1, null],
      [second, 7.5],
    ]);
    expect(value).toEqual([expected[0], { at: first + 1, total: null }, expected[1]]);
    expect(notes).toEqual([
      '3 records have the time of another one: the last one of each time counts.',
    ]);
    expect(unread).toEqual([]);
  });

  test('null is a gap, and zero is zero', () => {
    expect(
      read([[1, 0], [2, null], { t: 3, total: null, value: 4 }, [4, '0'], [5, -0]]).value,
    ).toEqual([
      { at: 1000, total: 0 },
      { at: 2000, total: null },
      { at: 3000, total: null },
      { at: 4000, total: 0 },
      { at: 5000, total: 0 },
    ]);
  });

  test('what cannot be read is named: without a time left out, without a total a gap', () => {
    const { value, unread } = read({
      data: [
        { total: 1 },
        { date: null, total: 1 },
        { date: 'x', total: 1 },
        { date: iso[0], total: '1,234' },
        { date: iso[1] },
        'x',
        null,
        7,
        [first],
        [first, 1, 2, 3],
        { date: now + day, total: 8 },
        { date: now + day + 1, total: 9 },
      ],
    });
    expect(value).toEqual([
      { at: first, total: null },
      { at: second, total: null },
      { at: now + day, total: 8 },
    ]);
    const comma =
      'ambiguous: a comma before exactly three digits can be a decimal or a thousands separator';
    const of = { what: 'record', of: 12 };
    expect(unread).toEqual([
      { ...of, why: 'their time is missing', count: 2, example: '/data/0' },
      { ...of, why: 'their time is not a time', count: 1, example: '/data/2' },
      { ...of, why: `their total is ${comma}`, count: 1, example: '/data/3' },
      { ...of, why: 'their total is missing', count: 1, example: '/data/4' },
      { ...of, why: 'neither objects nor pairs', count: 5, example: '/data/5' },
      { ...of, why: 'more than a day in the future', count: 1, example: '/data/11' },
    ]);
  });

  test('columns of different lengths', () => {
    const longer = read({ times: iso, totals: [5] });
    expect(longer.value).toEqual([expected[0], { at: second, total: null }]);
    expect(longer.unread).toEqual([
      { what: 'record', why: 'their total is missing', count: 1, of: 2, example: '/times/1' },
    ]);
    const shorter = read({ times: [iso[0]], totals: [5, 6, 7] });
    expect(shorter.value).toEqual([expected[0]]);
    expect(shorter.unread).toEqual([
      { what: 'record', why: 'their time is missing', count: 2, of: 3, example: '/times/1' },
    ]);
  });

  test.each([null, undefined, 5, 'x', {}, { day: records }, { message: 'no' }, { data: {} }])(
    '%j holds no history of a week',
    (json) => {
      const { value, unread } = read(json);
      expect(value).toEqual([]);
      expect(unread).toMatchObject([
        { what: 'answer', why: 'no history of the requested type in it', count: 1, of: 1 },
      ]);
    },
  );

  test('an empty history is one', () => {
    for (const json of [[], { data: [] }, { date: [], total: [] }]) {
      expect(read(json)).toMatchObject({ value: [], unread: [] });
    }
  });

  test('a million records, in disorder and each twice', { timeout: 60_000 }, () => {
    const json = Array.from({ length: 1_000_000 }, (_, index) => ({
      t: Math.floor(((index * 7919) % 1_000_000) / 2) * 60,
      v: index,
    }));
    const begun = performance.now();
    const { value, notes } = read(json);
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(value).toHaveLength(500_000);
    expect(notes).toEqual([
      '500000 records have the time of another one: the last one of each time counts.',
    ]);
  });
});

test('whatever comes: ascending, finite, nothing later than a day from now, all others named', () => {
  const key = fc.constantFrom(
    'date',
    't',
    'total',
    'v',
    'data',
    'week',
    'values',
    '__proto__',
    'x',
  );
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'medium' },
      fc.jsonValue(),
      fc.double(),
      fc.constantFrom(null, 0, '5', '1,234', iso[0], 1e11, Infinity, now),
      fc.array(tie('json'), { maxLength: 5 }),
      fc.array(fc.tuple(key, tie('json')), { maxLength: 5 }).map((all) => Object.fromEntries(all)),
    ),
  }));
  const type = fc.constantFrom<HistoryType | null>('week', 'all', null);
  fc.assert(
    fc.property(json, type, (answer, requested) => {
      const { value, unread } = read(answer, requested);
      for (const [index, { at, total }] of value.entries()) {
        expect(at).toBeGreaterThan(value[index - 1]?.at ?? -Infinity);
        expect(at).toBeLessThanOrEqual(now + day);
        expect(new Date(at).toISOString()).toMatch(/^\d{4}-/);
        expect(total === null || (Number.isFinite(total) && !Object.is(total, -0))).toBe(true);
      }
      for (const one of unread) expect(one.count).toBeLessThanOrEqual(one.of);
    }),
    { numRuns: 1000 },
  );
});
