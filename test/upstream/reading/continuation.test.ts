import { describe, expect, test } from 'vitest';
import { continuationOf } from '#upstream/reading/continuation.ts';
import { lists, pageOf } from '#upstream/reading/lists.ts';
import { createTally } from '#upstream/reading/tally.ts';

const first = { read: 2, reported: null, firstPage: null };

const at = (query: string) => ({ address: `https://service.test/api/p/users${query}` });

describe('pages', () => {
  const address = 'https://service.test/api/p/users?limit=2';
  const page = (json: unknown, link: string | null = null, from = address) =>
    continuationOf(pageOf(json, lists.users), { address: from, link, totalCount: null }, first);

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
    [{ next: address }, { address }],
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
    const again = page({ nextCursor: 'a' }, null, `${address}&cursor=a`);
    expect(again).toEqual(at('?limit=2&cursor=a'));
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

describe('pages that only say which one they are', () => {
  const address = 'https://service.test/api/p/users';
  const items = ['a', 'b'];
  const next = (json: unknown, { from = address, read = 2, firstPage = 1 } = {}) => {
    const page = pageOf(json, lists.users);
    const origin = { address: from, link: null, totalCount: null };
    const tally = createTally();
    tally.add(page, origin);
    const { reported } = tally.position();
    return continuationOf(page, origin, { read, reported, firstPage });
  };

  test.each<[unknown, unknown]>([
    [{ items, hasMore: true, nextCursor: 'c' }, at('?cursor=c')],
    [{ items, hasMore: true, cursor: 'c' }, at('?cursor=c')],
    [{ items, has_more: true }, 'unsaid'],
    [{ items, next: true }, 'unsaid'],
    [{ items, last: false }, 'unsaid'],
    [{ items, hasMore: false, cursor: 'c', nextCursor: 'c' }, null],
    [{ items, cursor: 'c' }, at('?cursor=c')],
    [{ items, cursor: 'c', total: 2 }, null],
    [{ data: { items, pageInfo: { hasNextPage: true, endCursor: 'c' } } }, at('?after=c')],
    [{ data: { items, pageInfo: { hasNextPage: false, endCursor: 'c' } } }, null],
    [{ data: { items, next: '?after=2' } }, at('?after=2')],
    [{ data: { items }, meta: { pagination: { page: 1, pageCount: 3 } } }, at('?page=2')],
    [{ data: items, current_page: 1, last_page: 3 }, at('?page=2')],
    [{ data: items, next_page_url: '?page=2', last_page: 3 }, at('?page=2')],
    [{ items, page: 1, pages: '3' }, at('?page=2')],
    [{ items, totalPages: 3 }, at('?page=2')],
    [{ items, page: 1, pages: 1 }, null],
    [{ items, page: 1, pageSize: 2, total: 5 }, at('?page=2')],
    [{ items, page: 1, pageSize: 2, total: 2 }, null],
    [{ items, page: 1, next: 2 }, at('?page=2')],
    [{ items, nextPage: 2 }, at('?page=2')],
    [{ items, offset: 0, limit: 2, total: 5 }, at('?offset=2')],
    [{ items, skip: 0, count: 5 }, at('?offset=2')],
    [{ items, offset: 0, limit: 2, total: 2 }, null],
    [{ items, total: 5 }, null],
  ])('%j', (json, expected) => {
    expect(next(json)).toEqual(expected);
  });

  test('the last of numbered pages, counted from 1 or from 0', () => {
    const second = { items, page: 2, pages: 3 };
    expect(next(second, { read: 4 })).toEqual(at('?page=3'));
    expect(next(second, { read: 4, firstPage: 0 })).toBeNull();
    expect(next({ items, pages: 3 }, { from: `${address}?page=2` })).toEqual(at('?page=3'));
    expect(next({ items, pages: 3 }, { from: `${address}?page=3` })).toBeNull();
    expect(next({ items, skip: 2, total: 5 }, { from: `${address}?skip=2`, read: 4 })).toEqual(
      at('?skip=4'),
    );
    expect(next({ items, cursor: 'c' }, { from: `${address}?cursor=c` })).toBeNull();
  });
});
