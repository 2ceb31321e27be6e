import { expect, test } from 'vitest';
import { readWalletList as parseWalletList } from '#upstream/reading/readWallets.ts';
import { worded } from './worded.ts';

const readWalletList = (json: unknown) => worded(parseWalletList(json));

const btc = { _id: 'btc', symbol: 'BTC', name: 'Bitcoin', price: 10, priceAt: 1_763_893_230 };
const foreignBtc = {
  id: 'btc',
  symbol: 'BTC',
  name: 'Bitcoin',
  price: 10,
  isPriceDerived: false,
  priceAt: 1_763_893_230_000,
};
const stated = { isTotalDerived: false, differentTotal: null };
const wallet = {
  _id: 'w1',
  user: 'u1',
  thematics: 'defi',
  total: 20,
  tokens: [{ token: btc, amount: 2, total: 20 }],
  updatedAt: '2026-11-23T10:00:00Z',
};

/** The only wallet of an answer. */
function walletOf(fields: object) {
  const { value, unread } = readWalletList([{ ...wallet, ...fields }]);
  expect(value).toHaveLength(1);
  return { ...value[0], unread };
}

test('a wallet as the interface shows it', () => {
  expect(readWalletList([wallet])).toEqual({
    incomplete: [],
    value: [
      {
        id: 'w1',
        user: 'u1',
        thematic: { id: 'defi', name: null },
        total: 20,
        ...stated,
        tokens: [{ token: foreignBtc, amount: 2, total: 20, ...stated }],
        updatedAt: Date.UTC(2026, 10, 23, 10),
      },
    ],
    unread: [],
    shapes: ['epoch seconds', 'users as ids', 'thematics as ids', 'ISO times'],
    notes: [],
  });
});

test('figures as text, in an envelope', () => {
  const { value } = readWalletList({
    data: { wallets: [{ ...wallet, total: '1.234,50', tokens: [] }] },
  });
  expect(value[0]?.total).toBe(1234.5);
});

test.each([
  [{ user: { _id: 'x', customId: 'u1' } }, 'u1'],
  [{ user: { id: 'u1' } }, 'u1'],
  [{ user: 7 }, '7'],
  [{ user: null, userId: 'u1' }, 'u1'],
  [{ user: null, customId: 'w9' }, null],
])('the user of %j is %s', (fields, user) => {
  expect(walletOf(fields).user).toBe(user);
});

test.each([
  [{ thematics: { _id: 'defi', name: 'DeFi' } }, { id: 'defi', name: 'DeFi' }],
  [{ thematics: { id: 7, title: 'Seven' } }, { id: '7', name: 'Seven' }],
  [{ thematics: ['defi'] }, { id: 'defi', name: null }],
  [
    { thematics: null, thematic: 'defi' },
    { id: 'defi', name: null },
  ],
  [{ thematics: null }, null],
])('the thematic of %j is %j', (fields, thematic) => {
  expect(walletOf(fields)).toMatchObject({ thematic, unread: [] });
});

test('what cannot be read of a wallet is named, and is not known', () => {
  const read = walletOf({
    _id: { $oid: '5' },
    user: true,
    thematics: ['a', 'b'],
    total: '(5)',
    tokens: 'none',
    updatedAt: 'today',
  });
  expect(read).toMatchObject({
    id: null,
    user: null,
    thematic: null,
    total: null,
    tokens: null,
    updatedAt: null,
  });
  expect(read.unread).toEqual([
    { what: 'list of tokens', why: 'not a list', count: 1, of: 1, example: '/0/tokens' },
    { what: 'id', why: 'not an id', count: 1, of: 1, example: '/0/_id' },
    { what: 'user', why: 'neither objects nor ids', count: 1, of: 1, example: '/0/user' },
    { what: 'thematic', why: 'not one of each wallet', count: 1, of: 1, example: '/0/thematics' },
    { what: 'total', why: 'not a number', count: 1, of: 1, example: '/0/total' },
    { what: 'time', why: 'not a time', count: 1, of: 1, example: '/0/updatedAt' },
  ]);
});

