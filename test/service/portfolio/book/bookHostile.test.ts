import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bookContribution, bookPerformance, bookSummary } from '#contract/book.ts';
import * as book from '#contract/operations/book.ts';
import {
  answerOf,
  changed,
  createWith,
  makeUser,
  problemOf,
  readUser,
  stated,
} from '#test/support/calls.ts';
import { createService } from '#service/service.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { callThrough } from '#test/support/service.ts';
import { bookCalls } from './bookCalls.ts';

const paths = Object.values(book).map(({ path }) => path.replace('{historyType}', 'all'));

const wallet = (amount: number, at = '2024-03-01T00:00:00Z') => ({
  thematics: 'open-lending',
  tokens: [{ token: 'TALO', amount }],
  at,
});

const linesOf = async (response: Promise<Response>) =>
  (await (await response).text()).trim().split('\r\n');

const head = z.looseObject({ count: z.number(), of: z.number(), membersAsOf: z.string() });

onEachEngine((service) => {
  const { get, performance, summary } = bookCalls(service);
  const performanceOf = (query: string) =>
    answerOf(get(`/x/book/performance/all?${query}`), bookPerformance);

  const addUser = (id: string, attributes: Record<string, string> = {}) =>
    createWith(service(), id, { attributes, wallets: [wallet(2)] });

  test('every operation of a book answers for a set without users', async () => {
    expect(paths.length).toBe(6);
    for (const path of paths) {
      const answer = await get(`${path}?q=nobody`);
      expect([path, answer.status]).toEqual([path, 200]);
      const { count, of, membersAsOf } = z.parse(head, await answer.json());
      expect([path, count, of, membersAsOf]).toEqual([path, 0, 0, expect.any(String)]);
    }
    const { reason, dates } = await performance('all', { q: 'nobody' });
    expect({ reason, dates }).toEqual({ reason: 'No user matches.', dates: [] });
  });

  test('users without holdings have a reason, and a past before all holdings too', async () => {
    await makeUser(service(), 'ada');
    expect(await summary('year')).toMatchObject({ count: 1, total: 0, change: null, return: null });
    await stated(service(), 'ada', wallet(3));
    const past = await performance('all', { asOf: '2023-01-01T00:00:00Z' });
    expect(past).toMatchObject({
      count: 1,
      dates: [],
      reason: 'No holdings were recorded by then.',
      asOf: '2023-01-01T00:00:00.000Z',
    });
    expect(Date.parse(past.membersAsOf)).toBe(service().market.asOf());
  });

  test('unknown ids match nobody and are counted; ids of any characters are found', async () => {
    const ids = ['__proto__', 'constructor', 'a/b?c#d e%2F', '日本'];
    for (const id of ids) await addUser(id);
    const query = ids.map((id) => `ids=${encodeURIComponent(id)}`).join('&');
    expect(await performanceOf(query)).toMatchObject({ count: 4, of: 4, notFound: 0 });
    expect(await performanceOf('ids=nobody&ids=__proto__')).toMatchObject({
      count: 1,
      notFound: 1,
    });
    expect(await performanceOf('ids=nobody')).toMatchObject({ count: 0, notFound: 1, dates: [] });
    const parts = await answerOf(
      get('/x/book/contribution/all?by=user&ids=__proto__'),
      bookContribution,
    );
    expect(parts.rows.map(({ id }) => id)).toEqual(['__proto__']);
  });

  test('attributes, thematics and tokens of any name are filters', async () => {
    await addUser('ada', { country: '__proto__' });
    for (const filter of [
      'attribute.__proto__=x',
      'attribute.constructor=toString',
      'thematic=__proto__',
      'token=constructor',
      'q=__proto__:x',
    ]) {
      expect([filter, await performanceOf(filter)]).toMatchObject([filter, { count: 0 }]);
    }
    expect(await performanceOf('attribute.country=__proto__')).toMatchObject({ count: 1 });
  });

  test('a filter of 4 kB is answered, and more than 6 kB of ids are rejected', async () => {
    await addUser('ada');
    const long = Array.from({ length: 20 }, (_, i) => `attribute.n${i}=${'x'.repeat(190)}`);
    expect(long.join('&').length).toBeGreaterThan(4000);
    for (const path of paths) expect((await get(`${path}?${long.join('&')}`)).status).toBe(200);
    const fits = Array.from({ length: 600 }, (_, i) => `ids=user-${i}`).join('&');
    expect(await performanceOf(`${fits}&ids=ada`)).toMatchObject({ count: 1, notFound: 600 });
    const ids = Array.from({ length: 800 }, (_, i) => `ids=user-${i}`).join('&');
    const { detail } = await problemOf(get(`${paths[0]}?${ids}`), 'invalid-query');
    expect(detail).toContain('6144 characters');
  });

  test.each([
    ['/x/book/performance/hour', 'invalid-history-type'],
    ['/x/book/performance/day?by=token', 'invalid-query'],
    ['/x/book/performance/day?asOf=2126-01-01T00:00:00Z', 'invalid-query'],
    ['/x/book/contribution/day?by=country', 'invalid-query'],
    ['/x/book/contribution/day?format=csv&limit=3', 'invalid-query'],
    ['/x/book/figures/day?from=2026-01-01T00:00:00Z', 'invalid-query'],
    ['/x/book/figures/day?benchmark=nope', 'thematic-not-found'],
    ['/x/book/exposure?total=x', 'invalid-query'],
  ] as const)('%s is %s', async (path, code) => {
    await problemOf(get(path), code);
  });

  test('filters by present figures go with a past as of, which changes holdings only', async () => {
    const now = new Date(service().market.asOf() - 60_000).toISOString();
    await createWith(service(), 'grown', { attributes: {}, wallets: [wallet(1), wallet(50, now)] });
    await createWith(service(), 'shrunk', {
      attributes: {},
      wallets: [wallet(50), wallet(1, now)],
    });
    const asOf = '2025-03-01T00:00:00Z';
    const [{ total: threshold }] = [await summary('day', { ids: ['shrunk'] })];
    const query = { total: `${2 * (threshold ?? NaN)}..`, asOf };
    const [book, alone] = [
      await summary('year', query),
      await summary('year', { ids: ['grown'], asOf }),
    ];
    expect(book).toMatchObject({ count: 1, of: 2, total: alone.total });
    const exposure = await bookCalls(service).exposure({ ...query, by: 'token' });
    expect(exposure).toMatchObject({ users: 1, of: 2, total: alone.total });
  });

  test('a change of a member counts in the next answer', async () => {
    await addUser('ada', { country: 'CH' });
    const before = await summary('all', { q: 'country:ch' });
    await stated(service(), 'ada', wallet(4));
    const after = await summary('all', { q: 'country:ch' });
    expect(after.total).toBeCloseTo(2 * (before.total ?? NaN), 6);
    await changed(service(), 'ada', { country: 'JP' });
    expect(await summary('all', { q: 'country:ch' })).toMatchObject({ count: 0, of: 1, total: 0 });
  });

  test('a change by another process counts in the next answer, also of years ago', async () => {
    await addUser('ada');
    const process = createService(service().dependencies);
    const other = callThrough(async (request) => process.fetch(request));
    const readers = [service().call, other];
    const path = '/x/book/summary/all';
    for (const amount of [3, 7]) {
      for (const [index, writer] of readers.entries()) {
        const wallets = [wallet(amount + index, '2023-01-01T00:00:00Z'), wallet(amount + index)];
        await writer('POST', '/p/users/ada', { json: JSON.stringify({ wallets }) });
        const user = await readUser(service(), 'ada');
        for (const reader of readers) {
          const book = await answerOf(reader('GET', path), bookSummary);
          expect(book.total).toBeCloseTo(user.total, 6);
          expect(book.from).toBe('2023-01-01T00:00:00.000Z');
        }
      }
    }
  });

  test('parts and months are also CSV, and privacy hides their sums', async () => {
    await addUser('=1+1');
    const [head = '', row = ''] = await linesOf(
      get('/x/book/contribution/all?by=user&format=csv&unit=USD'),
    );
    expect(head).toContain('change (USD)');
    expect(row).toMatch(/^'=1\+1,/);
    const [hidden = ''] = await linesOf(get('/x/book/contribution/all?format=csv&figures=hidden'));
    expect(hidden).toBe('id,name,asOf');
    const [months = ''] = await linesOf(get('/x/book/flows/all?format=csv'));
    expect(months).toBe('period,in,out,net,asOf');
    expect((await linesOf(get('/x/book/figures/all?format=csv'))).length).toBeGreaterThan(30);
  });
});
