import { expect, test } from 'vitest';
import { compareAnswers, comparisonText } from './compare.ts';
import type { RecordedAnswer } from './recorder.ts';

const connected = 'connected: plain';

function answer(body: unknown, more: Partial<RecordedAnswer> = {}): RecordedAnswer {
  const request = { method: 'GET', path: '/x/directory', headers: {}, body: undefined };
  return {
    mode: connected,
    operation: 'getDirectory',
    request,
    status: 200,
    headers: {},
    body,
    ...more,
  };
}

const embedded = (one: RecordedAnswer) => ({ ...one, mode: 'embedded' });

const kindsOf = (before: readonly RecordedAnswer[], after: readonly RecordedAnswer[]) =>
  compareAnswers(before, after).map(({ kind, field }) => [kind, field]);

test('statuses, headers, fields and values must be equal', () => {
  const before = answer({ rows: [{ total: 1, name: 'A' }] }, { headers: { etag: '"1"' } });
  expect(kindsOf([before], [before])).toEqual([]);
  const after = answer({ rows: [{ total: 1.5, more: 1 }] }, { headers: {}, status: 404 });
  expect(new Set(kindsOf([before], [after]))).toEqual(
    new Set([
      ['unexpected', 'status'],
      ['unexpected', 'headers.etag'],
      ['unexpected', 'body.rows[].total'],
      ['unexpected', 'body.rows[].name'],
      ['unexpected', 'body.rows[].more'],
    ]),
  );
  expect(kindsOf([before], [])).toEqual([['unexpected', 'request']]);
  expect(kindsOf([], [before])).toEqual([['unexpected', 'request']]);
  const shorter = answer({ rows: [] }, { headers: { etag: '"1"' } });
  expect(kindsOf([before], [shorter])).toEqual([['unexpected', 'body.rows.length']]);
  expect(comparisonText(compareAnswers([before], [after]), 1)).toContain(
    'body.rows[].total: 1, up to 0.33 of the value',
  );
});

test('sentences may differ, unless one of them is missing', () => {
  const before = answer({ detail: 'What is wrong.', code: 'a' });
  expect(kindsOf([before], [answer({ detail: 'The fault.', code: 'a' })])).toEqual([
    ['sentence', 'body.detail'],
  ]);
  expect(kindsOf([before], [answer({ detail: null, code: 'b' })])).toEqual([
    ['unexpected', 'body.detail'],
    ['unexpected', 'body.code'],
  ]);
});

test('names that changed are known', () => {
  const before = answer(
    { unstated: [], path: '/x/upstream/reading' },
    { headers: { reading: 'x' } },
  );
  const after = answer(
    { unsupported: [], path: '/x/upstream/sync' },
    { headers: { 'response-notes': 'x' } },
  );
  expect(kindsOf([before], [after])).toEqual([
    ['renamed', 'headers.response-notes'],
    ['renamed', 'body.unsupported'],
    ['renamed', 'body.path'],
  ]);
  // A recording made before the change still equals another one.
  expect(kindsOf([before], [before])).toEqual([]);
});

test('an id may be another one, but always the same', () => {
  const before = ['‹usr 1›', '‹usr 2›', '‹usr 1›'].map((id) => answer({ id }));
  const other = ['‹usr 7›', '‹usr 3›', '‹usr 7›'].map((id) => answer({ id }));
  expect(kindsOf(before, other)).toEqual([]);
  const mixed = ['‹usr 7›', '‹usr 3›', '‹usr 3›'].map((id) => answer({ id }));
  expect(kindsOf(before, mixed)).toEqual([['unexpected', 'body.id']]);
  const merged = ['‹usr 7›', '‹usr 7›', '‹usr 7›'].map((id) => answer({ id }));
  expect(kindsOf(before, merged)).toEqual([['unexpected', 'body.id']]);
  expect(kindsOf([answer('‹usr 1›')], [answer('‹wal 1›')])).toEqual([['unexpected', 'body']]);
});

test('in connected mode a value may replace 501 or null', () => {
  const before = [answer({ flow: null }), answer({ code: 'not-offered' }, { status: 501 })];
  const after = [answer({ flow: 1 }), answer({ tokens: [] })];
  expect(kindsOf(before, after)).toEqual([
    ['new value', 'body.flow'],
    ['new value', 'status'],
  ]);
  expect(kindsOf(before.map(embedded), after.map(embedded))).toContainEqual([
    'unexpected',
    'body.flow',
  ]);
  // The other way round a value is lost.
  expect(kindsOf(after, before)).toContainEqual(['unexpected', 'body.flow']);
});
