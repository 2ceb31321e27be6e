import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exposurePage } from '#contract/exposure.ts';
import { user } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import type { Database } from '#platform/database/database.ts';
import { answerOf } from '#test/support/calls.ts';
import { createConnected } from '#test/support/connectedService.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { emptyDatabase } from '#test/support/emptyDatabase.ts';
import { readingOn } from './answering.ts';
import { check } from './check/checked.ts';
import { directory, readAll, state } from './sync/reading.ts';

let database: Database;
beforeAll(async () => {
  database = await openFromTemplate();
});
beforeEach(() => emptyDatabase(database));
afterAll(() => database.close());

const users = Array.from({ length: 60 }, (_, index) => ({
  customId: `user-${index}`,
  name: 'Ann',
}));
const wallets = [{ _id: 'w', thematics: 'ai', tokens: [{ token: 'btc', amount: 1, total: 5 }] }];
const records = [0, 1].map((hour) => ({ date: `2026-06-17T0${hour}:00:00Z`, total: 5 }));

type Answers = (path: string, search: URLSearchParams) => unknown;

/** Says how many rows each list has, and never where the others are. */
const short: Answers = (path) => {
  if (path === '/p/users') return { data: { items: users.slice(0, 20), total: 60 } };
  if (path.endsWith('/wallets')) return { data: { items: wallets, total_count: 3 } };
  if (path.includes('/history')) return { data: { records, meta: { count: 288 } } };
  if (path === '/p/thematics') return { items: ['ai'], pagination: { total: 2 } };
  if (path === '/p/webhook') return { webhooks: [], has_more: true };
  return { id: path.split('/').at(-1) };
};

const endless: Answers = (path, search) => {
  if (path !== '/p/users') return short(path, search);
  const from = Number(search.get('cursor') ?? 0);
  return { items: users.slice(from, from + 20), next: from + 20, total: 60 };
};

const answerWith = (answers: Answers) => async (request: Request) => {
  const { pathname, searchParams } = new URL(request.url);
  return Response.json(answers(decodeURIComponent(pathname), searchParams));
};

const connect = (answers: Answers | null) =>
  createConnected({
    database,
    answer: answers === null ? () => Promise.reject(new Error('gone')) : answerWith(answers),
  });

/** Of each user one of three. */
const ofWallets = { kind: 'fewer', what: 'wallet', read: 20, reported: 60 };
const fewer = { kind: 'fewer', what: 'user', read: 20, reported: 60 };

test('a list that is shorter than the service reports is called incomplete wherever it is counted, also after a restart without the service', async () => {
  const connected = connect(short);
  await connected.sync.begin();
  await readAll(connected);
  const { rows, ...page } = await directory(connected);
  expect(page).toMatchObject({ of: 20, incomplete: fewer });
  // What is closed, largest or total is not known of some wallets.
  expect(rows[0]).toMatchObject({
    total: null,
    walletCount: null,
    openWallets: null,
    largest: null,
  });
  const exposure = await answerOf(connected.call('GET', '/x/exposure'), exposurePage);
  expect(exposure).toMatchObject({ users: 20, incomplete: fewer });
  expect(await state(connected)).toMatchObject({ users: 20, incomplete: fewer });
  for (const path of [
    '/x/directory',
    '/x/directory?format=csv',
    '/x/exposure?format=csv',
    '/x/thematics/ai/users',
    '/p/users',
  ]) {
    expect(readingOn(await connected.call('GET', path))?.incomplete).toEqual([fewer, ofWallets]);
  }
  await connected.close();

  const later = connect(null);
  await later.sync.begin();
  expect(await directory(later)).toMatchObject({ of: 20, incomplete: fewer });
  await later.close();
});

test('wallets, histories, thematics and webhooks say how many of how many were read, and no sum of them is a total', async () => {
  const connected = connect(short);
  const get = (path: string) => connected.call('GET', path);
  const listed = await get('/p/users/ann/wallets');
  expect(await answerOf(listed, walletList)).toHaveLength(1);
  expect(readingOn(listed)?.incomplete).toEqual([
    { kind: 'fewer', what: 'wallet', read: 1, reported: 3 },
  ]);
  expect(await answerOf(get('/p/users/ann'), user)).toMatchObject({
    total: null,
    walletCount: null,
  });
  const ofRecords = [{ kind: 'fewer', what: 'record', read: 2, reported: 288 }];
  for (const path of ['/p/users/ann/wallets/history/day', '/p/thematics/ai/history']) {
    expect(readingOn(await get(path))?.incomplete).toEqual(ofRecords);
  }
  const thematics = readingOn(await get('/p/thematics'));
  expect(thematics?.incomplete).toEqual([
    { kind: 'fewer', what: 'thematic', read: 1, reported: 2 },
  ]);
  expect(thematics?.notes.join(' ')).toContain('2 of 288 records read');
  expect(readingOn(await get('/p/webhook'))?.incomplete).toEqual([
    { kind: 'unsaid', what: 'webhook', read: 0, reported: null },
  ]);
  await connected.close();
});

