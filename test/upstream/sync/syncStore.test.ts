import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { upstreamRounds } from '#platform/database/schema/upstream.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { unreadView } from '#upstream/reading/findingTexts.ts';
import { readUserList } from '#upstream/reading/readUserList.ts';
import { readWalletList } from '#upstream/reading/readWallets.ts';
import {
  createSyncStore,
  hashOfAddress,
  type SyncState,
  type SyncedUser,
  noSyncState,
  userOfParts,
} from '#upstream/sync/syncStore.ts';

const database = await openFromTemplate();
afterAll(() => database.close());

const url = 'http://other.example';
const store = createSyncStore(database, url);
const ofUrl = eq(upstreamRounds.source, hashOfAddress(url));
const incomplete = { kind: 'fewer', what: 'user', read: 1, reported: 2 } as const;
const unread = [{ what: 'user', why: 'no id in them', count: 1, of: 2, example: '/1' }];
const state: SyncState = {
  ...noSyncState,
  listedAt: 2,
  listedFrom: 1,
  incomplete,
  unread,
  notes: ['Listed twice: a.'],
};

function someUser(): SyncedUser {
  const token = { _id: 'btc', symbol: 'BTC', name: 'Bitcoin', price: 2, priceAt: 3 };
  const thematics = { _id: 't', name: 'T' };
  const tokens = [{ token, amount: 1, total: 2 }];
  const row = { _id: 'w', user: 'ada', thematics, total: 5, tokens, updatedAt: 4 };
  const [listed] = readUserList([{ customId: 'ada', _id: '1', name: 'Ada', total: 2 }]).value;
  if (listed === undefined) throw new Error('No user was read');
  const wallets = readWalletList([row, null]);
  const month = { change: 1, spark: [1, null], readAt: 7 };
  const { value, unread, incomplete: ends } = wallets;
  const parts = { listed, wallets: { value, unread: unread.map(unreadView), incomplete: ends } };
  const user = userOfParts(parts);
  const times = { userAt: 5, walletsAt: 6, moves: { month }, isMissing: false };
  return { ...parts, ...times, key: 1, position: 0, user };
}

/** The paths of all fields, those of a list once. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, one]) =>
    fieldsOf(one, Array.isArray(value) ? `${path}[]` : `${path}.${name}`),
  );
  return [...new Set(inside.length === 0 ? [path] : inside)];
}

test('what was kept is loaded as it was, and its fields are those of its form', async () => {
  await store.save([someUser()], [], state);
  expect(await store.load()).toEqual({ users: [someUser()], state });
  const [row] = await database.queries.select().from(upstreamRounds).where(ofUrl);
  const { user: _user, key: _key, ...stored } = someUser();
  // If this fails, increase `storedForm` too, so that data of an older version is not misread.
  expect({
    form: JSON.parse(row?.body ?? '').form,
    fields: fieldsOf(stored),
  }).toMatchInlineSnapshot(`
    {
      "fields": [
        ".listed.customId",
        ".listed.id",
        ".listed.name",
        ".listed.attributes.name",
        ".listed.besideJson",
        ".listed.shadowedInJson",
        ".listed.unreadAttributes",
        ".listed.createdAt",
        ".listed.updatedAt",
        ".listed.total",
        ".listed.isTotalDerived",
        ".listed.differentTotal",
        ".listed.walletCount",
        ".listed.wallets",
        ".wallets.value[].id",
        ".wallets.value[].user",
        ".wallets.value[].thematic.id",
        ".wallets.value[].thematic.name",
        ".wallets.value[].total",
        ".wallets.value[].isTotalDerived",
        ".wallets.value[].differentTotal",
        ".wallets.value[].tokens[].token.id",
        ".wallets.value[].tokens[].token.symbol",
        ".wallets.value[].tokens[].token.name",
        ".wallets.value[].tokens[].token.price",
        ".wallets.value[].tokens[].token.isPriceDerived",
        ".wallets.value[].tokens[].token.priceAt",
        ".wallets.value[].tokens[].amount",
        ".wallets.value[].tokens[].total",
        ".wallets.value[].tokens[].isTotalDerived",
        ".wallets.value[].tokens[].differentTotal",
        ".wallets.value[].updatedAt",
        ".wallets.unread[].what",
        ".wallets.unread[].why",
        ".wallets.unread[].count",
        ".wallets.unread[].example",
        ".wallets.unread[].of",
        ".wallets.incomplete",
        ".userAt",
        ".walletsAt",
        ".moves.month.change",
        ".moves.month.spark[]",
        ".moves.month.readAt",
        ".isMissing",
        ".position",
      ],
      "form": 3,
    }
  `);
});

test('what was kept in another form is not shown, and is gone', async () => {
  await store.save([someUser()], [], state);
  await database.queries
    .update(upstreamRounds)
    .set({ body: JSON.stringify(state) })
    .where(ofUrl);
  expect(await store.load()).toEqual({ users: [], state: noSyncState });
  await store.save([], [], state);
  expect(await store.load()).toEqual({ users: [], state });
});
