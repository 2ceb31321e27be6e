import { expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { pathOf, type PathInput } from '#contract/operation.ts';
import { getThematicRebalance, getWalletRebalance } from '#contract/operations/rebalance.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import {
  thematicRebalance,
  walletRebalance,
  type ThematicRebalance,
  type WalletRebalance,
} from '#contract/rebalance.ts';
import { createSwitchableMarket } from '#service/prices/switchable.ts';
import { answerOf, createWith, problemOf, readWallets, stated } from '../../../support/calls.ts';
import { thematic } from '../../../support/embedded.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '../../../support/pathTo.ts';
import { createTableMarket } from '../../../support/tableMarket.ts';

const day = 86_400_000;
const asOf = Date.UTC(2026, 5, 17);
const daily = (...prices: number[]) => ({
  step: day,
  prices: prices.map((price, i) => [asOf - (prices.length - 1 - i) * day, price] as const),
});
/** `late` has no price yet, `zero` fell to 0. */
const market = createSwitchableMarket(
  createTableMarket(
    {
      a: daily(90, 100),
      b: daily(3, 7),
      c: daily(0.5, 0.02),
      late: { step: day, prices: [[asOf + day, 5]] },
      zero: daily(1, 0),
    },
    asOf,
  ),
);

type Query = NonNullable<PathInput<typeof getThematicRebalance>['query']>;

