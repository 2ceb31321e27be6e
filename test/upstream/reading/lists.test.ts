import { describe, expect, test } from 'vitest';
import { createFindings } from '#upstream/reading/findings.ts';
import {
  inWords,
  listedOnce,
  nextPage,
  objectOf,
  rowsOf,
  unwrapped,
} from '#upstream/reading/lists.ts';

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
    expect(findings.read(null)).toMatchObject({
      unread: [],
      shapes: where === '' ? [] : [`list under ${where}`],
    });
  });

  test.each([null, undefined, '', 'u1', 5, {}, { wallets: [] }, { data: 5 }, { u1: {} }])(
    'no list in %j',
    (json) => {
      const findings = createFindings();
      expect(rowsOf(json, 'users', findings).rows).toEqual([]);
      expect(findings.read(null).unread).toMatchObject([{ what: 'answer', why: 'no list in it' }]);
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
  expect(findings.read(null).shapes).toEqual([]);
  expect(objectOf('btc', findings, 'token')).toEqual({ id: 'btc' });
  expect(objectOf(7, findings, 'token')).toEqual({ id: 7 });
  expect(findings.read(null).shapes).toEqual(['tokens as ids']);
  for (const value of [null, '', '..', 1.5, [], true]) {
    expect(objectOf(value, findings, 'token')).toBeNull();
  }
});

test('what is listed twice is once there: the last one, at the place of the first', () => {
  const findings = createFindings();
  const rows = ['a1', 'b1', '__proto__', 'a2', 'c1', 'a3', '__proto__'];
  expect(listedOnce(rows, (row) => row.replace(/\d$/, ''), findings)).toEqual([
    'a3',
    'b1',
    '__proto__',
    'c1',
  ]);
  expect(findings.read(null).notes).toEqual(['Listed twice: a, __proto__. The last one counts.']);
  expect(inWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
  expect(inWords(['x'.repeat(61)])).toBe(`${'x'.repeat(60)}…`);
});

const at = (query: string) => ({ address: `https://service.test/api/p/users${query}` });

describe('pages', () => {
  const address = 'https://service.test/api/p/users?limit=2';
  const page = (json: unknown, link: string | null = null, from = address) =>
    nextPage(json, link, from);

  test.each<[unknown, unknown]>([
    [{ data: [], next: 'https://service.test/api/p/users?after=2' }, at('?after=2')],
    [{ next: '/api/p/users?after=2' }, at('?after=2')],
    [{ next: '/p/users?after=2' }, at('?after=2')],
    [{ next: 'https://service.test/p/users?after=2' }, at('?after=2')],
    [{ next: '/p/other?after=2' }, { address: 'https://service.test/p/other?after=2' }],
    [{ next: '?after=2#here' }, at('?after=2')],
    [{ next: 'abc=' }, at('?limit=2&cursor=abc%3D')],
    [{ nextCursor: 'a b' }, at('?limit=2&cursor=a+b')],
    [{ next_cursor: 40 }, at('?limit=2&cursor=40')],
    [{ nextCursor: 40 }, at('?limit=2&cursor=40')],
    [{ next: null, nextCursor: 'c' }, at('?limit=2&cursor=c')],
    [{ links: { next: '?after=3' } }, at('?after=3')],
    [{ _links: { next: { href: '?after=3' } } }, at('?after=3')],
    [{ meta: { nextCursor: 'c' } }, at('?limit=2&cursor=c')],
    [{ pagination: { next: '?after=3' } }, at('?after=3')],
    [{ next: 'https://elsewhere.test/p/users?after=2' }, 'elsewhere'],
    [{ next: 'http://service.test/api/p/users?after=2' }, 'elsewhere'],
    [{ next: '//elsewhere.test/p/users' }, 'elsewhere'],
    [{ next: 'javascript:alert(1)' }, 'elsewhere'],
    [{ next: 'https://' }, 'elsewhere'],
    [{ next: 'https://a:b@service.test/api/p/users?after=2' }, at('?after=2')],
    [{ next: address }, null],
    [{ next: '' }, null],
    [{ next: false }, null],
    [{ next: { a: 1 } }, null],
    [{ data: [{ next: '?after=2' }] }, null],
    [[{ next: '?after=2' }], null],
    [JSON.parse('{"__proto__":{"next":"?after=2"}}'), null],
    [null, null],
  ])('%j', (json, expected) => {
    expect(page(json)).toEqual(expected);
  });

  test('a cursor replaces the one before', () => {
    expect(page({ nextCursor: 'b' }, null, `${address}&cursor=a`)).toEqual(at('?limit=2&cursor=b'));
    expect(page({ next: 'b' }, null, `${address}&after=a`)).toEqual(at('?limit=2&after=b'));
    expect(page({ nextCursor: 'a' }, null, `${address}&cursor=a`)).toBeNull();
  });

  test.each<[string, unknown]>([
    ['<?after=2>; rel="next"', at('?after=2')],
    ['</api/p/users?after=2>;rel=next', at('?after=2')],
    ['<?a>; rel="prev", <?b,c>; rel="last next"; title="x"', at('?b,c')],
    ['<?a>; rel="prev"', null],
    ['<https://elsewhere.test/>; rel="next"', 'elsewhere'],
    ['', null],
    ['nonsense <', null],
    [`<?${'a'.repeat(10_000)}>; rel="next"`, null],
  ])('Link: %s', (link, expected) => {
    expect(page([], link)).toEqual(expected);
  });

  test('the answer goes before the header', () => {
    expect(page({ next: '?a=1' }, '<?b=2>; rel="next"')).toEqual(at('?a=1'));
    expect(page({ next: null }, '<?b=2>; rel="next"')).toEqual(at('?b=2'));
    expect(page([], null, 'no address')).toBeNull();
  });
});
