import { expect, test, vi } from 'vitest';
import { exposurePage } from '#contract/exposure.ts';
import { thematic as thematicSchema, thematicList } from '#contract/thematic.ts';
import { tokenList } from '#contract/token.ts';
import { user, userList } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import { answerOf, problemOf } from '../support/calls.ts';
import { answering, readingOn } from './answering.ts';

const clock = { now: Date.UTC(2026, 5, 17, 14) };
const inFrontOf = answering(clock);

test('once all users were read in the background, their list and their tokens cost the service nothing', async () => {
  const users: unknown[] = [{ customId: 'u' }, { customId: 'v', total: 4 }];
  const answers: Record<string, unknown> = {
    '/p/users': users,
    '/p/thematics': [{ id: 't', tokens: [{ token: { id: 'x', name: 'Ex' }, weight: 1 }] }],
    '/p/users/u/wallets': [{ thematics: 't', tokens: [{ token: 'x', amount: 2, total: 3 }] }],
    '/p/users/v/wallets': [{ thematics: 't', tokens: [{ token: 'y', amount: 1, total: 4 }] }],
  };
  const { call, sync, requests } = inFrontOf(answers);
  await sync.begin();
  await vi.waitFor(() => expect(sync.progress()).toMatchObject({ wallets: 2, histories: 2 }));
  const tokens = await answerOf(call('GET', '/x/tokens'), tokenList);
  expect(tokens.map(({ _id, name, price }) => [_id, name, price])).toEqual([
    ['x', 'Ex', 1.5],
    ['y', 'y', 4],
  ]);
  const before = requests.length;
  const listed = await call('GET', '/p/users');
  expect(readingOn(listed)).toMatchObject({ stale: null, unread: [], notes: [], raw: '/p/users' });
  const all = await answerOf(listed, userList);
  expect(all.map(({ customId, total }) => [customId, total])).toEqual([
    ['u', 3],
    ['v', 4],
  ]);
  const second = await answerOf(call('GET', '/p/users?limit=1&after=cDE'), userList);
  expect(second).toEqual([all[1]]);
  expect(requests.length).toBe(before);
  // Who changes something sees it at once.
  answers['/p/users/w'] = { customId: 'w' };
  users.push({ customId: 'w' });
  await answerOf(call('POST', '/p/users/w', { json: '{"name":"W"}' }), user);
  const now = await answerOf(call('GET', '/p/users'), userList);
  expect(now.map(({ customId }) => customId)).toEqual(['u', 'v', 'w']);
});

test('a user and a thematic that were never opened are shown as the lists had them, where the service fails', async () => {
  const thematic = { id: 't', title: 'DeFi', tokens: [{ token: 'x', weight: 1 }] };
  const answers: Record<string, unknown> = {
    '/p/users': [{ customId: 'ada', name: 'Ada', tier: 'gold' }],
    '/p/thematics': [thematic, 'bare'],
    '/p/users/ada/wallets': [{ thematics: 't', tokens: [{ token: 'x', amount: 2, total: 3 }] }],
  };
  const { call, sync } = inFrontOf(answers);
  await sync.begin();
  await vi.waitFor(() => expect(sync.user('ada')?.walletsAt).toBe(clock.now));
  await answerOf(call('GET', '/p/thematics'), thematicList);
  // Whom the service does not know is nobody.
  await problemOf(call('GET', '/p/users/ada'), 'user-not-found');
  const readAt = clock.now;
  clock.now += 60_000;
  for (const path of ['ada', 'ada/wallets', 'nobody'])
    answers[`/p/users/${path}`] = new Error('down');
  for (const path of ['', '/t', '/bare']) answers[`/p/thematics${path}`] = new Error('down');

  const one = await call('GET', '/p/users/ada');
  expect(readingOn(one)).toMatchObject({
    readAt,
    stale: expect.stringContaining('cannot be reached'),
  });
  const known = { name: 'Ada', tier: 'gold', total: 3, walletCount: 1 };
  expect(await answerOf(one, user)).toMatchObject(known);
  expect(await answerOf(call('GET', '/p/users?customId=ada'), userList)).toMatchObject([known]);
  await problemOf(call('GET', '/p/users/nobody'), 'upstream-unreachable');

  const shown = await call('GET', '/p/thematics/t');
  expect(readingOn(shown)).toMatchObject({ readAt, stale: expect.any(String) });
  expect((await answerOf(shown, thematicSchema)).name).toBe('DeFi');
  await problemOf(call('GET', '/p/thematics/bare'), 'upstream-unreachable');

  // A change is never made to what is old.
  const change = call('POST', '/p/users/ada', { json: '{"tier":null}' });
  await problemOf(change, 'upstream-unreachable');

  // Wallets too, also by a process that read nothing itself.
  await sync.stop();
  const next = inFrontOf({ ...answers, '/p/users': new Error('down') });
  await next.sync.begin();
  const wallets = await next.call('GET', '/p/users/ada/wallets');
  expect(readingOn(wallets)).toMatchObject({ readAt, stale: expect.any(String) });
  expect(await answerOf(wallets, walletList)).toMatchObject([{ thematics: 't', total: 3 }]);
  await problemOf(next.call('GET', '/p/users/nobody/wallets'), 'upstream-unreachable');
});