onEmbedded(
  (service) => {
    const define = (id: string, weights: Readonly<Record<string, number>>) =>
      answerOf(
        service().call('PUT', pathTo(putThematic, id), {
          name: id,
          tokens: Object.entries(weights).map(([token, weight]) => ({ token, weight })),
        }),
        thematic,
        201,
      );
    const callWallet = (id: string, thematics = 'mix', format?: string) => {
      const query = { thematic: thematics, ...(format === undefined ? {} : { format }) };
      return service().call('GET', pathOf(getWalletRebalance, { params: { id }, query }));
    };
    const read = (id: string, thematics?: string): Promise<WalletRebalance> =>
      answerOf(callWallet(id, thematics), walletRebalance);
    const callAll = (query: Query = {}, id = 'mix') =>
      service().call('GET', pathOf(getThematicRebalance, { params: { id }, query }));
    const readAll = (query?: Query, id?: string): Promise<ThematicRebalance> =>
      answerOf(callAll(query, id), thematicRebalance);
    const hold = (id: string, amounts: Readonly<Record<string, number>>, thematics = 'mix') =>
      createWith(service(), id, {
        attributes: {},
        wallets: [
          {
            thematics,
            tokens: Object.entries(amounts).map(([token, amount]) => ({ token, amount })),
            at: new Date(asOf - day).toISOString(),
          },
        ],
      });

    test.each(['ada', 'a/b?c#d e%2F', '日本'])(
      'recorded as a statement of %s, the trades leave no drift, and the same total',
      async (id) => {
        await define('mix', { a: 0.5, b: 0.3, c: 0.2 });
        await hold(id, { a: 3.7, b: 41 });
        const before = await read(id);
        expect(before.activeShare).toBeGreaterThan(0.1);
        expect(before).toMatchObject({
          reason: null,
          excluded: [],
          asOf: new Date(asOf).toISOString(),
        });
        expect(sumOf(before.trades.map(({ tradeTotal }) => tradeTotal))).toBeCloseTo(0, 10);
        const bought = before.trades.map(({ tradeTotal }) => Math.max(tradeTotal, 0));
        expect(sumOf(bought)).toBeCloseTo(before.traded ?? NaN, 10);
        const sizes = before.trades.map(({ tradeTotal }) => Math.abs(tradeTotal));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        for (const { amount, tradeAmount, amountAfter } of before.trades) {
          expect((amount ?? NaN) + tradeAmount).toBeCloseTo(amountAfter, 10);
        }

        const tokens = before.trades.map(({ token, amountAfter }) => ({
          token: token._id,
          amount: amountAfter,
        }));
        await stated(service(), id, { thematics: 'mix', tokens });
        const after = await read(id);
        expect(after.total).toBeCloseTo(before.total ?? NaN, 9);
        expect(after.activeShare).toBeLessThan(1e-15);
        for (const { drift, weight, target } of after.trades) {
          expect(Math.abs(drift)).toBeLessThan(1e-15);
          expect(weight).toBeCloseTo(target, 14);
        }
        const [wallet] = await readWallets(service(), id);
        expect(wallet?.total).toBeCloseTo(before.total ?? NaN, 9);
      },
    );

    test('sells what the thematic lacks completely, and leaves no dust', async () => {
      await define('mix', { a: 1 });
      await hold('ada', { a: 1, b: 1 / 3 });
      const { trades } = await read('ada');
      expect(trades.find(({ token }) => token._id === 'b')).toMatchObject({
        target: 0,
        tradeAmount: -1 / 3,
        amountAfter: 0,
      });
    });

    test('names tokens without a current price, held or targeted, and divides their targets', async () => {
      await define('mix', { a: 0.2, b: 0.3, late: 0.5 });
      await hold('ada', { a: 1, late: 9, zero: 4 });
      const { trades, excluded, total } = await read('ada');
      expect(total).toBe(100);
      const targets = trades.map(({ token, target }) => [token._id, target]);
      expect(Object.fromEntries(targets)).toEqual({ a: 0.4, b: 0.6 });
      expect(excluded).toMatchObject([
        { token: { _id: 'late' }, amount: 9, target: 0.5, reason: 'No current price.' },
        { token: { _id: 'zero' }, amount: 4, target: 0, reason: expect.stringContaining('is 0') },
      ]);
      const csv = (await (await callWallet('ada', 'mix', 'csv')).text()).trim().split('\r\n');
      expect(csv).toHaveLength(5);
      expect(csv[0]).toContain('tradeAmount,tradeTotal,amountAfter,excluded');
      expect(csv[3]).toMatch(/^late,.*,9,No current price\.$/);
    });

    test('says why there is nothing to trade', async () => {
      await define('mix', { late: 1 });
      await define('pair', { a: 0.5, b: 0.5 });
      await hold('ada', { a: 1 });
      expect(await read('ada')).toMatchObject({ reason: expect.stringContaining('price') });
      expect(await read('ada', 'pair')).toMatchObject({
        reason: 'The user has no wallet in this thematic.',
        trades: [],
      });
      await stated(service(), 'ada', { thematics: 'pair', tokens: [] });
      expect(await read('ada', 'pair')).toMatchObject({ reason: 'The wallet has no value.' });
      expect(await readAll()).toMatchObject({ count: 0, unknown: 1, reason: expect.any(String) });
      expect(await readAll({}, 'pair')).toMatchObject({
        wallets: 0,
        count: 0,
        traded: 0,
        reason: null,
      });
      await problemOf(callWallet('nobody'), 'user-not-found');
      await problemOf(callWallet('ada', 'no such'), 'thematic-not-found');
      await problemOf(callAll({}, 'a/b?c#d e%2F'), 'thematic-not-found');
      const path = pathOf(getWalletRebalance, { params: { id: 'ada' } });
      await problemOf(service().call('GET', path), 'missing-parameter');
      await problemOf(callAll({ format: 'csv', limit: 5 }), 'invalid-query');
    });

    test('of all wallets, the sums are those of each, by token and in total', async () => {
      await define('mix', { a: 0.5, b: 0.3, c: 0.2 });
      await define('other', { a: 1 });
      const people = ['ada', 'a/b?c#d e%2F', '日本', 'eve'];
      await hold('ada', { a: 3.7, b: 41 });
      await hold('a/b?c#d e%2F', { b: 5, c: 9000 });
      await hold('日本', { a: 1, c: 200, zero: 3 });
      await hold('eve', { a: 5, b: 300 / 7, c: 10_000 });
      await hold('bob', { b: 1 }, 'other');
      const all = await readAll();
      const own = await Promise.all(people.map((id) => read(id)));
      expect(all).toMatchObject({ wallets: 4, count: 4, unknown: 0, empty: 0, reason: null });
      expect(all.total).toBeCloseTo(sumOf(own.map(({ total }) => total ?? NaN)), 9);
      expect(all.traded).toBeCloseTo(sumOf(own.map(({ traded }) => traded ?? NaN)), 9);
      for (const { token, buy, sell } of all.tokens) {
        const trades = own.flatMap((one) => one.trades.filter((it) => it.token._id === token._id));
        const side = (sign: number) => trades.filter(({ tradeTotal }) => tradeTotal * sign > 0);
        expect([buy.wallets, sell.wallets]).toEqual([side(1).length, side(-1).length]);
        expect(buy.total).toBeCloseTo(sumOf(side(1).map(({ tradeTotal }) => tradeTotal)), 9);
        expect(sell.amount).toBeCloseTo(-sumOf(side(-1).map(({ tradeAmount }) => tradeAmount)), 9);
      }
      expect(all.rows.map(({ traded }) => traded)).toEqual(
        all.rows.map(({ traded }) => traded).toSorted((a, b) => b - a),
      );
      expect(all.rows.at(-1)).toMatchObject({ customId: 'eve', activeShare: 0 });
      expect(sumOf(all.groups.map(({ wallets }) => wallets))).toBe(4);
      expect(all.groups[0]).toEqual({ from: 0, wallets: 1 });
      expect(all.excluded).toMatchObject([{ token: { _id: 'zero' }, wallets: 1, target: 0 }]);
      const page = await readAll({ offset: 1, limit: 2 });
      expect(page.rows).toEqual(all.rows.slice(1, 3));
      expect(page.count).toBe(4);

      const lines = (await (await callAll({ format: 'csv', unit: 'USD' })).text())
        .trim()
        .split('\r\n');
      expect(lines[0]).toBe(
        'customId,token,symbol,price,weight,target,drift,tradeAmount,tradeTotal (USD),asOf',
      );
      const traded = own.flatMap(({ trades }) =>
        trades.filter(({ tradeTotal }) => tradeTotal !== 0),
      );
      expect(lines).toHaveLength(1 + traded.length);
      const hidden = await (await callAll({ format: 'csv', figures: 'hidden' })).text();
      expect(hidden.split('\r\n')[0]).toBe('customId,token,symbol,price,target,asOf');
    });

    test('asks nothing of an empty service', async () => {
      await define('mix', { a: 1 });
      expect(await readAll()).toMatchObject({ wallets: 0, total: 0, activeShare: null, rows: [] });
      const csv = await (await callAll({ format: 'csv' })).text();
      expect(csv.trim().split('\r\n')).toHaveLength(1);
    });
  },
  { market },
);
