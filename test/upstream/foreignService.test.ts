import { expect, test } from 'vitest';
import { historyTypes } from '#contract/historyType.ts';
import {
  getFullThematicHistory,
  getThematic,
  getThematicHistory,
  getThematics,
} from '#contract/operations/thematics.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { carriedHistory } from '#test/support/foreign/createWriter.ts';
import {
  type Answer,
  dialectService,
  foreignSecret,
} from '#test/support/foreign/dialectService.ts';
import type { Dialect } from '#test/support/foreign/dialect.ts';
import { dialectOf, dialects } from '#test/support/foreign/dialects.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { openReceiver, verify } from '#test/support/receiver.ts';

// The services of other makers that tests are held against must themselves be right.

const origin = 'http://foreign.example';

function usersPath({ usersQuery }: Dialect): string {
  if (usersQuery === null) return getUsers.path;
  const { name, value } = usersQuery;
  return `${getUsers.path}?${new URLSearchParams({ [name]: value })}`;
}

/** Every GET of the interface, about one user and one thematic. */
function paths(dialect: Dialect, user: string, thematic: string): string[] {
  return [
    usersPath(dialect),
    pathTo(getUser, user),
    pathTo(getWallets, user),
    pathTo(getFullUserHistory, user),
    ...historyTypes.map((type) => pathTo(getUserHistory, user, type)),
    pathTo(getFullWalletHistory, user, thematic),
    ...historyTypes.map((type) => pathTo(getWalletHistory, user, thematic, type)),
    getThematics.path,
    pathTo(getThematic, thematic),
    pathTo(getFullThematicHistory, thematic),
    ...historyTypes.map((type) => pathTo(getThematicHistory, thematic, type)),
    getWebhooks.path,
  ];
}

const ask = (answer: Answer, { prefix }: Dialect, path: string, init?: RequestInit) =>
  answer(new Request(`${origin}${prefix}${path}`, init));

const send = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
});

test.each(dialects)('$name answers every call of the interface for every id', async (dialect) => {
  const truth = createTruth();
  const answer = dialectService(dialect, truth);
  for (const { customId } of truth.users().slice(0, 6)) {
    for (const thematic of truth.thematics.map(({ id }) => id)) {
      for (const path of paths(dialect, customId, thematic)) {
        const response = await ask(answer, dialect, path);
        expect({ path, status: response.status }).toEqual({ path, status: 200 });
        JSON.parse(await response.text());
      }
    }
  }
  const unknown = await Promise.all(
    ['/p/users/nobody', '/p/users/nobody/wallets', '/p/thematics/none/history', '/p/else'].map(
      async (path) => (await ask(answer, dialect, path)).status,
    ),
  );
  expect(unknown).toEqual([404, 404, 404, 404]);
});

test('no two dialects answer alike', async () => {
  const spoken = await Promise.all(
    dialects.map(async (dialect) => {
      const answer = dialectService(dialect, createTruth());
      const bodies = paths(dialect, '日本', 'base-layers').map(async (path) => {
        const response = await ask(answer, dialect, path);
        const { headers } = response;
        return [headers.get('content-type'), headers.get('link'), await response.text()];
      });
      return JSON.stringify(await Promise.all(bodies));
    }),
  );
  expect(dialects.length).toBeGreaterThanOrEqual(15);
  expect(new Set(spoken).size).toBe(dialects.length);
  expect(new Set(dialects.map(({ name }) => name)).size).toBe(dialects.length);
});

