import { describe, expect, test } from 'vitest';
import { createFindings } from '#upstream/reading/findings.ts';
import { inWords } from '#upstream/reading/findingTexts.ts';
import { listedOnce, objectOf, rowsOf, unwrapped } from '#upstream/reading/lists.ts';
import { worded } from './worded.ts';

describe('envelopes', () => {
  test.each<[unknown, string]>([
    [['u1'], ''],
    [{ data: ['u1'] }, 'data'],
    [{ result: ['u1'] }, 'result'],
    [{ results: ['u1'] }, 'results'],
    [{ items: ['u1'], total: 1 }, 'items'],
    [{ users: ['u1'], items: [] }, 'users'],
    [{ data: { users: ['u1'] } }, 'data.users'],
    [{ users: null, data: ['u1'] }, 'data'],
  ])('the rows of %j', (json, where) => {
    const findings = createFindings();
    const { rows, path } = rowsOf(json, 'users', findings);
    expect(rows).toEqual(['u1']);
    expect(path.join('.')).toBe(where);
    expect(worded(findings.read(null))).toMatchObject({
      unread: [],
      shapes: where === '' ? [] : [`list under ${where}`],
    });
  });

  test.each([null, undefined, '', 'u1', 5, {}, { wallets: [] }, { data: 5 }, { u1: {} }])(
    'no list in %j',
    (json) => {
      const findings = createFindings();
      expect(rowsOf(json, 'users', findings).rows).toEqual([]);
      expect(worded(findings.read(null)).unread).toMatchObject([
        { what: 'answer', why: 'no list in it' },
      ]);
    },
  );

  test('as deep as hostile ones go', () => {
    let json: unknown = [];
    for (let level = 0; level < 100_000; level += 1)
      json = level % 2 === 0 ? { data: json } : [json];
    expect(unwrapped(json, 'user', createFindings()).path).toHaveLength(4);
    expect(rowsOf(json, 'users', createFindings()).path.length).toBeLessThan(5);
  });

  const user = { id: 'u1', data: { a: 1 }, items: [{}] };
  test.each<[unknown, unknown, string]>([
    [user, user, ''],
    ['u1', 'u1', ''],
    [{ user }, user, '/user'],
    [{ data: user }, user, '/data'],
    [{ data: [user] }, user, '/data/0'],
    [[user], user, '/0'],
    [{ result: { user } }, user, '/result/user'],
    [{ name: 'Ann' }, { name: 'Ann' }, ''],
    [{ name: 'Ann', data: 'mine' }, { name: 'Ann', data: 'mine' }, ''],
    [[user, user], [user, user], ''],
    [null, null, ''],
  ])('the user of %j', (json, value, where) => {
    const found = unwrapped(json, 'user', createFindings());
    expect(found.value).toEqual(value);
    expect(found.path.map((key) => `/${String(key)}`).join('')).toBe(where);
  });
});

test('an object, or its id alone', () => {
  const findings = createFindings();
  expect(objectOf({ a: 1 }, findings, 'token')).toEqual({ a: 1 });
  expect(worded(findings.read(null)).shapes).toEqual([]);
  expect(objectOf('btc', findings, 'token')).toEqual({ id: 'btc' });
  expect(objectOf(7, findings, 'token')).toEqual({ id: 7 });
  expect(worded(findings.read(null)).shapes).toEqual(['tokens as ids']);
  for (const value of [null, '', '..', 1.5, [], true]) {
    expect(objectOf(value, findings, 'token')).toBeNull();
  }
});

test('a repeated entry appears once: the last one, at the position of the first', () => {
  const findings = createFindings();
  const rows = ['a1', 'b1', '__proto__', 'a2', 'c1', 'a3', '__proto__'];
  expect(listedOnce(rows, (row) => row.replace(/\d$/, ''), findings)).toEqual([
    'a3',
    'b1',
    '__proto__',
    'c1',
  ]);
  expect(worded(findings.read(null)).notes).toEqual([
    'Listed twice: a, __proto__. The last one counts.',
  ]);
  expect(inWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
  expect(inWords(['x'.repeat(61)])).toBe(`${'x'.repeat(60)}…`);
});
