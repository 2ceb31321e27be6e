import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryPage } from '#contract/directory.ts';
import { history } from '#contract/history.ts';
import { historyTypes } from '#contract/historyType.ts';
import {
  getFullThematicHistory,
  getThematic,
  getThematicHistory,
  getThematics,
} from '#contract/operations/thematics.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getUser, getUsers } from '#contract/operations/users.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { thematic, thematicList } from '#contract/thematic.ts';
import { user, userList } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import { webhookList } from '#contract/webhook.ts';
import { neverReported } from '#directory/reportedFigures.ts';
import type { Database } from '#platform/database/database.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { connect, type Front } from '#test/support/foreign/connect.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialects } from '#test/support/foreign/dialects.ts';
import {
  expectedHistory,
  expectedThematic,
  expectedUser,
  expectedUserInList,
  expectedWallet,
} from '#test/support/foreign/expected.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { pathTo } from '#test/support/pathTo.ts';

let database: Database;
beforeAll(async () => {
  database = await openFromTemplate();
});
afterAll(() => database.close());

describe.each(dialects)('in front of a service that speaks as $name', (dialect) => {
  const truth = createTruth();
  let connected: Front;
  beforeAll(async () => {
    const answer = dialectService(dialect, truth, async () => undefined);
    connected = await connect(dialect, answer, database, { now: truth.now });
  });
  afterAll(() => connected.close());

  const get = (path: string) => connected.call('GET', path);
  const webhooks = () => answerOf(get(getWebhooks.path), webhookList);

  test('users are those of the truth', async () => {
    const all = truth.users();
    const listed = await answerOf(get(getUsers.path), userList);
    expect(listed).toEqual(all.map((one) => expectedUserInList(dialect, one)));
    for (const one of all) {
      const read = await answerOf(get(pathTo(getUser, one.customId)), user);
      expect(read).toEqual(expectedUser(dialect, one));
    }
    const found = await answerOf(get(`${getUsers.path}?customId=%E6%97%A5%E6%9C%AC`), userList);
    expect(found.map(({ customId }) => customId)).toEqual(['日本']);
    await problemOf(get(pathTo(getUser, 'nobody')), 'user-not-found');
  });

  test('wallets are those of the truth', async () => {
    for (const { customId, wallets } of truth.users()) {
      const read = await answerOf(get(pathTo(getWallets, customId)), walletList);
      expect(read).toEqual(wallets.map((one) => expectedWallet(dialect, one)));
    }
    await problemOf(get(pathTo(getWallets, 'nobody')), 'user-not-found');
  });

  test('histories are those of the truth', async () => {
    const same = async (path: string, records: Parameters<typeof expectedHistory>[1]) =>
      expect(await answerOf(get(path), history)).toEqual(expectedHistory(dialect, records));
    for (const customId of ['a/b?c#d e%2F', 'nobody-holds-this', 'user-6', 'user-7']) {
      await same(pathTo(getFullUserHistory, customId), truth.historyOf(customId, 'all'));
      for (const type of historyTypes) {
        await same(pathTo(getUserHistory, customId, type), truth.historyOf(customId, type));
      }
      for (const { id } of truth.thematics) {
        const of = (type: (typeof historyTypes)[number]) => truth.historyOf(customId, type, id);
        await same(pathTo(getFullWalletHistory, customId, id), of('all'));
        for (const type of historyTypes) {
          await same(pathTo(getWalletHistory, customId, id, type), of(type));
        }
      }
    }
    for (const { id } of truth.thematics) {
      await same(pathTo(getFullThematicHistory, id), truth.levelsOf(id, 'all'));
      for (const type of historyTypes) {
        await same(pathTo(getThematicHistory, id, type), truth.levelsOf(id, type));
      }
    }
    await problemOf(get(pathTo(getUserHistory, 'nobody', 'day')), 'user-not-found');
    await problemOf(get(pathTo(getWalletHistory, 'nobody', 'ai', 'day')), 'user-not-found');
    await problemOf(get(pathTo(getWalletHistory, '日本', 'none', 'day')), 'thematic-not-found');
    await problemOf(get(pathTo(getThematicHistory, 'none', 'day')), 'thematic-not-found');
  });

  test('thematics are those of the truth', async () => {
    const listed = await answerOf(get(getThematics.path), thematicList);
    const all = truth.thematics.map((one) => expectedThematic(dialect, one));
    expect(listed).toHaveLength(all.length);
    expect(listed).toMatchObject(all);
    for (const one of truth.thematics) {
      const read = await answerOf(get(pathTo(getThematic, one.id)), thematic);
      expect(read).toMatchObject(expectedThematic(dialect, one));
    }
    await problemOf(get(pathTo(getThematic, 'none')), 'thematic-not-found');
  });

  test('users are created and changed there, once', async () => {
    const customId = 'new/üser %2F';
    const created = await connected.call('PUT', getUsers.path, { customId });
    await answerOf(created, user, 201);
    expect(truth.user(customId)).toMatchObject({ customId, attributes: {} });
    const again = await connected.call('PUT', getUsers.path, { customId });
    await answerOf(again, user, 200);

    const change = (patch: unknown) =>
      connected.call('POST', pathTo(getUser, customId), { json: JSON.stringify(patch) });
    const first = { name: 'New', desk: { floor: 3 }, gone: 'soon' };
    expect(await answerOf(change(first), user)).toMatchObject({ customId, ...first });
    const second = await answerOf(change({ gone: null, name: 'Newer' }), user);
    expect(second).toMatchObject({ customId, name: 'Newer', desk: { floor: 3 } });
    expect(second).not.toHaveProperty('gone');
    const kept = truth.user(customId)?.attributes ?? {};
    expect({ ...kept, gone: kept['gone'] ?? null }).toEqual({
      name: 'Newer',
      desk: { floor: 3 },
      gone: null,
    });
    expect(await answerOf(get(pathTo(getUser, customId)), user)).toEqual(second);

    const refused = await problemOf(change({ name: 'forbidden' }), 'upstream-rejected');
    const isSilent = dialect.error === 'status line only';
    expect(refused.detail).toContain(
      isSilent ? '422 Unprocessable Entity' : 'The name "forbidden" is reserved.',
    );
    truth.removeUser(customId);
  });

  test('webhooks are registered there and removed', async () => {
    const type = dialect.webhook.types?.[0] ?? 'user.updated';
    const webhook = { url: 'https://receiver.example/a?b=c', type };
    const put = await connected.call('PUT', getWebhooks.path, webhook);
    expect(put.ok).toBe(true);
    expect(await webhooks()).toMatchObject([{ ...webhook, status: null }]);
    const removed = await connected.call('DELETE', getWebhooks.path, webhook);
    expect(removed.status).toBe(204);
    expect(await webhooks()).toEqual([]);
    await problemOf(connected.call('DELETE', getWebhooks.path, webhook), 'webhook-not-found');
  });

  test('the directory is of the truth once everybody was read, and the list of users with it', async () => {
    const all = truth.users();
    await connected.sync.begin();
    await expect
      .poll(() => connected.sync.progress())
      .toMatchObject({ users: 30, wallets: 30, histories: 30, fault: null, failing: 0 });
    const { rows, sums, unsupported } = await answerOf(
      get(`${getDirectory.path}?period=week`),
      directoryPage,
    );
    const isDated = all.some((one) => expectedUserInList(dialect, one).createdAt !== null);
    expect(unsupported).toEqual([...(isDated ? [] : ['createdAt']), ...neverReported]);
    await expect
      .poll(async () => {
        const page = await answerOf(get(`${getDirectory.path}?period=week`), directoryPage);
        return new Map(page.rows.map(({ customId, change }) => [customId, change]));
      })
      .toEqual(new Map(all.map((one) => [one.customId, changeOf(one.customId)])));
    expect(rows).toHaveLength(all.length);
    for (const { customId, total, wallets } of all) {
      const row = rows.find((one) => one.customId === customId);
      expect(row).toMatchObject({ total, walletCount: wallets.length });
      expect(row?.thematics.toSorted()).toEqual(
        wallets.flatMap((one) => (one.positions.length === 0 ? [] : one.thematic)).toSorted(),
      );
    }
    const sum = all.reduce((before, { total }) => before + total, 0);
    expect(sums).toMatchObject({ total: sum, known: all.length });
    const listed = await answerOf(get(getUsers.path), userList);
    expect(listed.map(({ customId, total }) => [customId, total])).toEqual(
      all.map(({ customId, total }) => [customId, total]),
    );
  });

  /** Of a user's total over a week; null where nothing was held when it began. */
  function changeOf(customId: string): number | null {
    const records = truth.historyOf(customId, 'week');
    const first = records[0]?.total ?? 0;
    return first === 0 ? null : (records.at(-1)?.total ?? 0) - first;
  }
});