test('the truth is of one piece', () => {
  const truth = createTruth();
  const users = truth.users();
  expect(users).toHaveLength(30);
  for (const { customId, total, wallets } of users) {
    expect(Number.isInteger(total * 64)).toBe(true);
    expect(wallets.reduce((sum, wallet) => sum + wallet.total, 0)).toBe(total);
    for (const type of historyTypes) {
      const records = truth.historyOf(customId, type);
      expect(records.at(-1)?.total ?? 0).toBe(total);
      expect(records.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual(
        records.map(({ at }) => at),
      );
    }
  }
  expect(truth.historyOf('user-7', 'all').slice(0, 2)).toMatchObject([{ total: 0 }, { total: 0 }]);
  expect(truth.historyOf('nobody-holds-this', 'all')).toEqual([]);
});

test('only gaps are not carried', () => {
  const records = createTruth().historyOf('日本', 'week');
  for (const dialect of dialects) {
    const gaps = carriedHistory(dialect, records).filter(({ total }) => total === null);
    expect(gaps.length > 0).toBe(dialect.name === 'gaps');
  }
});

test.each(dialects)('$name takes changes, and says what it refuses', async (dialect) => {
  const truth = createTruth();
  const answer = dialectService(dialect, truth, async () => undefined);
  const customId = 'new/üser';
  const created = await ask(answer, dialect, getUsers.path, send('PUT', { customId }));
  expect(created.ok).toBe(true);
  expect(truth.user(customId)).toMatchObject({ customId, total: 0 });
  const taken = await ask(answer, dialect, getUsers.path, send('PUT', { customId }));
  expect(taken.status).toBe(409);

  const path = pathTo(getUser, customId);
  truth.setAttributes(customId, { kept: 1, gone: 2 });
  const json = JSON.stringify({ name: 'New', gone: null });
  expect((await ask(answer, dialect, path, send('POST', { json }))).ok).toBe(true);
  expect(truth.user(customId)?.attributes).toEqual(
    dialect.update === 'merges attributes' ? { kept: 1, name: 'New' } : { name: 'New', gone: null },
  );
  expect((await ask(answer, dialect, path, send('POST', { json: 7 }))).status).toBe(400);

  const type = dialect.webhook.types?.[0] ?? 'user.updated';
  const webhook = { url: 'https://receiver.example/a', type };
  const list = async () => (await ask(answer, dialect, getWebhooks.path)).text();
  expect((await ask(answer, dialect, getWebhooks.path, send('PUT', webhook))).ok).toBe(true);
  expect(await list()).toContain(webhook.url);
  expect((await ask(answer, dialect, getWebhooks.path, send('DELETE', webhook))).ok).toBe(true);
  expect(await list()).not.toContain(webhook.url);
  const again = await ask(answer, dialect, getWebhooks.path, send('DELETE', webhook));
  expect(again.status).toBe(404);
  const words = await again.text();
  const isSilent = dialect.error === 'status line only';
  expect(words).toMatch(isSilent ? /^$/ : /Nothing goes to/);
});

test('what changes is sent to webhooks, signed or not', async () => {
  const receiver = await openReceiver();
  try {
    const heard = async (name: string, type: string) => {
      receiver.received.length = 0;
      const dialect = dialectOf(name);
      const truth = createTruth();
      const answer = dialectService(dialect, truth);
      const put = send('PUT', { url: receiver.url, type });
      expect((await ask(answer, dialect, getWebhooks.path, put)).ok).toBe(true);
      truth.setAmount('日本', 'base-layers', 'btc', 2);
      await expect.poll(() => receiver.received.length).toBe(1);
      const [message] = receiver.received;
      if (message === undefined) throw new Error('Nothing came');
      return message;
    };
    verify(await heard('plain', '*'), foreignSecret);
    verify(await heard('plain', 'wallet.updated'), foreignSecret);
    expect((await heard('no zone', '*')).headers).not.toHaveProperty('webhook-signature');
    expect(JSON.parse((await heard('seconds', 'portfolio.changed')).body)).toEqual({
      event: 'portfolio.changed',
      payload: { customer: '日本' },
    });
    const all = send('PUT', { url: receiver.url, type: '*' });
    const refused = await ask(
      dialectService(dialectOf('seconds'), createTruth()),
      dialectOf('seconds'),
      getWebhooks.path,
      all,
    );
    expect(refused.status).toBe(422);
  } finally {
    await receiver.close();
  }
});
