import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { bookPerformance, bookSummary } from '#contract/book.ts';
import { savedViewList } from '#contract/savedViews.ts';
import { selection } from '#contract/selections.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { directoryPage } from '#test/support/embedded.ts';
import { execute } from '#test/support/engineSetup.ts';
import { databaseUrl } from '#test/support/postgres.ts';
import { type RunningGateway, standingStill, startGateway } from '#test/support/process.ts';
import { groupsOf } from '../service/portfolio/groups/groupCalls.ts';

const postgres = inject('postgres');
const name = `portfolio_${randomUUID().replaceAll('-', '')}`;
let running: readonly RunningGateway[] = [];

beforeAll(async () => {
  if (postgres === null) return;
  await execute(postgres.url, `CREATE DATABASE ${name} TEMPLATE ${postgres.template}`);
  const settings = {
    DATABASE_URL: databaseUrl(postgres.url, name),
    SECRET_KEY: '07'.repeat(32),
    SAMPLE_USERS: '40',
    ...standingStill,
  };
  const first = await startGateway(settings);
  running = [first, await startGateway(settings), await startGateway(settings)];
}, 180_000);

afterAll(async () => {
  if (postgres === null) return;
  await Promise.all(running.map((one) => one.stop()));
  await execute(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
});

function processAt(index: number) {
  const url = running[index]?.url ?? '';
  const send = (method: string, path: string, body: unknown) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const get = (path: string) => fetch(url + path);
  return {
    send,
    get,
    directory: (query: string) => answerOf(get(`/x/directory?${query}`), directoryPage),
    groups: (query: string) => groupsOf(get(`/x/directory?${query}`)),
    summary: (query: string) => answerOf(get(`/x/book/summary/year?${query}`), bookSummary),
    performance: (query: string) =>
      answerOf(get(`/x/book/performance/all?${query}`), bookPerformance),
    views: () => answerOf(get('/x/views'), savedViewList),
  };
}

const wallets = (amount: number) =>
  ['2022-05-01T00:00:00Z', '2025-05-01T00:00:00Z'].map((at, index) => ({
    thematics: 'open-lending',
    tokens: [{ token: 'TALO', amount: amount + index }],
    at,
  }));

describe.skipIf(postgres === null)('three processes on one PostgreSQL', () => {
  const [one, two, three] = [0, 1, 2].map((index) => () => processAt(index));
  if (one === undefined || two === undefined || three === undefined) return;

  test('a selection saved by one process is a list and a book of the others', async () => {
    const { rows } = await one().directory('limit=30');
    const ids = rows.map(({ customId }) => customId);
    const { id } = await answerOf(one().send('POST', '/x/selections', { ids }), selection);
    const own = await one().summary(`selection=${id}`);
    expect(own.count).toBe(30);
    for (const other of [two, three]) {
      expect((await other().directory(`selection=${id}&limit=1`)).count).toBe(30);
      expect(await other().summary(`selection=${id}`)).toEqual(own);
    }
    // The same list is the same selection, whoever saves it.
    const again = await answerOf(two().send('POST', '/x/selections', { ids }), selection);
    expect(again.id).toBe(id);
  });

  test('a view saved by one process is renamed by another and removed by a third', async () => {
    const id = 'view-of-processes';
    const content = { name: 'Large', address: '/users?total=1000000..' };
    expect((await one().send('PUT', `/x/views/${id}`, content)).status).toBe(201);
    const found = async (at: typeof one) => (await at().views()).find((view) => view.id === id);
    expect(await found(two)).toMatchObject(content);
    const renamed = { ...content, name: 'Very large', shared: true };
    expect((await two().send('PUT', `/x/views/${id}`, renamed)).status).toBe(200);
    for (const at of [one, three]) expect(await found(at)).toMatchObject(renamed);
    expect((await three().send('DELETE', `/x/views/${id}`, undefined)).status).toBe(204);
    for (const at of [one, two]) expect(await found(at)).toBeUndefined();
    await problemOf(one().send('DELETE', `/x/views/${id}`, undefined), 'view-not-found');
  });

  test('statements in one process, also of past years, count in the next book and group of the others', async () => {
    const desk = 'attribute.desk=north';
    const totals: (number | null)[] = [];
    for (const [index, writer] of [one, two, three].entries()) {
      const customId = `of process ${index}`;
      const created = await writer().send('PUT', '/p/users', { customId });
      expect(created.status).toBe(201);
      const json = JSON.stringify({ desk: 'north', wallets: wallets(10 ** (index + 1)) });
      const id = encodeURIComponent(customId);
      expect((await writer().send('POST', `/p/users/${id}`, { json })).status).toBe(200);
      const own = await writer().performance(desk);
      expect(own).toMatchObject({ count: index + 1, unknown: 0 });
      expect(own.dates[0]).toBe('2022-05-01T00:00:00.000Z');
      totals.push(own.total.at(-1) ?? null);
      const byDesk = await writer().groups('groupBy=attribute.desk');
      const north = byDesk.groups.find(({ value }) => value === 'north');
      expect(north).toMatchObject({ count: index + 1, total: totals.at(-1) });
      for (const reader of [one, two, three]) {
        expect(await reader().performance(desk)).toEqual(own);
        expect(await reader().groups('groupBy=attribute.desk')).toEqual(byDesk);
      }
    }
    const [first, second, third] = totals;
    // Each holds about ten times as much as the one before.
    expect((second ?? 0) / (first ?? 1)).toBeCloseTo((11 + 101) / 11, 9);
    expect((third ?? 0) / (first ?? 1)).toBeCloseTo((11 + 101 + 1001) / 11, 9);
  });
});
