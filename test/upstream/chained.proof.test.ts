import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { historyTypes } from '#contract/historyType.ts';
import { pathOf, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { user, userList } from '#contract/user.ts';
import { webhook, webhookList } from '#contract/webhook.ts';
import { reads } from '#upstream/check/exchanges.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { notOffered } from '#upstream/notOffered.ts';
import { answerOf, change, makeUser, problemOf, stated } from '../support/calls.ts';
import { createConnected, type Connected } from '../support/connectedService.ts';
import { createTestService, type TestService } from '../support/service.ts';

// Ours in front of ours in front of ours: what the 16 calls say is the same through both.

let own: TestService;
let levels: readonly Connected[];
const awkward = 'a/b?c#d e%2F';

beforeAll(async () => {
  own = await createTestService({ sampleUsers: 12 });
  await makeUser(own, awkward);
  await change(own, awkward, { name: 'Ada', desk: { floor: 3 }, __proto: 1 });
  await stated(
    own,
    awkward,
    {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 0.1 }],
      at: '2024-05-05T05:05:05Z',
    },
    { thematics: 'data-feeds', tokens: [{ token: 'AUGRY', amount: 12_345.678_9 }] },
  );
  await makeUser(own, '日本');
  const { database } = own;
  const first = createConnected({ answer: own.fetch, database, url: 'http://first.example' });
  const second = createConnected({
    answer: (request) => first.fetch(new Request(request.url.replace('/base/', '/'), request)),
    database,
    url: 'http://second.example/base',
  });
  levels = [first, second];
});
afterAll(async () => {
  await Promise.all(levels.map((level) => level.close()));
  await own.close();
});

async function idsOf(path: string, name: '_id' | 'customId'): Promise<string[]> {
  const list = await answerOf(
    own.call('GET', path),
    z.array(z.looseObject({ [name]: z.string() })),
  );
  return list.map((one) => one[name] ?? '');
}

const readable = reads.filter((name) => name !== 'getWebhooks');
type Readable = (typeof readable)[number];

/** Every path of a call, for all ids there are. */
async function pathsTo(name: Readable): Promise<string[]> {
  const { path } = operations[name];
  const users = path.includes('/users/{id}') ? await idsOf('/p/users', 'customId') : [''];
  const needsThematic = /thematics\/\{/.test(path);
  const thematics = needsThematic ? (await idsOf('/p/thematics', '_id')).slice(0, 3) : [''];
  const types = path.includes('{historyType}') ? historyTypes : [''];
  return users.flatMap((id) =>
    thematics.flatMap((thematic) =>
      types.map((type) =>
        path
          .replace('/users/{id}', `/users/${encodeURIComponent(id)}`)
          .replace(/thematics\/\{\w+\}/, `thematics/${encodeURIComponent(thematic)}`)
          .replace('{historyType}', type),
      ),
    ),
  );
}

/** What a service in front of another does not know: how old a price is beside the steps of its market. */
const withoutPriceAge = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (name, value) => (name === 'priceAgeSeconds' ? undefined : value)),
  );

test.each(readable)('%s is the same to the last digit through two levels', async (name) => {
  const paths = await pathsTo(name);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    const direct = await answerOf(own.call('GET', path), z.json());
    for (const level of levels) {
      const answer = await level.call('GET', path);
      const reading = parseResponseNotes(answer.headers.get(responseNotesHeader));
      expect(reading).toMatchObject({ stale: null, unread: [], raw: path });
      const through = await answerOf(answer, operations[name].answers[200]);
      expect([path, through]).toEqual([path, withoutPriceAge(direct)]);
    }
  }
});

test.each(historyTypes)('performance and levels of a %s are values alone', async (historyType) => {
  const params = { id: awkward, historyType };
  const value = await answerOf(
    own.call('GET', pathOf(operations.getPerformance, { params })),
    operations.getPerformance.answers[200],
  );
  const wallets = await answerOf(
    own.call('GET', pathOf(operations.getWalletsPerformance, { params })),
    operations.getWalletsPerformance.answers[200],
  );
  const lines = await answerOf(
    own.call('GET', pathOf(operations.getLevels, { params: { historyType } })),
    operations.getLevels.answers[200],
  );
  for (const level of levels) {
    expect(
      await answerOf(
        level.call('GET', pathOf(operations.getPerformance, { params })),
        operations.getPerformance.answers[200],
      ),
    ).toEqual({
      dates: value.dates,
      total: value.total,
      index: null,
      flow: null,
      flatRecords: 0,
      reason: notReported.holdings,
    });
    expect(
      await answerOf(
        level.call('GET', pathOf(operations.getWalletsPerformance, { params })),
        operations.getWalletsPerformance.answers[200],
      ),
    ).toEqual({
      ...wallets,
      wallets: wallets.wallets.map((one) => ({ ...one, flow: null })),
      ...(wallets.wallets.length > 0 && { reason: notReported.holdings }),
    });
    expect(
      await answerOf(
        level.call('GET', pathOf(operations.getLevels, { params: { historyType } })),
        operations.getLevels.answers[200],
      ),
    ).toEqual(lines);
  }
});

