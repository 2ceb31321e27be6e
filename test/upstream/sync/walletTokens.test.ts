import { expect, test } from 'vitest';
import { thematic, thematicList } from '#contract/thematic.ts';
import { tokenList } from '#contract/token.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { inOneGo } from '#directory/slices.ts';
import { answerOf } from '#test/support/calls.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { readWalletList } from '#upstream/reading/readWallets.ts';
import { readUser, withWallets } from '#upstream/reading/readUsers.ts';
import { tokensOfWallets } from '#upstream/sync/walletTokens.ts';
import { connecting, readAll } from './reading.ts';

const connect = connecting(openFromTemplate);

/** A user with a wallet of these positions. */
function userOf(walletsAt: number, ...tokens: object[]) {
  const { value } = readUser({ customId: 'ada' }, 'ada');
  if (value === null) throw new Error('A customId alone is a user');
  return { user: withWallets(value, readWalletList([{ thematics: 't', tokens }])), walletsAt };
}

const priced = (price: number, priceAt: string | null = null) => ({
  token: { id: 'x', price, priceAt },
  amount: 1,
});
/** Whichever is looked at first. */
const same = (token: object) => [token, token].map((one) => expect.objectContaining(one));

test('a token of several wallets has the price that is known best, and all its names', () => {
  const best = (...users: ReturnType<typeof userOf>[]) =>
    [users, users.toReversed()].map((all) => inOneGo(tokensOfWallets(all)).get('x'));
  const derived = { token: { id: 'x', name: 'Ex' }, amount: 2, total: 14 };
  expect(best(userOf(5, derived))).toEqual(same({ price: 7, isPriceDerived: true }));
  expect(best(userOf(5, derived), userOf(1, priced(3)))).toEqual(same({ price: 3, name: 'Ex' }));
  expect(best(userOf(1, priced(3)), userOf(5, priced(4)))).toEqual(same({ price: 4 }));
  const early = userOf(5, priced(3, '2026-06-01T00:00:00Z'));
  const late = userOf(1, priced(4, '2026-06-02T00:00:00Z'));
  expect(best(early, late)).toEqual(same({ price: 4 }));
  expect(best(userOf(1, { token: 'x' }))).toEqual(same({ price: null }));
});

test('thematics and the list of tokens have the same prices: their own, else those of wallets', async () => {
  let price = 2;
  const theirs = {
    id: 't',
    name: 'T',
    tokens: [
      { token: 'x', weight: 50 },
      { token: { id: 'y', price: 5 }, weight: 30 },
      { token: 'z', weight: 20 },
    ],
  };
  const connected = connect({
    answer: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/p/users') return Response.json([{ customId: 'ada' }]);
      if (pathname === '/p/thematics') return Response.json([theirs]);
      if (pathname === '/p/thematics/t') return Response.json(theirs);
      const tokens = ['x', 'y'].map((id) => ({
        token: { id, symbol: id.toUpperCase(), price },
        amount: 3,
      }));
      return Response.json(pathname.endsWith('/wallets') ? [{ thematics: 't', tokens }] : []);
    },
  });
  const pricesIn = async () => {
    const one = await connected.call('GET', '/p/thematics/t');
    const notes = parseResponseNotes(one.headers.get(responseNotesHeader))?.notes;
    const [listed] = await answerOf(connected.call('GET', '/p/thematics'), thematicList);
    const { tokens: own } = await answerOf(one, thematic);
    const tokens = await answerOf(connected.call('GET', '/x/tokens'), tokenList);
    const all = [own, listed?.tokens].map((rows) => rows?.map(({ token }) => token));
    const shown = [...all, tokens].map((rows) => rows?.map((token) => [token.symbol, token.price]));
    expect([shown[1], shown[2]]).toEqual([shown[0], shown[0]]);
    return { notes, prices: shown[0] };
  };
  const before = {
    prices: [
      ['x', null],
      ['y', 5],
      ['z', null],
    ],
    notes: [],
  };
  expect(await pricesIn()).toEqual(before);
  await connected.sync.begin();
  await readAll(connected);
  const note = 'Unreadable prices of a thematic are replaced by those of the wallets read last.';
  const after = {
    prices: [
      ['X', 2],
      ['Y', 5],
      ['z', null],
    ],
    notes: [note],
  };
  expect(await pricesIn()).toEqual(after);
  price = 3;
  connected.source.forget();
  connected.sync.changed('ada');
  await expect.poll(pricesIn).toEqual({
    ...after,
    prices: [
      ['X', 3],
      ['Y', 5],
      ['z', null],
    ],
  });
});
