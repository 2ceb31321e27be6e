import { expect, test } from 'vitest';
import { createTableMarket, type TokenTable } from '#test/support/tableMarket.ts';
import { figureNames, type FiguresAnswer } from '#contract/figures.ts';
import { day, historyTypes, hour, minute } from '#contract/historyType.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import { offBy } from '#test/analytics/plainFigures.ts';
import { createWith, makeUser } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { testNow, type TestService } from '#test/support/service.ts';
import { figureCalls } from '../figures/figureCalls.ts';
import { bookCalls, createRandomUsers } from './bookCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'VOLTQ', 'KORV'],
};

/** Residuals are rounding errors: both are almost 0. */
const isSame = (one: number, other: number): boolean =>
  (Number.isNaN(one) && Number.isNaN(other)) ||
  offBy(one, other) < 1e-9 ||
  Math.abs(one - other) < 1e-12;

/** Returns where an answer differs from another: numbers by more than 1e-9, or anything else at all. */
function differences(actual: unknown, expected: unknown, path = ''): unknown[] {
  if (typeof expected === 'number' || typeof actual === 'number') {
    const isEqual = isSame(Number(actual ?? NaN), Number(expected ?? NaN));
    return isEqual ? [] : [[path, actual, expected]];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.length === expected.length
      ? expected.flatMap((one, index) => differences(actual[index], one, `${path}/${index}`))
      : [[path, actual.length, expected.length]];
  }
  if (expected instanceof Object && actual instanceof Object) {
    const other = new Map(Object.entries(actual));
    return Object.entries(expected).flatMap(([name, one]) =>
      differences(other.get(name), one, `${path}/${name}`),
    );
  }
  return actual === expected ? [] : [[path, actual, expected]];
}

/** Links name the subject. */
const withoutLinks = ({ explanation, ...answer }: FiguresAnswer) => ({
  ...answer,
  explanation: explanation && {
    ...explanation,
    inputs: explanation.inputs.map(({ href: _, ...input }) => input),
  },
});

onEachEngine((service) => {
  const book = bookCalls(service);
  const { ofUser } = figureCalls(service);
  const totalAt = async (id: string, asOf: string) =>
    (await book.ofUser(id, 'day', asOf)).total.at(-1) ?? null;

  test('a book of one user has every figure of the user', async () => {
    const ids = await createRandomUsers(service(), 11, 6, held);
    for (const id of ids) {
      for (const type of historyTypes) {
        const own = await book.ofUser(id, type);
        expect(
          differences(
            await book.performance(type, { ids: [id] }),
            { count: 1, ...own },
            `${id} ${type}`,
          ),
        ).toEqual([]);
        const query = { benchmark: ['data-feeds'], rf: 0.03 };
        const figures = await ofUser(type, query, id);
        expect(
          differences(
            withoutLinks(await book.figures(type, { ids: [id], ...query })),
            withoutLinks(figures),
            `${id} ${type}`,
          ),
        ).toEqual([]);
      }
    }
  });

  test('also between two instants, as of a past one, and explained', async () => {
    const [many = '', ...ids] = await createRandomUsers(service(), 12, 4, held);
    const at = (ago: number) => new Date(service().market.asOf() - ago).toISOString();
    const queries = [
      { from: at(2.3 * day), to: at(1.7 * day) },
      { from: at(20 * day) },
      { to: at(100.2 * day), explain: 'moneyWeightedReturn' },
      { asOf: at(40.6 * day), benchmark: ['open-lending', 'data-feeds'], weight: ['0.4', '0.6'] },
      { asOf: at(500 * day), explain: 'sharpe' },
    ];
    for (const id of [many, ...ids]) {
      for (const [index, query] of queries.entries()) {
        const own = await ofUser('all', query, id);
        const answer = await book.figures('all', { ids: [id], ...query });
        expect(differences(withoutLinks(answer), withoutLinks(own), `${id} ${index}`)).toEqual([]);
      }
      const own = await book.ofUser(id, 'day', at(3.3 * day));
      expect(
        differences(await book.performance('day', { ids: [id], asOf: at(3.3 * day) }), own, id),
      ).toEqual([]);
    }
    const { explanation } = await book.figures('year', { ids: [many], explain: 'simpleGain' });
    const links = explanation?.inputs.flatMap(({ href }) => href ?? []) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect((await book.get(link)).status).toBe(200);
  });

  test('drivers and flows between two instants begin and end with the user’s totals of then', async () => {
    const ids = await createRandomUsers(service(), 13, 4, held);
    // Whole ticks, as an as of is.
    const at = (ago: number) =>
      new Date(Math.floor((service().market.asOf() - ago) / minute) * minute).toISOString();
    let known = 0;
    for (const id of ids) {
      for (const [from, to] of [
        [at(2.3 * day), at(1.7 * day)],
        [at(70.1 * day), at(20.4 * day)],
        [at(600.7 * day), at(90.2 * day)],
      ] as const) {
        const query = { ids: [id], from, to };
        const expected = { first: await totalAt(id, from), last: await totalAt(id, to) };
        if (expected.first === null) continue;
        known += 1;
        for (const by of ['token', 'thematic', 'user'] as const) {
          const { rows, ...answer } = await book.contribution('all', by, query);
          expect(differences(answer, { ...expected, from, to }, `${id} ${from} ${by}`)).toEqual([]);
          const change = rows.reduce((sum, one) => sum + one.change, answer.residual ?? 0);
          expect(differences(answer, { change }, `${id} ${from} ${by}`)).toEqual([]);
        }
        const { months } = await book.flows('all', query);
        const amount = months.reduce((sum, { net }) => sum + net, 0);
        const tokens = await book.contribution('all', 'user', query);
        expect(differences(tokens, { amount }, `${id} ${from}`)).toEqual([]);
        expect(months[0]?.period).toBe(from.slice(0, 7));
        expect(months.at(-1)?.period).toBe(to.slice(0, 7));
      }
    }
    expect(known).toBeGreaterThan(3);
    for (const name of ['flows', 'contribution']) {
      const wrong = await book.get(`/x/book/${name}/month?from=${at(day)}`);
      expect([name, wrong.status]).toEqual([name, 400]);
      expect(await wrong.text()).toContain('from requires the type all, not month.');
    }
  });

  test.each([45, 500])(
    'statements of one day, %i days ago, count, although no present history shows them',
    async (days) => {
      const at = (ago: number) => new Date(service().market.asOf() - ago).toISOString();
      const wallets = Array.from({ length: 40 }, (_, index) => ({
        thematics: 'data-feeds',
        tokens: [{ token: 'AUGRY', amount: 1 + index }],
        at: at(days * day - index * 20 * minute),
      }));
      await createWith(service(), 'dense', { attributes: {}, wallets });
      const asOf = at((days - 0.6) * day);
      const own = await book.ofUser('dense', 'day', asOf);
      expect(new Set(own.total).size).toBeGreaterThan(30);
      expect(differences(await book.performance('day', { asOf }), own)).toEqual([]);
      const between = { from: at(days * day), to: at((days - 0.4) * day) };
      const figures = await book.figures('all', between);
      expect(differences(figures, await ofUser('all', between, 'dense'))).toEqual([]);
      const all = await book.performance('all');
      expect(differences(all, await book.ofUser('dense', 'all'))).toEqual([]);
    },
  );

  test('a figure without holdings has the reason of a user', async () => {
    await makeUser(service(), 'ada');
    const answer = await book.figures('year', { ids: ['ada'] });
    expect(
      differences(withoutLinks(answer), withoutLinks(await ofUser('year', {}, 'ada'))),
    ).toEqual([]);
    expect(answer).toMatchObject({ count: 1, of: 1, from: null });
    for (const name of figureNames) expect(answer.figures[name].reason).toMatch(/\.$/);
  });
});

