import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { upstreamRounds } from '#platform/database/schema/upstream.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { unreadView } from '#upstream/reading/findingTexts.ts';
import { readThematicList } from '#upstream/reading/readThematics.ts';
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
/** Numbers and times in several notations. `decimals` is not read. */
const token = { _id: 'btc', symbol: 'BTC', decimals: 2, priceAt: 1_767_225_600 };
const raw = {
  users: [
    { customId: 'ada', total: '1250.5', walletCount: 1, tier: 2, json: '{"name":"Ada","tier":1}' },
  ],
  wallets: [
    {
      _id: 'w',
      user: 'ada',
      thematics: { _id: 't', name: 'T' },
      total: 5,
      tokens: [{ token, amount: 150, decimals: 2, total: '300' }],
      updatedAt: '2026-01-02T00:00:00Z',
    },
    null,
  ],
  thematics: [{ _id: 't', total: 110, tokens: [{ token, weight: 100 }], createdAt: 4 }],
};
const state: SyncState = {
  ...noSyncState,
  listedAt: 2,
  listedFrom: 1,
  incomplete,
  unread,
  notes: ['Listed twice: a.'],
  thematics: { value: readThematicList(raw.thematics).value, readAt: 8 },
};

function someUser(): SyncedUser {
  const [listed] = readUserList(raw.users).value;
  if (listed === undefined) throw new Error('No user was read');
  const wallets = readWalletList(raw.wallets);
  const month = { change: 1, spark: [1, null], readAt: 7 };
  const { value, unread, incomplete: ends } = wallets;
  const parts = { listed, wallets: { value, unread: unread.map(unreadView), incomplete: ends } };
  const user = userOfParts(parts);
  const times = { userAt: 5, walletsAt: 6, moves: { month }, isMissing: false };
  return { ...parts, ...times, key: 1, position: 0, user };
}

test('stored data is loaded unchanged, and a changed value of a sample needs a new form', async () => {
  await store.save([someUser()], [], state);
  expect(await store.load()).toEqual({ users: [someUser()], state });
  const [row] = await database.queries.select().from(upstreamRounds).where(ofUrl);
  const { user: _user, key: _key, ...stored } = someUser();
  const reported = { isTotalDerived: false, differentTotal: null };
  const btc = { id: 'btc', symbol: 'BTC', name: null, priceAt: 1_767_225_600_000 };
  expect(
    { form: JSON.parse(row?.body ?? '').form, stored, thematics: state.thematics?.value },
    'The parser reads other fields or values than before. Increase `storedForm` with `form` and this sample, so that older stored data is read again.',
  ).toEqual({
    form: 3,
    stored: {
      listed: {
        customId: 'ada',
        id: null,
        name: 'Ada',
        attributes: { tier: 2, name: 'Ada' },
        besideJson: ['tier'],
        shadowedInJson: { tier: 1 },
        unreadAttributes: [],
        createdAt: null,
        updatedAt: null,
        total: 1250.5,
        ...reported,
        walletCount: 1,
        wallets: null,
      },
      wallets: {
        value: [
          {
            id: 'w',
            user: 'ada',
            thematic: { id: 't', name: 'T' },
            total: 5,
            isTotalDerived: false,
            differentTotal: 300,
            tokens: [
              {
                token: { ...btc, price: 2, isPriceDerived: true },
                amount: 150,
                total: 300,
                ...reported,
              },
            ],
            updatedAt: 1_767_312_000_000,
          },
        ],
        unread: [{ what: 'wallet', why: expect.any(String), count: 1, example: '/1', of: 2 }],
        incomplete: [],
      },
      userAt: 5,
      walletsAt: 6,
      moves: { month: { change: 1, spark: [1, null], readAt: 7 } },
      isMissing: false,
      position: 0,
    },
    thematics: [
      {
        id: 't',
        name: null,
        description: null,
        total: 110,
        tokens: [{ token: { ...btc, price: null, isPriceDerived: false }, weight: 1 }],
        backfilledUntil: null,
        createdAt: 4000,
        updatedAt: null,
        isBare: false,
      },
    ],
  });
});

test('stored data of another form is discarded', async () => {
  await store.save([someUser()], [], state);
  await database.queries
    .update(upstreamRounds)
    .set({ body: JSON.stringify(state) })
    .where(ofUrl);
  expect(await store.load()).toEqual({ users: [], state: noSyncState });
  await store.save([], [], state);
  expect(await store.load()).toEqual({ users: [], state });
});