test('rows that are no wallets are named', () => {
  const { value, unread } = readWalletList([null, wallet, [], 'w2', true]);
  expect(value.map(({ id, total, tokens }) => ({ id, total, tokens: tokens?.length }))).toEqual([
    { id: 'w1', total: 20, tokens: 1 },
    { id: 'w2', total: null, tokens: undefined },
  ]);
  expect(unread).toEqual([
    { what: 'wallet', why: 'neither objects nor ids', count: 3, of: 5, example: '/0' },
  ]);
});

test.each<[string, unknown, object]>([
  ['an id for a token', { token: 'btc', amount: 2, total: 20 }, { id: 'btc', symbol: null }],
  ['a number for a token', { token: 7, amount: 2, total: 20 }, { id: '7' }],
  [
    'a token known by its symbol',
    { token: { symbol: 'BTC' }, amount: 2, total: 20 },
    { id: 'BTC' },
  ],
  ['no token object', { symbol: 'BTC', amount: 2, value: 20 }, { id: 'BTC', symbol: 'BTC' }],
  ['an id of its own', { _id: 'p1', symbol: 'BTC', quantity: 2, total: 20 }, { id: 'BTC' }],
])('a position with %s', (_, position, token) => {
  const { tokens, unread } = walletOf({ tokens: [position] });
  expect(tokens).toMatchObject([{ amount: 2, total: 20, token }]);
  expect(unread).toEqual([]);
});

const unpriced = { _id: 'btc', symbol: 'BTC' };
test.each<[string, object, object]>([
  ['as stated', { token: btc, amount: 2, total: 20 }, { total: 20, price: 10 }],
  ['total: amount × price', { token: btc, amount: 2 }, { total: 20, isTotalDerived: true }],
  [
    'price: total ÷ amount',
    { token: unpriced, amount: 8, total: 20 },
    { total: 20, price: 2.5, isPriceDerived: true },
  ],
  ['the price beside the token', { token: 'btc', price: 10, amount: 2 }, { price: 10, total: 20 }],
  [
    'a price as an object with its time',
    { token: { ...unpriced, price: { usd: 10, updatedAt: 1_763_893_230 } }, amount: 2 },
    { total: 20, price: 10 },
  ],
  [
    'a price as an object with its currency',
    { token: 'btc', price: { value: '10', currency: 'USD' }, amount: 2 },
    { total: 20, price: 10 },
  ],
  [
    'of two numbers it is not known which is the price',
    { token: { ...unpriced, price: { usd: 10, eur: 9 } }, amount: 8, total: 20 },
    { price: 2.5, isPriceDerived: true },
  ],
  [
    'a number of something else is no price',
    { token: { ...unpriced, price: { code: 404, at: 5 } }, amount: 2 },
    { total: null, price: null },
  ],
  ['only an amount', { token: unpriced, amount: 2 }, { total: null, price: null }],
  ['only a price', { token: btc }, { total: null, price: 10, amount: null }],
  [
    'a total of 0 gives no price',
    { token: unpriced, amount: 5, total: 0 },
    { total: 0, price: null, isPriceDerived: false },
  ],
  ['nothing of nothing has no price', { token: unpriced, amount: 0, total: 0 }, { price: null }],
  ['something of nothing has none', { token: unpriced, amount: 0, total: 5 }, { price: null }],
  ['too large to know', { token: { ...btc, price: 1e300 }, amount: 1e300 }, { total: null }],
  ['never −0', { token: btc, amount: -0, total: null }, { total: 0 }],
  ['0.01 % apart', { token: btc, amount: 2, total: 20.002 }, { differentTotal: null }],
  [
    'more than that',
    { token: btc, amount: 2, total: 20.003 },
    { total: 20.003, differentTotal: 20 },
  ],
  ['zero for something', { token: btc, amount: 2, total: 0 }, { total: 0, differentTotal: 20 }],
])('a position: %s', (_, row, expected) => {
  const position = walletOf({ tokens: [row] }).tokens?.[0];
  const { token, ...figures } = position ?? { token: {} };
  expect({ ...token, ...figures }).toMatchObject(expected);
});