const asOf = Math.floor(testNow / 10_000) * 10_000;

function table(step: number, from: number): TokenTable {
  const prices: [number, number][] = [];
  for (let at = Math.ceil(from / step) * step; at <= asOf; at += step) {
    prices.push([at, 10 * (1 + 0.3 * Math.sin(at / (7 * step)))]);
  }
  return { step, prices };
}

const market = createTableMarket(
  {
    fine: table(5 * minute, asOf - 2 * day),
    hourly: table(hour, asOf - 9 * day),
    late: table(hour, asOf - 5 * hour),
    daily: table(day, asOf - 400 * day),
    unpriced: { step: day, prices: [] },
  },
  asOf,
);

async function createMixedUsers(service: TestService): Promise<void> {
  const tokens = ['fine', 'hourly', 'late', 'daily', 'unpriced'];
  const weights = tokens.map((token) => ({ token, weight: 1 / tokens.length }));
  await service.call('PUT', pathTo(putThematic, 'one'), { name: 'One', tokens: weights });
  const at = new Date(asOf - 300 * day).toISOString();
  for (const token of tokens) {
    await createWith(service, token, {
      attributes: {},
      wallets: [{ thematics: 'one', tokens: [{ token, amount: 3 }], at }],
    });
  }
}

onEachEngine(
  (service) => {
    const book = bookCalls(service);
    const stepOf = async (...ids: string[]) => {
      const { dates } = await book.performance('day', { ids });
      return Date.parse(dates[2] ?? '') - Date.parse(dates[1] ?? '');
    };

    test('the step is the finest at which all members have records', async () => {
      await createMixedUsers(service());
      expect(await stepOf('fine')).toBe(5 * minute);
      expect(await stepOf('fine', 'hourly')).toBe(hour);
      const { dates, total } = await book.performance('day', { ids: ['fine', 'daily'] });
      const users = await Promise.all(['fine', 'daily'].map((id) => book.ofUser(id, 'day')));
      for (const [t, date] of dates.entries()) {
        const sum = users.reduce(
          (all, own) => all + (own.total[own.dates.indexOf(date)] ?? NaN),
          0,
        );
        expect(isSame(total[t] ?? NaN, sum)).toBe(true);
      }
    });

    test('members with a token without a price at a record are counted', async () => {
      await createMixedUsers(service());
      expect(await book.performance('day')).toMatchObject({ count: 5, unknown: 2 });
      expect(await book.performance('day', { ids: ['late', 'daily'] })).toMatchObject({
        count: 2,
        unknown: 1,
      });
      for (const id of ['late', 'unpriced']) {
        const { reason: _, ...own } = await book.ofUser(id, 'day');
        expect(differences(await book.performance('day', { ids: [id] }), own, id)).toEqual([]);
      }
    });
  },
  { market },
);
