import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf } from '#analytics/extremes.ts';
import { startRecords } from '#dashboard/history/data/readRecords.ts';
import { startText } from '#dashboard/history/data/readText.ts';

/** Reads a body in pieces of so many bytes. */
function read(body: string, size = 70_001) {
  const text = startText();
  const bytes = new TextEncoder().encode(body);
  for (let at = 0; at < bytes.length; at += size) text.take(bytes.slice(at, at + size));
  return text.finish();
}

/** What the body is when it is parsed as a whole. */
function readAtOnce(body: string) {
  const records = startRecords();
  records.add(JSON.parse(body));
  const data = records.finish();
  return { as: 'history', data, blocks: blocksOf(data.totals) };
}

/** About 1.5 MB of them: several parts. */
const many = (record: (i: number) => unknown, count = 20_000) =>
  Array.from({ length: count }, (_, i) => record(i));
const at = (i: number) => new Date(i * 60_000).toISOString();
const padding = 'x'.repeat(40);

test.each([
  ['plain', many((i) => ({ date: at(i), total: i / 3, padding }))],
  ['of records within records', many((i) => ({ date: at(i), total: i, of: [{ a: 1 }, { a: 2 }] }))],
  [
    'with commas and brackets in texts',
    many((i) => ({ date: at(i), total: i, note: '"},{"date":"2026"},' })),
  ],
  ['of what is no record', many((i) => (i % 3 === 0 ? [{ a: 1 }, 2] : `},${padding}`), 40_000)],
  ['of one huge record', [{ date: at(1), total: 1, of: many((i) => ({ i, padding })) }]],
])('a long list %s is the same in parts as at once', (_, records) => {
  for (const indent of [undefined, 2]) {
    const body = JSON.stringify(records, null, indent);
    expect(body.length).toBeGreaterThan(1_000_000);
    expect(read(body)).toEqual(readAtOnce(body));
  }
});

test('any records are the same in parts as at once, wherever the pieces end', () => {
  const long = JSON.stringify(many((i) => ({ date: at(i), total: i, padding }))).slice(1, -1);
  fc.assert(
    fc.property(fc.array(fc.json()), fc.integer({ min: 1000, max: 700_000 }), (some, size) => {
      const body = `[${[...some, long, ...some].join(',')}]`;
      expect(read(body, size)).toEqual(readAtOnce(body));
    }),
    { numRuns: 15 },
  );
});

test.each([
  ['ends too early', (list: string) => list.slice(0, -1)],
  ['ends after a comma', (list: string) => `${list.slice(0, -1)},]`],
  ['breaks in the middle', (list: string) => list.replace(`${at(15_000)}"`, at(15_000))],
  ['has something behind it', (list: string) => `${list}, {}`],
  ['has two commas', (list: string) => list.replace('},{', '},,{')],
  ['has no bracket before it', (list: string) => list.slice(1)],
])('a long list that %s is no JSON, and its beginning is kept', (_, spoilt) => {
  const list = JSON.stringify(many((i) => ({ date: at(i), total: i, padding })));
  const body = spoilt(list);
  expect(read(body)).toEqual({ as: 'not JSON', text: body.slice(0, 100_000) });
});

test('a long body that is something else says what', () => {
  const body = JSON.stringify({ histories: many((i) => ({ date: at(i), total: i, padding })) });
  const fault = 'as a whole: expected array, found an object';
  expect(read(body)).toEqual({ as: 'not a list', fault, text: body.slice(0, 100_000) });
});
