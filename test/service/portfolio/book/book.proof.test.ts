import { expect, test } from 'vitest';
import type { BookPerformance } from '#contract/book.ts';
import { day, historyTypes, type HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { offBy, seeded } from '#test/analytics/plainFigures.ts';
import { answerOf } from '#test/support/calls.ts';
import { directoryPage } from '#test/support/embedded.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { bookCalls, createRandomUsers, type BookQuery } from './bookCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds', 'energy-grids'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'VOLTQ', 'KORV'],
};
const closeTo = 1e-9;

/** @param scale of values whose difference was taken, because they round at it. */
function expectClose(
  what: unknown,
  actual: number | null | undefined,
  expected: number,
  scale?: number,
): void {
  const isClose =
    scale === undefined
      ? offBy(actual, expected) < closeTo
      : Math.abs((actual ?? NaN) - expected) <= 1e-12 * scale;
  expect([what, actual, expected, isClose]).toEqual([what, actual, expected, true]);
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

onEachEngine((service) => {
  const calls = bookCalls(service);

  /** Total and flow of each user at the dates of a book, from the user's own answer. */
  async function plainUsers(
    ids: readonly string[],
    type: HistoryType,
    asOf: string | undefined,
    dates: readonly string[],
  ) {
    return Promise.all(
      ids.map(async (id) => {
        const own = await calls.ofUser(id, type, asOf);
        const at = new Map(own.dates.map((date, i) => [date, i]));
        const total = dates.map((date) => own.total[at.get(date) ?? -1] ?? 0);
        const flow = dates.map((date, t) => {
          const index = at.get(date);
          if (t === 0 || index === undefined) return 0;
          // Users who join later bring their holdings.
          return at.has(dates[t - 1] ?? '') ? (own.flow[index] ?? 0) : (total[t] ?? 0);
        });
        return { id, total, flow };
      }),
    );
  }

  /** Time-weighted index of the users' positions together. */
  async function plainIndex(
    ids: readonly string[],
    type: HistoryType,
    asOf: string | undefined,
    dates: readonly string[],
  ) {
    const positions = await Promise.all(ids.map((id) => calls.positionsOf(id, type, asOf)));
    const lines = positions.flatMap((own) => {
      const at = new Map(own.dates.map((date, i) => [date, i]));
      return own.tokens.map(({ amount, price }) => ({
        amount: dates.map((date) => amount[at.get(date) ?? -1] ?? 0),
        price: dates.map((date) => price[at.get(date) ?? -1] ?? null),
      }));
    });
    let level: number | null = null;
    return dates.map((_, t) => {
      if (level === null) {
        const value = sumOf(lines.map(({ amount, price }) => (amount[t] ?? 0) * (price[t] ?? 0)));
        level = value > 0 ? 100 : null;
        return level;
      }
      const known = lines.filter(({ price }) => price[t - 1] !== null && price[t] !== null);
      const before = sumOf(known.map((one) => (one.amount[t - 1] ?? 0) * (one.price[t - 1] ?? 0)));
      const after = sumOf(known.map((one) => (one.amount[t - 1] ?? 0) * (one.price[t] ?? 0)));
      if (before > 0) level *= after / before;
      return level;
    });
  }

  async function expectSums(
    book: BookPerformance,
    ids: readonly string[],
    type: HistoryType,
    query: BookQuery,
  ) {
    const asOf = typeof query['asOf'] === 'string' ? query['asOf'] : undefined;
    const { dates } = book;
    const users = await plainUsers(ids, type, asOf, dates);
    const index = await plainIndex(ids, type, asOf, dates);
    // The scale of the largest value, because the users' own sums round at it.
    for (const t of dates.keys()) {
      expectClose(
        [type, 'total', t],
        book.total[t],
        sumOf(users.map(({ total }) => total[t] ?? NaN)),
      );
      const scale = 1 + Math.max(Math.abs(book.total[t] ?? 0), Math.abs(book.total[t - 1] ?? 0));
      const flow = sumOf(users.map((one) => one.flow[t] ?? NaN));
      expectClose([type, 'flow', t], book.flow?.[t] ?? NaN, flow, scale);
      // Levels begin at 100, so that 0 stands for none.
      expectClose([type, 'index', t], book.index?.[t] ?? 0, index[t] ?? 0);
    }
    return users;
  }

  const membersOf = async ({ asOf: _, ...query }: BookQuery) => {
    const path = pathOf(getDirectory, { query: { ...query, limit: 500 } });
    const { rows } = await answerOf(calls.get(path), directoryPage);
    return rows.map(({ customId }) => customId);
  };

  test.each([1, 2, 3])(
    'of random sets, all answers are sums over their users (%i)',
    async (seed) => {
      const all = await createRandomUsers(service(), seed, 9, held);
      const random = seeded(seed + 100);
      const some = all.filter(() => random() < 0.5);
      const past = new Date(
        service().market.asOf() - Math.floor(random() * 500) * day,
      ).toISOString();
      const queries: BookQuery[] = [
        {},
        { ids: some.length > 0 ? some : all.slice(0, 1) },
        { q: 'country:ch' },
        { thematic: ['data-feeds'], total: '1..' },
        { ids: all, asOf: past },
      ];
      for (const query of queries) {
        const ids = await membersOf(query);
        const asOf = typeof query['asOf'] === 'string' ? query['asOf'] : undefined;
        for (const type of historyTypes) {
          const book = await calls.performance(type, query);
          expect(book).toMatchObject({ count: ids.length, of: 9, unknown: 0, notFound: 0 });
          const users = await expectSums(book, ids, type, query);
          const summary = await calls.summary(type, query);
          const last = book.dates.length - 1;
          expectClose([type, 'summary'], summary.total, book.total[last] ?? 0);
          if (last < 0) continue;

          const flowOf = (t: number) => users.map(({ flow }) => flow[t] ?? NaN);
          const scale = 1 + Math.max(...book.total.map((total) => total ?? 0));
          const { months } = await calls.flows(type, query);
          for (const month of months) {
            // A step that ends when a month begins is of the month before.
            const inMonth = [...book.dates.keys()].filter((t) =>
              book.dates[Math.max(t - 1, 0)]?.startsWith(month.period),
            );
            const flows = inMonth.flatMap(flowOf);
            const plain = [flows.filter((one) => one > 0), flows.filter((one) => one < 0)].map(
              sumOf,
            );
            expectClose([type, month.period, 'in'], month.in, plain[0] ?? NaN, scale);
            expectClose([type, month.period, 'out'], month.out, -(plain[1] ?? NaN), scale);
          }
          expect(months.map(({ period }) => period)).toEqual([
            ...new Set(book.dates.map((date) => date.slice(0, 7))),
          ]);

          for (const by of ['user', 'thematic', 'token'] as const) {
            const parts = await calls.contribution(type, by, query);
            const change = (book.total[last] ?? NaN) - (book.total[0] ?? NaN);
            const flow = sumOf(book.flow ?? []);
            const sums = [parts.change, sumOf(parts.rows.map((row) => row.change)), parts.amount];
            for (const [i, plain] of [change, change, flow].entries()) {
              expectClose([type, by, i], sums[i] ?? NaN, plain, scale);
            }
            expect(Math.abs(parts.residual ?? NaN)).toBeLessThan(closeTo * scale);
            if (by !== 'user') continue;
            for (const { id, first, last: closing, amount, price } of parts.rows) {
              const own = users.find((user) => user.id === id);
              expectClose([type, id, 'first'], first, own?.total[0] ?? NaN);
              expectClose([type, id, 'last'], closing, own?.total[last] ?? NaN);
              expectClose([type, id, 'flow'], amount, sumOf(own?.flow ?? []), scale);
              expectClose([type, id, 'price'], price + amount, closing - first, scale);
            }
          }
        }
        for (const by of ['thematic', 'token'] as const) {
          const exposure = await calls.exposure({ ...query, by });
          const each = await Promise.all(ids.map((id) => calls.exposure({ ids: [id], by, asOf })));
          for (const row of exposure.rows) {
            const own = each.flatMap(
              ({ rows }) => rows.find(({ id }) => id === row.id)?.total ?? 0,
            );
            expectClose([by, row.id], row.total, sumOf(own));
          }
          expectClose([by, 'all'], exposure.total, sumOf(each.map(({ total }) => total ?? NaN)));
        }
      }
    },
  );

  test('two books that partition a set add up to it', async () => {
    const all = await createRandomUsers(service(), 7, 10, held);
    const sets = [all, all.slice(0, 4), all.slice(4)];
    for (const type of historyTypes) {
      const [whole, ...halves] = await Promise.all(
        sets.map((ids) => calls.performance(type, { ids })),
      );
      const common =
        whole?.dates.filter((date) => halves.every(({ dates }) => dates.includes(date))) ?? [];
      expect(common.length).toBeGreaterThan(1);
      // After the first common record, no member joins.
      for (const [t, date] of common.entries()) {
        const at = (book: BookPerformance) => book.dates.indexOf(date);
        const totals = halves.map((book) => book.total[at(book)] ?? NaN);
        expectClose([type, date], whole?.total[whole.dates.indexOf(date)], sumOf(totals));
        if (t < 2) continue;
        const flows = halves.map((book) => book.flow?.[at(book)] ?? NaN);
        const scale = 1 + sumOf(totals);
        expectClose(
          [type, date],
          whole?.flow?.[whole.dates.indexOf(date)] ?? NaN,
          sumOf(flows),
          scale,
        );
      }
    }
  });
});
