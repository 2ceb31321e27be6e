import { expect, test } from 'vitest';
import type { BookPart } from '#contract/book.ts';
import { directoryPeriods } from '#contract/directory.ts';
import { historyTypes } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { answerOf, readWallets } from '#test/support/calls.ts';
import { directoryPage } from '#test/support/embedded.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { bookCalls, createRandomUsers } from './bookCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds', 'energy-grids'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'VOLTQ', 'KORV'],
};
const partNames = ['first', 'last', 'price', 'amount', 'change'] as const;
type Parts = ReadonlyMap<string, Readonly<Record<(typeof partNames)[number], number>>>;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** At most 1e-9 of the size of what is added. */
function expectClose(what: unknown, actual: number, expected: number, scale: number): void {
  const isClose = Math.abs(actual - expected) <= 1e-9 * Math.max(1, scale);
  expect([what, actual, expected, isClose]).toEqual([what, actual, expected, true]);
}

function expectParts(what: unknown, actual: Parts, expected: Parts): void {
  const values = [...expected.values()];
  const scale = sumOf(values.map(({ first, last }) => first + last));
  for (const id of new Set([...actual.keys(), ...expected.keys()])) {
    for (const name of partNames) {
      const one = actual.get(id)?.[name] ?? 0;
      expectClose([what, id, name], one, expected.get(id)?.[name] ?? 0, scale);
    }
  }
}

const partsOf = (rows: readonly BookPart[]): Parts => new Map(rows.map((row) => [row.id, row]));

function together(books: readonly Parts[]): Parts {
  const ids = new Set(books.flatMap((parts) => [...parts.keys()]));
  const sum = (id: string, name: (typeof partNames)[number]) =>
    sumOf(books.map((parts) => parts.get(id)?.[name] ?? 0));
  return new Map(
    [...ids].map((id) => {
      const [first, last] = [sum(id, 'first'), sum(id, 'last')];
      const [price, amount, change] = [sum(id, 'price'), sum(id, 'amount'), sum(id, 'change')];
      return [id, { first, last, price, amount, change }];
    }),
  );
}

onEachEngine((service) => {
  const calls = bookCalls(service);

  test('of two books that partition a set, contribution and exposure add up', async () => {
    const all = await createRandomUsers(service(), 17, 16, held);
    const sets = [all, all.slice(0, 8), all.slice(8)];
    let compared = 0;
    for (const type of historyTypes) {
      for (const by of ['token', 'thematic', 'user'] as const) {
        const [whole, ...halves] = await Promise.all(
          sets.map((ids) => calls.contribution(type, by, { ids })),
        );
        // They have the same records only if they begin together.
        if (whole === undefined || halves.some(({ from }) => from !== whole.from)) continue;
        compared += 1;
        const parts = halves.map(({ rows }) => partsOf(rows));
        expectParts([type, by], partsOf(whole.rows), together(parts));
        for (const name of partNames) {
          const sum = sumOf(halves.map((half) => half[name] ?? NaN));
          expectClose([type, by, name], whole[name] ?? NaN, sum, 2 * (whole.last ?? 0));
        }
      }
    }
    expect(compared).toBeGreaterThanOrEqual(9);
    const past = new Date(service().market.asOf() - 90 * 86_400_000).toISOString();
    for (const asOf of [undefined, past]) {
      for (const by of ['token', 'thematic'] as const) {
        const [whole, ...halves] = await Promise.all(
          sets.map((ids) => calls.exposure({ ids, by, asOf })),
        );
        const halfRows = halves.flatMap(({ rows }) => rows);
        expect(whole?.rows.length).toBeGreaterThan(1);
        for (const { id, total, holders } of whole?.rows ?? []) {
          const own = halfRows.filter((row) => row.id === id);
          expectClose(
            [by, id],
            total ?? NaN,
            sumOf(own.map((row) => row.total ?? NaN)),
            total ?? 0,
          );
          expect([by, id, holders]).toEqual([by, id, sumOf(own.map((row) => row.holders))]);
        }
      }
    }
  });

  test('the drivers of a book of one user are those of the user’s positions, record by record', async () => {
    const ids = await createRandomUsers(service(), 19, 6, held);
    for (const id of ids) {
      for (const type of historyTypes) {
        const { tokens } = await calls.positionsOf(id, type);
        const plain = tokens.map(({ token, amount, price }) => {
          const value = (t: number) => (amount[t] ?? 0) * (price[t] ?? 0);
          const [first, last] = [value(0), value(amount.length - 1)];
          const effects = amount.slice(1).map((now, t) => {
            const before = amount[t] ?? 0;
            const [earlier, later] = [price[t] ?? 0, price[t + 1] ?? 0];
            return { price: before * (later - earlier), amount: (now - before) * later };
          });
          const byPrice = sumOf(effects.map((one) => one.price));
          const byAmount = sumOf(effects.map((one) => one.amount));
          return [
            token._id,
            { first, last, price: byPrice, amount: byAmount, change: last - first },
          ] as const;
        });
        const book = await calls.contribution(type, 'token', { ids: [id] });
        expect(book.count).toBe(1);
        expectParts([id, type], partsOf(book.rows), new Map(plain));
      }
    }
  });

  test('the exposure of a book of one user is that of the wallets, and its sums are those of the row in the list', async () => {
    const ids = await createRandomUsers(service(), 23, 8, held);
    for (const id of ids) {
      const wallets = await readWallets(service(), id);
      const byThematic = await calls.exposure({ ids: [id], by: 'thematic' });
      for (const row of byThematic.rows) {
        const own = wallets.filter((wallet) => wallet.thematics === row.id);
        const total = sumOf(own.map((wallet) => wallet.total));
        expectClose([id, row.id], row.total ?? NaN, total, total);
      }
      const byToken = await calls.exposure({ ids: [id], by: 'token' });
      const positions = wallets.flatMap(({ tokens }) => tokens);
      const all = sumOf(positions.map(({ total }) => total ?? NaN));
      for (const row of byToken.rows) {
        const own = positions.filter(({ token }) => token._id === row.id);
        const total = sumOf(own.map((position) => position.total ?? NaN));
        expectClose([id, row.id], row.total ?? NaN, total, total);
        expectClose([id, row.id, 'share'], row.share ?? NaN, total / all, 1);
      }
      expectClose([id, 'all'], byToken.total ?? NaN, all, all);

      for (const period of directoryPeriods) {
        const path = pathOf(getDirectory, { query: { ids: [id], period } });
        const [row] = (await answerOf(calls.get(path), directoryPage)).rows;
        const summary = await calls.summary(period, { ids: [id] });
        expectClose([id, period, 'total'], summary.total ?? NaN, row?.total ?? NaN, all);
        // The list has no figures of a user who joined during the period.
        if (row?.change == null) continue;
        for (const name of ['change', 'flow', 'return'] as const) {
          const [one, other] = [summary[name], row[name] ?? null];
          expect([id, period, name, one === null]).toEqual([id, period, name, other === null]);
          expectClose([id, period, name], one ?? 0, other ?? 0, all);
        }
      }
    }
  });
});
