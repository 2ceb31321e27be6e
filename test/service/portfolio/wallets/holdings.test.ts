import { expect, test } from 'vitest';
import {
  answerOf,
  change,
  changed,
  makeUser,
  readEvents,
  readHistory,
  readUser,
  readWallets,
  stated,
} from '../../../support/calls.ts';
import { onEachEngine } from '../../../support/engines.ts';
import { pathOf } from '#contract/operation.ts';
import { getStatements } from '#contract/operations/wallets.ts';
import { statementList } from '#contract/statement.ts';
import { directoryPage, user } from '#test/support/embedded.ts';

const feeds = 'data-feeds';
const held = (...tokens: [token: string, amount: number][]) =>
  tokens.map(([token, amount]) => ({ token, amount }));

onEachEngine((service) => {
  /** What the wallet of a thematic holds now. */
  const holds = async (thematic = feeds) => {
    const wallets = await readWallets(service(), 'ada');
    const wallet = wallets.find(({ thematics }) => thematics === thematic);
    return wallet?.tokens.map(({ token, amount }) => [token._id, amount]);
  };
  const state = (tokens: unknown, at?: string, thematics = feeds) =>
    stated(service(), 'ada', { thematics, tokens, ...(at === undefined ? {} : { at }) });

  test('a wallet is shown with its positions, each valued at the as of', async () => {
    const { market } = service();
    await makeUser(service(), 'ada');
    await state(held(['KANAL', 0.25], ['AUGRY', 1e6], ['BULQ', 0]));
    const [wallet, ...more] = await readWallets(service(), 'ada');
    expect(more).toEqual([]);
    const asOf = market.asOf();
    let total = 0;
    for (const position of wallet?.tokens ?? []) {
      const { _id, symbol, name } = market.token(position.token._id) ?? {};
      const price = market.priceAt(position.token._id, asOf)?.price ?? 0;
      const priceAt = new Date(asOf).toISOString();
      expect(position.token).toEqual({ _id, symbol, name, price, priceAt });
      expect(position.total).toBe(position.amount * price);
      total += position.total;
    }
    expect(wallet).toMatchObject({ user: 'ada', thematics: feeds, total });
    expect(wallet?._id).toMatch(/^wal_/);
    expect(wallet?.updatedAt).toBe(new Date(service().clock.now).toISOString());
    expect(await holds()).toEqual([
      // An amount of 0 is not a position.
      ['AUGRY', 1e6],
      ['KANAL', 0.25],
    ]);
    expect(await readUser(service(), 'ada')).toMatchObject({ total, walletCount: 1 });
  });

  test('a user has one wallet a thematic, in the order of their making', async () => {
    await makeUser(service(), 'ada');
    await state(held(['TALO', 1]), undefined, 'open-lending');
    await state(held(['AUGRY', 1]));
    await state(held(['TALO', 2]), undefined, 'open-lending');
    const wallets = await readWallets(service(), 'ada');
    expect(wallets.map(({ thematics }) => thematics)).toEqual(['open-lending', feeds]);
    expect(new Set(wallets.map(({ _id }) => _id)).size).toBe(2);
    const { total, walletCount } = await readUser(service(), 'ada');
    expect(walletCount).toBe(2);
    expect(total).toBe((wallets[0]?.total ?? 0) + (wallets[1]?.total ?? 0));
  });

  test('the latest statement up to now is in effect, whatever was later recorded for earlier times', async () => {
    await makeUser(service(), 'ada');
    await state(held(['AUGRY', 3]), '2025-03-01T00:00:00Z');
    await state(held(['AUGRY', 1]), '2024-01-01T00:00:00Z');
    expect(await holds()).toEqual([['AUGRY', 3]]);
    await state(held(['AUGRY', 4]), '2025-03-01T00:00:00.001Z');
    expect(await holds()).toEqual([['AUGRY', 4]]);
  });

  test('the same instant again replaces, null retracts, and the last word wins', async () => {
    await makeUser(service(), 'ada');
    await state(held(['AUGRY', 1]), '2024-01-01T00:00:00Z');
    const at = '2025-03-01T00:00:00Z';
    await state(held(['AUGRY', 2]), at);
    // The same instant in another notation.
    await state(held(['AUGRY', 3]), '2025-03-01T02:00:00+02:00');
    expect(await holds()).toEqual([['AUGRY', 3]]);
    await state(null, '2025-03-01T00:00:00.000Z');
    expect(await holds()).toEqual([['AUGRY', 1]]);
    await state(held(['KANAL', 5]), at);
    expect(await holds()).toEqual([['KANAL', 5]]);
    await state(null, at);
    await state(null, '2024-01-01T00:00:00Z');
    expect(await holds()).toBeUndefined();
    expect(await readUser(service(), 'ada')).toMatchObject({ total: 0, walletCount: 0 });
  });

  test('a wallet whose statements are all withdrawn is gone, and is the same one when recorded again', async () => {
    await makeUser(service(), 'ada');
    const first = '2024-01-01T00:00:00Z';
    const second = '2025-03-01T00:00:00Z';
    await state(held(['AUGRY', 2]), first);
    await state([], second);
    const [before] = await readWallets(service(), 'ada');
    const lists = async () => [
      (await readWallets(service(), 'ada')).map(({ _id }) => _id),
      (await readHistory(service(), 'ada', 'day')).length,
      (await readHistory(service(), 'ada', 'day', feeds)).length,
      (await readUser(service(), 'ada')).walletCount,
      (await answerOf(service().call('GET', '/x/directory'), directoryPage)).sums.wallets,
    ];
    await state(null, first);
    expect(await lists()).toEqual([[before?._id], 0, 0, 1, 1]);
    await state(null, second);
    expect(await lists()).toEqual([[], 0, 0, 0, 0]);
    // What was stated, and retracted, is still known.
    const path = pathOf(getStatements, { params: { id: 'ada' } });
    const statements = await answerOf(service().call('GET', path), statementList);
    expect(statements.map(({ status }) => status)).toEqual(['retracted', 'retracted']);

    await state(held(['AUGRY', 3]), first);
    expect(await lists()).toEqual([[before?._id], 289, 289, 1, 1]);
    const events = await readEvents(service());
    expect(
      events.flatMap(({ type, data }) =>
        type.startsWith('wallet.') ? [[type, data['tokens']]] : [],
      ),
    ).toMatchObject([
      ['wallet.created', [{ amount: 2 }]],
      ['wallet.updated', []],
      ['wallet.updated', []],
      ['wallet.created', [{ amount: 3 }]],
    ]);
  });

  test('what was replaced does not come back when the replacement is retracted', async () => {
    await makeUser(service(), 'ada');
    const at = '2025-03-01T00:00:00Z';
    await state(held(['AUGRY', 2]), at);
    await state(held(['AUGRY', 3]), at);
    await state(null, at);
    expect(await holds()).toBeUndefined();
  });

  test('an empty statement closes a wallet: it stays, at 0, and can be opened again', async () => {
    await makeUser(service(), 'ada');
    await state(held(['AUGRY', 2]), '2025-03-01T00:00:00Z');
    const [open] = await readWallets(service(), 'ada');
    const closed = await state([]);
    expect(closed).toMatchObject({ total: 0, walletCount: 1 });
    expect(await readWallets(service(), 'ada')).toMatchObject([
      { _id: open?._id, total: 0, tokens: [] },
    ]);
    service().clock.now += 60_000;
    await state(held(['AUGRY', 7]));
    expect(await readWallets(service(), 'ada')).toMatchObject([
      { _id: open?._id, tokens: [{ amount: 7 }] },
    ]);
  });

  test('without at it is in force from the as of on, which is the last tick', async () => {
    await makeUser(service(), 'ada');
    service().clock.now += 4_321;
    const tick = service().market.asOf();
    expect(tick).toBe(Math.floor(service().clock.now / 10_000) * 10_000);
    await state(held(['AUGRY', 2]));
    // The same instant, named.
    const after = await state(held(['AUGRY', 2]), new Date(tick).toISOString());
    expect(after.updatedAt).toBe(new Date(service().clock.now).toISOString());
    await state(null, new Date(tick).toISOString());
    expect(await holds()).toBeUndefined();
  });

  test('many wallets and instants go in one body, in any order', async () => {
    await makeUser(service(), 'ada');
    const after = await stated(
      service(),
      'ada',
      { thematics: feeds, tokens: held(['AUGRY', 2]), at: '2025-01-01T00:00:00Z' },
      { thematics: 'open-lending', tokens: held(['TALO', 1]), at: '2025-01-01T00:00:00Z' },
      { thematics: feeds, tokens: held(['AUGRY', 1]), at: '2024-01-01T00:00:00Z' },
      { thematics: feeds, tokens: null, at: '2023-01-01T00:00:00Z' },
    );
    expect(after.walletCount).toBe(2);
    expect(await holds()).toEqual([['AUGRY', 2]]);
  });

  test('the same statement again, tokens in another order, writes nothing', async () => {
    await makeUser(service(), 'ada');
    const at = '2025-03-01T00:00:00Z';
    await state(held(['AUGRY', 2], ['KANAL', 0]), at);
    const before = await change(service(), 'ada', {});
    service().clock.now += 60_000;
    const again = await change(service(), 'ada', {
      wallets: [{ thematics: feeds, tokens: held(['KANAL', -0], ['AUGRY', 2]), at }],
    });
    expect(again.headers.get('etag')).toBe(before.headers.get('etag'));
    expect((await answerOf(again, user)).updatedAt).toBe((await answerOf(before, user)).updatedAt);
  });

  test('amounts and totals are unrounded and finite, from dust to the most there can be', async () => {
    await makeUser(service(), 'ada');
    await state(held(['AUGRY', 5e-324], ['BULQ', 1e24], ['KANAL', 0.1 + 0.2]));
    const text = await (await service().call('GET', '/p/users/ada/wallets')).text();
    expect(text).toContain('"amount":5e-324');
    expect(text).toContain('"amount":1e+24');
    expect(text).toContain('"amount":0.30000000000000004');
    expect(text).not.toMatch(/NaN|Infinity|:-0[,}]/);
    const { total } = await changed(service(), 'ada', {});
    expect(Number.isFinite(total)).toBe(true);
    expect(total).toBeGreaterThan(1e24);
  });

  test('no user sees the wallet of another', async () => {
    await makeUser(service(), 'x/y');
    await makeUser(service(), 'x%2Fy');
    await stated(service(), 'x/y', { thematics: feeds, tokens: held(['AUGRY', 1]) });
    await stated(service(), 'x%2Fy', { thematics: feeds, tokens: held(['AUGRY', 2]) });
    const amounts = async (customId: string) =>
      (await readWallets(service(), customId)).map(({ tokens, ...wallet }) => [
        wallet.user,
        tokens[0]?.amount,
      ]);
    expect(await amounts('x/y')).toEqual([['x/y', 1]]);
    expect(await amounts('x%2Fy')).toEqual([['x%2Fy', 2]]);
  });
});