const twenty = { token: btc, amount: 2 };
test.each<[string, object, object]>([
  ['as stated', { total: 20 }, { total: 20, ...stated }],
  ['stated otherwise', { total: 21 }, { total: 21, isTotalDerived: false, differentTotal: 20 }],
  ['the sum', { total: null }, { total: 20, isTotalDerived: true }],
  ['of an unreadable one the sum', { total: '1,234' }, { total: 20, isTotalDerived: true }],
  ['the sum of no tokens', { total: null, tokens: [] }, { total: 0, isTotalDerived: true }],
  ['tokens not stated', { total: null, tokens: null }, { total: null, isTotalDerived: false }],
  ['a token of unknown total', { total: null, tokens: [twenty, { token: 'x' }] }, { total: null }],
  ['a token that is none', { total: null, tokens: [twenty, 5.5] }, { total: null }],
  [
    'stated, with a token that is none',
    { total: 99, tokens: [twenty, {}] },
    { total: 99, ...stated },
  ],
])('the total of a wallet: %s', (_, fields, expected) => {
  expect(walletOf(fields)).toMatchObject(expected);
});

test('two wallets of one user in one thematic are one, and say so', () => {
  const { value, notes } = readWalletList([
    { ...wallet, thematics: { id: 'defi', name: 'DeFi' } },
    { ...wallet, _id: 'other', user: 'u2' },
    { ...wallet, _id: 'w2', updatedAt: '2026-11-24', total: 22 },
    { ...wallet, _id: 'gold', thematics: 'gold' },
  ]);
  expect(value.map(({ id }) => id)).toEqual(['w1', 'other', 'gold']);
  expect(value[0]).toMatchObject({
    thematic: { id: 'defi', name: 'DeFi' },
    total: 42,
    isTotalDerived: false,
    differentTotal: 40,
    tokens: [{ total: 20 }, { total: 20 }],
    updatedAt: Date.UTC(2026, 10, 24),
  });
  expect(notes).toEqual([
    'Several wallets of one user are in one thematic: DeFi. They are shown as one wallet with all their positions.',
  ]);
});

test('one of unknown total leaves that of both unknown; a derived one makes it derived', () => {
  const derived = readWalletList([wallet, { ...wallet, _id: 'w2', total: null }]).value[0];
  expect(derived).toMatchObject({ total: 40, isTotalDerived: true, differentTotal: null });
  const unknown = readWalletList([wallet, { ...wallet, _id: 'w2', total: null, tokens: null }]);
  expect(unknown.value[0]).toMatchObject({ total: null, isTotalDerived: false, tokens: null });
});

test('wallets that say no thematic, or no id, are not taken for one another', () => {
  const bare = { ...wallet, thematics: null };
  expect(readWalletList([bare, { ...bare, _id: 'w2' }]).value).toHaveLength(2);
  const nameless = { ...wallet, _id: null, thematics: null };
  expect(readWalletList([nameless, nameless])).toMatchObject({ value: [{}, {}], notes: [] });
});

test('a wallet listed twice counts once, the last', () => {
  const { value, notes } = readWalletList([wallet, { ...wallet, total: 20.001 }]);
  expect(value).toMatchObject([{ id: 'w1', total: 20.001, tokens: [{}] }]);
  expect(notes).toEqual(['Listed twice: w1. The last one counts.']);
  // One id in two thematics is of two wallets.
  expect(readWalletList([wallet, { ...wallet, thematics: 'gold' }]).value).toHaveLength(2);
});

test('what answers hold under the names of prototypes is a name like any other', () => {
  const hostile = JSON.parse(
    '[{"__proto__":{"total":5},"_id":"__proto__","thematics":"__proto__","tokens":[{"token":"constructor","amount":1}]}]',
  );
  expect(readWalletList(hostile).value).toMatchObject([
    { id: '__proto__', thematic: { id: '__proto__' }, total: null, tokens: [{ total: null }] },
  ]);
});