test('after a restart without the service, thematics have the names they were read with', async () => {
  const answers: Record<string, unknown> = {
    '/p/users': [{ customId: 'ada' }],
    '/p/users/ada/wallets': [{ thematics: 't', tokens: [{ token: 'x', amount: 2, total: 3 }] }],
    '/p/thematics': ['t', 's'],
    '/p/thematics/t': { id: 't', name: 'Decentralized Finance' },
    '/p/thematics/s': { id: 's', name: 'Settlement Layers' },
  };
  const first = inFrontOf(answers);
  await first.sync.begin();
  await vi.waitFor(() => expect(first.sync.progress()).toMatchObject({ wallets: 1 }));
  await answerOf(first.call('GET', '/p/thematics'), thematicList);
  await first.close();
  const readAt = clock.now;
  clock.now += 60_000;

  const down = Object.fromEntries(Object.keys(answers).map((path) => [path, new Error('down')]));
  const { call, sync } = inFrontOf(down);
  await sync.begin();
  const listed = await call('GET', '/p/thematics');
  expect(readingOn(listed)).toMatchObject({ readAt, stale: expect.any(String) });
  const names = (await answerOf(listed, thematicList)).map(({ name }) => name);
  expect(names).toEqual(['Decentralized Finance', 'Settlement Layers']);
  const one = await answerOf(call('GET', '/p/thematics/s'), thematicSchema);
  expect(one.name).toBe('Settlement Layers');
  const { rows } = await answerOf(call('GET', '/x/exposure'), exposurePage);
  expect(rows.map(({ name }) => name)).toEqual(['Decentralized Finance']);
});

test('exposure knows the names of thematics on every page of their list', async () => {
  const { call, sync } = inFrontOf({
    '/p/users': [{ customId: 'eve' }],
    '/p/users/eve/wallets': [{ thematics: 's', tokens: [{ token: 'x', amount: 2, total: 3 }] }],
    '/p/thematics': { items: [{ id: 't', name: 'First' }], page: 1, pages: 2 },
    '/p/thematics?page=2': { items: [{ id: 's', name: 'Second' }], page: 2, pages: 2 },
  });
  await sync.begin();
  await vi.waitFor(() => expect(sync.user('eve')?.walletsAt).toBe(clock.now));
  const { rows } = await answerOf(call('GET', '/x/exposure'), exposurePage);
  expect(rows.map(({ name }) => name)).toContain('Second');
});

test('while nothing is read in the background, all pages of the list of users are of one reading', async () => {
  const { call, requests } = inFrontOf({
    '/p/users': { data: ['a', 'b'], next: '/p/users?page=2' },
    '/p/users?page=2': { data: ['c', 'd'] },
  });
  await call('DELETE', '/x/upstream/sync');
  const page = async (path: string) => {
    const answer = await call('GET', path);
    const [, next = null] = /<([^>]*)>/.exec(answer.headers.get('link') ?? '') ?? [];
    return { ids: (await answerOf(answer, userList)).map(({ customId }) => customId), next };
  };
  const ids: string[] = [];
  for (let next: string | null = '/p/users?limit=1'; next !== null;) {
    const found = await page(next);
    ids.push(...found.ids);
    ({ next } = found);
    // Longer than an answer of the service counts as new.
    clock.now += 10_000;
  }
  expect(ids).toEqual(['a', 'b', 'c', 'd']);
  expect(requests).toEqual(['GET /p/users', 'GET /p/users?page=2']);
  // The first page is of a new reading.
  await page('/p/users?limit=1');
  expect(requests).toHaveLength(4);
});