test.each<[string, Answers, unknown]>([
  [
    'which ignores the number of the page',
    () => ({ data: { items: users.slice(0, 20), page: 1, pages: 3 } }),
    { kind: 'repeated', what: 'user', read: 20, reported: null },
  ],
  [
    'whose cursor stays the same',
    (_, search) => ({
      items: users.slice(search.has('cursor') ? 20 : 0).slice(0, 20),
      next: 'c',
      total: 60,
    }),
    { kind: 'repeated', what: 'user', read: 40, reported: 60 },
  ],
])('a list %s ends, and says so', async (_, answers, incomplete) => {
  const connected = connect((path, search) =>
    path === '/p/users' ? answers(path, search) : short(path, search),
  );
  await connected.sync.begin();
  await readAll(connected);
  expect((await directory(connected)).incomplete).toEqual(incomplete);
  await connected.close();
});

test('a page that the service refuses ends the list, and what was read is shown', async () => {
  const connected = createConnected({
    database,
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.has('page')) return Response.json({ error: 'page?' }, { status: 400 });
      const list = { items: users.slice(0, 20), page: 1, totalPages: 3, totalItems: 60 };
      return Response.json(pathname === '/p/users' ? list : short(pathname, searchParams));
    },
  });
  await connected.sync.begin();
  await readAll(connected);
  expect(await directory(connected)).toMatchObject({
    of: 20,
    incomplete: { kind: 'refused', read: 20, reported: 60 },
  });
  await connected.close();
});

test('the check of the service says what it cannot read to its end', async () => {
  const { report } = await check(answerWith(short), { hasWrites: false });
  const matters = report.findings.filter(
    ({ outcome, isHarmless }) => outcome === 'differs' && !isHarmless,
  );
  for (const [call, text] of [
    ['GET /p/users', '20 of 60 users read'],
    ['GET /p/users/{id}/wallets', '1 of 3 wallets read'],
    ['GET /p/thematics/{id}/history', '2 of 288 records read'],
    ['GET /p/webhook', 'the service has more and gives no address for them'],
  ]) {
    expect(matters).toContainEqual(
      expect.objectContaining({ call, found: expect.stringContaining(text ?? '') }),
    );
  }
});

test('a directory is unfinished until its first list was read to the end, also after a restart without the service', async () => {
  const second = Promise.withResolvers<void>();
  const connected = createConnected({
    database,
    async answer(request) {
      if (request.url.includes('cursor=40')) await second.promise;
      return answerWith(endless)(request);
    },
  });
  const unfinished = { kind: 'unfinished', what: 'user', read: 40, reported: 60 };
  await connected.sync.begin();
  await expect.poll(async () => (await state(connected)).users).toBe(40);
  expect(await directory(connected)).toMatchObject({ of: 40, incomplete: unfinished });
  const stopping = connected.close();
  second.reject(new Error('stopped'));
  await stopping;

  const later = connect(null);
  await later.sync.begin();
  expect(await directory(later)).toMatchObject({ of: 40, incomplete: unfinished });
  const answer = await later.call('GET', '/x/directory');
  expect(readingOn(answer)?.incomplete).toEqual([unfinished]);
  await later.close();
});

test('a longer list after a complete one is unfinished until its end, also after a restart without the service', async () => {
  let length = 2;
  const held = Promise.withResolvers<void>();
  const clock = { now: Date.UTC(2026, 5, 17, 14) };
  const growing: Answers = (path, search) => {
    if (path !== '/p/users') return short(path, search);
    const from = Number(search.get('cursor') ?? 0);
    const end = Math.min(from + 20, length);
    return { items: users.slice(from, end), next: end < length ? end : null };
  };
  const connected = createConnected({
    database,
    clock,
    async answer(request) {
      if (request.url.includes('cursor=20')) await held.promise;
      return answerWith(growing)(request);
    },
  });
  await connected.sync.begin();
  await readAll(connected);
  const complete = await directory(connected);
  expect([complete.of, complete.incomplete]).toEqual([2, undefined]);
  length = 60;
  connected.sync.changed(null);
  await expect.poll(async () => (await state(connected)).users).toBe(20);
  const stopping = connected.close();
  held.reject(new Error('stopped'));
  await stopping;

  const later = createConnected({ database, clock, answer: () => Promise.reject(new Error()) });
  await later.sync.begin();
  expect(await directory(later)).toMatchObject({
    of: 20,
    incomplete: { kind: 'unfinished', read: 20, reported: null },
  });
  await later.close();

  const last = createConnected({ database, clock, answer: answerWith(growing) });
  await last.sync.begin();
  await readAll(last);
  const read = await directory(last);
  expect([read.of, read.incomplete]).toEqual([60, undefined]);
  await last.close();
});
