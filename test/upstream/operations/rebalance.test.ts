import { expect, test } from 'vitest';
import { pathOf } from '#contract/operation.ts';
import { getAttribution } from '#contract/operations/attribution.ts';
import {
  getThematicRebalance,
  getWalletRebalance,
  previewDefinition,
} from '#contract/operations/rebalance.ts';
import { thematicRebalance, walletRebalance } from '#contract/rebalance.ts';
import { answerOf, problemOf } from '#test/support/calls.ts';
import { notReported } from '#upstream/reading/notReported.ts';
import { answering } from '../answering.ts';

const inFrontOf = answering({ now: Date.UTC(2026, 5, 17, 14) });
const token = (id: string, price: number | null) => ({ id, symbol: id, name: id, price });
const position = (id: string, price: number | null, amount: number) => ({
  token: token(id, price),
  amount,
  total: price === null ? null : price * amount,
});

const wallet = (...tokens: readonly object[]) => ({ thematics: 't', tokens });
const mix = {
  _id: 't',
  name: 'Mix',
  tokens: [
    { token: token('a', 10), weight: 0.6 },
    { token: token('b', 5), weight: 0.4 },
  ],
};
const ofWallet = (id: string, thematic = 't') =>
  pathOf(getWalletRebalance, { params: { id }, query: { thematic } });

test('today’s amounts, prices and weights are enough to say what to trade', async () => {
  const { call } = inFrontOf({
    '/p/users/u/wallets': [wallet(position('a', 10, 9), position('c', 1, 10))],
    '/p/thematics/t': mix,
  });
  const found = await answerOf(call('GET', ofWallet('u')), walletRebalance);
  expect(found).toMatchObject({ total: 100, traded: 40, activeShare: 0.4, reason: null });
  expect(found.trades.map(({ token: { _id }, tradeTotal }) => [_id, tradeTotal])).toEqual([
    ['b', 40],
    ['a', -30],
    ['c', -10],
  ]);
});

test.each([
  ['weights', { ...mix, tokens: [{ token: token('a', 10) }] }, [wallet(position('a', 10, 9))]],
  ['positions', mix, [{ thematics: 't', total: 90 }]],
  ['the wallet', mix, []],
])('what is not reported is not made up: %s', async (_, thematic, wallets) => {
  const { call } = inFrontOf({ '/p/users/u/wallets': wallets, '/p/thematics/t': thematic });
  expect(await answerOf(call('GET', ofWallet('u')), walletRebalance)).toMatchObject({
    total: null,
    traded: null,
    trades: [],
    reason: expect.stringMatching(/^The .+\.$/),
  });
});

test('of all wallets that have been read, by token; without the past there is no cost of drift and no preview', async () => {
  const { call, sync } = inFrontOf({
    '/p/users': ['u', 'v'],
    '/p/users/u': { customId: 'u' },
    '/p/users/v': { customId: 'v' },
    '/p/users/u/wallets': [wallet(position('a', 10, 9), position('c', 1, 10))],
    '/p/users/v/wallets': [wallet(position('b', 5, 20))],
    '/p/thematics': [mix],
    '/p/thematics/t': mix,
  });
  await sync.begin();
  const path = pathOf(getThematicRebalance, { params: { id: 't' } });
  await expect
    .poll(async () => (await answerOf(call('GET', path), thematicRebalance)).count)
    .toBe(2);
  const all = await answerOf(call('GET', path), thematicRebalance);
  expect(all).toMatchObject({ wallets: 2, unknown: 0, total: 200, traded: 100, reason: null });
  expect(all.rows.map(({ customId, traded }) => [customId, traded])).toEqual([
    ['v', 60],
    ['u', 40],
  ]);

  const query = { thematic: 't' };
  const cost = pathOf(getAttribution, { params: { id: 'u', historyType: 'day' }, query });
  expect((await problemOf(call('GET', cost), 'not-offered')).detail).toBe(notReported.holdings);
  const preview = pathOf(previewDefinition, { params: { id: 't' } });
  const refused = await problemOf(call('POST', preview, { name: 'x', tokens: [] }), 'not-offered');
  expect(refused.detail).toBe(notReported.definitions);
});