test('pages and the search of a customId are as they are directly', async () => {
  const all = await answerOf(own.call('GET', '/p/users'), userList);
  for (const { call } of levels) {
    const paged: unknown[] = [];
    let next: string | undefined = '/p/users?limit=5';
    while (next !== undefined) {
      const answer: Response = await call('GET', next);
      const page = await answerOf(answer.clone(), userList);
      expect(page.length).toBeLessThanOrEqual(5);
      paged.push(...page);
      next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(all);
    const query = `/p/users?customId=${encodeURIComponent(awkward)}`;
    expect(await answerOf(call('GET', query), userList)).toEqual(
      all.filter(({ customId }) => customId === awkward),
    );
    expect(await answerOf(call('GET', '/p/users?customId=nobody'), userList)).toEqual([]);
    await problemOf(call('GET', '/p/users?after=nonsense'), 'invalid-query');
  }
});

test('what is changed through both is changed there, and a stale change is refused', async () => {
  const [, last] = levels;
  if (last === undefined) throw new Error('No second level');
  const path = pathOf(operations.getUser, { params: { id: 'new one' } });
  const created = await last.call('PUT', '/p/users', { customId: 'new one' });
  expect(created.headers.get('location')).toBe(path);
  expect(await answerOf(created, user, 201)).toEqual(await answerOf(own.call('GET', path), user));
  await answerOf(last.call('PUT', '/p/users', { customId: 'new one' }), user);
  await problemOf(
    last.call('PUT', '/p/users', { customId: 'new one' }, { 'if-none-match': '*' }),
    'precondition-failed',
  );
  const patch = (json: object, headers: Record<string, string> = {}) =>
    last.call('POST', path, { json: JSON.stringify(json) }, headers);
  const before = (await last.call('GET', path)).headers.get('etag') ?? '';
  const named = await patch(
    { name: 'New', desk: { floor: 1, city: 'Bern' } },
    { 'if-match': before },
  );
  expect(await answerOf(named, user)).toMatchObject({
    name: 'New',
    desk: { floor: 1, city: 'Bern' },
  });
  await problemOf(patch({ name: 'Newer' }, { 'if-match': before }), 'precondition-failed');
  await answerOf(patch({ name: null, desk: { city: null } }), user);
  const after = await answerOf(own.call('GET', path), user);
  expect(after).toMatchObject({ desk: { floor: 1 } });
  expect(after).not.toHaveProperty('name');
  await problemOf(patch({ total: 5 }), 'read-only-attribute');
  await problemOf(patch({ wallets: [] }), 'not-offered');
  await problemOf(last.call('POST', path, { json: {} }), 'json-not-string');
});

test('webhooks are registered and removed there, with the secret shown this once', async () => {
  const [, last] = levels;
  if (last === undefined) throw new Error('No second level');
  const hook = { url: 'https://example.com/hook?a=1', type: 'wallet.updated' };
  const made = await answerOf(last.call('PUT', '/p/webhook', hook), webhook, 201);
  expect(made).toMatchObject({ ...hook, secret: expect.stringMatching(/^whsec_/) });
  const listed = await answerOf(last.call('GET', '/p/webhook'), webhookList);
  expect(listed).toEqual(await answerOf(own.call('GET', '/p/webhook'), webhookList));
  expect(await answerOf(last.call('PUT', '/p/webhook', hook), webhook)).toEqual(listed[0]);
  await problemOf(
    last.call('PUT', '/p/webhook', hook, { 'if-none-match': '*' }),
    'precondition-failed',
  );
  const { detail } = await problemOf(
    last.call('PUT', '/p/webhook', { ...hook, type: 'unheard.of' }),
    'upstream-rejected',
  );
  expect(detail).toContain('There is no webhook type "unheard.of"');
  expect((await last.call('DELETE', '/p/webhook', hook)).status).toBe(204);
  expect(await answerOf(own.call('GET', '/p/webhook'), webhookList)).toEqual([]);
  await problemOf(last.call('DELETE', '/p/webhook', hook), 'webhook-not-found');
  await problemOf(last.call('DELETE', '/p/webhook'), 'missing-parameter');
});

test('who is not known is said, never one for the other', async () => {
  for (const { call } of levels) {
    await problemOf(call('GET', '/p/users/nobody'), 'user-not-found');
    await problemOf(call('GET', '/p/users/nobody/wallets'), 'user-not-found');
    await problemOf(call('GET', '/p/users/nobody/wallets/history/day'), 'user-not-found');
    const thematic = 'wallets/thematics/nothing/history';
    await problemOf(call('GET', `/p/users/nobody/${thematic}`), 'user-not-found');
    await problemOf(
      call('GET', `/p/users/${encodeURIComponent(awkward)}/${thematic}`),
      'thematic-not-found',
    );
    await problemOf(call('GET', '/p/thematics/nothing'), 'thematic-not-found');
    await problemOf(call('GET', '/p/thematics/nothing/history/week'), 'thematic-not-found');
    await problemOf(call('POST', '/p/users/nobody', { json: '{}' }), 'user-not-found');
    await problemOf(call('GET', '/p/thematics/nothing/history/decade'), 'invalid-history-type');
    await problemOf(call('GET', '/p/users/%ff'), 'route-not-found');
    expect(await answerOf(call('GET', '/p/users?customId=..'), userList)).toEqual([]);
    const climbing = `/x/users/${encodeURIComponent(awkward)}/performance/day?thematic=..`;
    await problemOf(call('GET', climbing), 'thematic-not-found');
  }
});

test('the rest is not offered, each with its reason', async () => {
  const called = Object.values<Operation>(operations);
  for (const [call, reason] of Object.entries(notOffered)) {
    const operation = called.find(({ method, path }) => `${method} ${path}` === call);
    expect(operation).toBeDefined();
    const [method = '', path = ''] = call.split(' ');
    for (const level of levels) {
      const filled = path.replaceAll(/\{(\w+)\}/g, 'month');
      const { detail } = await problemOf(level.call(method, filled), 'not-offered');
      expect(detail).toBe(reason);
    }
  }
});

test('nothing unexpected happened', () => {
  for (const { logged } of levels) expect(logged).toEqual([]);
});
