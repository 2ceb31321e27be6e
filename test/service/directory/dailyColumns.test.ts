import { expect, test } from 'vitest';
import { attribution } from '#contract/attribution.ts';
import { dailyColumns } from '#contract/directory.ts';
import { figures } from '#contract/figures.ts';
import { day } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getAttribution } from '#contract/operations/attribution.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import { positionsHistory } from '#contract/positions.ts';
import { formatTime } from '#contract/time.ts';
import { offBy } from '#test/analytics/plainFigures.ts';
import { answerOf, makeUser, readDirectory, readWallets, stated } from '#test/support/calls.ts';
import { directoryPage, history } from '#test/support/embedded.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { createRandomUsers } from '../portfolio/book/bookCalls.ts';
import { userFiguresPath } from '../portfolio/figures/figureCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds', 'energy-grids'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'VOLTQ', 'KORV'],
};

onEachEngine((service) => {
  const get = (path: string) => service().call('GET', path);
  const midnight = () => formatTime(Math.floor(service().market.asOf() / day) * day);
  const page = () => answerOf(get(pathOf(getDirectory, { query: { limit: 500 } })), directoryPage);
  const rowOf = async (id: string) =>
    (await readDirectory(service(), { ids: [id] })).find(({ customId }) => customId === id);
  const figuresOrReasons = async (id: string) => {
    const row = await rowOf(id);
    return dailyColumns.map((name) => row?.[name] ?? row?.unknownDaily[name]);
  };
  const figuresOf = (id: string) =>
    answerOf(get(userFiguresPath('year', { asOf: midnight() }, id)), figures);
  const attributionOf = (id: string, thematic: string) =>
    answerOf(
      get(
        pathOf(getAttribution, {
          params: { id, historyType: 'year' },
          query: { thematic, asOf: midnight() },
        }),
      ),
      attribution,
    );

  /** Return of a user's wallets less the one they would have had with their thematics' levels, day by day. */
  async function plainCost(id: string): Promise<number | null> {
    const days = new Map<string, { before: number; after: number; target: number }>();
    for (const { thematics } of await readWallets(service(), id)) {
      const positions = await answerOf(
        get(
          pathOf(getPositionsHistory, {
            params: { id, historyType: 'year' },
            query: { thematic: thematics, asOf: midnight() },
          }),
        ),
        positionsHistory,
      );
      const levels = await answerOf(
        get(pathOf(getThematicHistory, { params: { id: thematics, historyType: 'all' } })),
        history,
      );
      const levelAt = new Map(levels.map(({ date, total }) => [date, total]));
      for (const [t, date] of positions.dates.entries()) {
        const next = positions.dates[t + 1];
        if (next === undefined) continue;
        const own = days.get(date) ?? { before: 0, after: 0, target: 0 };
        const growth = (levelAt.get(next) ?? NaN) / (levelAt.get(date) ?? NaN);
        for (const { amount, price } of positions.tokens) {
          const before = (amount[t] ?? 0) * (price[t] ?? 0);
          if (before === 0) continue;
          own.before += before;
          own.after += (amount[t] ?? 0) * (price[t + 1] ?? 0);
          own.target += before * growth;
        }
        days.set(date, own);
      }
    }
    const known = [...days.values()].filter((one) => one.before > 0 && !Number.isNaN(one.target));
    if (known.length === 0) return null;
    const product = (of: 'after' | 'target') =>
      known.reduce((all, one) => all * (one[of] / one.before), 1);
    return product('after') - product('target');
  }

  test('equal the figures of each user at the last whole day, and a plain computation of the cost of drift', async () => {
    const ids = await createRandomUsers(service(), 11, 12, held);
    const { rows, dailyAsOf } = await page();
    expect(dailyAsOf).toBe(midnight());
    let compared = 0;
    for (const row of rows) {
      const { figures: own } = await figuresOf(row.customId);
      for (const name of ['volatility', 'maxDrawdown'] as const) {
        expect([row.customId, name, row[name] === null]).toEqual([
          row.customId,
          name,
          own[name].value === null,
        ]);
        expect(offBy(row[name], own[name].value ?? NaN) < 1e-9 || row[name] === null).toBe(true);
      }
      const cost = await plainCost(row.customId);
      expect([row.customId, row.costOfDrift === null]).toEqual([row.customId, cost === null]);
      expect(row.costOfDrift ?? 0).toBeCloseTo(cost ?? 0, 10);
      for (const name of dailyColumns) {
        expect(row[name] === null).toBe(typeof row.unknownDaily[name] === 'string');
        compared += Number(row[name] !== null);
      }
    }
    expect(rows).toHaveLength(ids.length);
    expect(compared).toBeGreaterThan(15);
  });

  test('the cost of drift of one wallet is the difference of its attribution', async () => {
    const [thematic = ''] = held.thematics;
    await makeUser(service(), 'ada');
    await stated(service(), 'ada', {
      thematics: thematic,
      at: formatTime(service().market.asOf() - 200 * day),
      tokens: held.tokens.slice(0, 3).map((token, n) => ({ token, amount: 10 ** n })),
    });
    const { difference } = await attributionOf('ada', thematic);
    expect(difference).not.toBe(0);
    expect((await rowOf('ada'))?.costOfDrift).toBeCloseTo(difference ?? NaN, 12);
  });

  test('change with a statement about the past, and with the day', async () => {
    await makeUser(service(), 'ada');
    expect(await figuresOrReasons('ada')).toEqual(
      dailyColumns.map(() => 'The user held nothing with a price in the year.'),
    );
    const buy = async (token: string, ago: number) =>
      stated(service(), 'ada', {
        thematics: 'open-lending',
        at: formatTime(service().market.asOf() - ago),
        tokens: [{ token, amount: 5 }],
      });
    await buy('TALO', 10 * day);
    const [few, fall, cost] = await figuresOrReasons('ada');
    expect(few).toBe('This figure needs at least 20 daily returns; the year has fewer.');
    expect([typeof fall, typeof cost]).toEqual(['number', 'number']);
    await buy('KANAL', 100 * day);
    const [volatility, deeper] = await figuresOrReasons('ada');
    expect(volatility).toBeGreaterThan(0);
    expect(deeper).toBeLessThanOrEqual(Number(fall));
    const before = await page();
    service().clock.now += 3 * day;
    const after = await page();
    expect(Date.parse(after.dailyAsOf ?? '') - Date.parse(before.dailyAsOf ?? '')).toBe(3 * day);
    expect(after.rows[0]?.volatility).not.toBe(before.rows[0]?.volatility);
  });

  test('sort the directory, unknown ones last, and stay sorted after a change', async () => {
    await createRandomUsers(service(), 5, 8, held);
    for (const name of dailyColumns) {
      for (const sort of [name, `-${name}`]) {
        const values = (await readDirectory(service(), { sort })).map((row) => row[name]);
        const numbers = values.filter((value) => value !== null);
        expect(values.slice(numbers.length).every((value) => value === null)).toBe(true);
        const sign = sort === name ? 1 : -1;
        expect(numbers).toEqual(numbers.toSorted((a, b) => sign * (a - b)));
      }
    }
    await stated(service(), 'user 3', {
      thematics: 'open-lending',
      at: formatTime(service().market.asOf() - 300 * day),
      tokens: [{ token: 'KORV', amount: 1e9 }],
    });
    const again = (await readDirectory(service(), { sort: '-volatility' })).flatMap(
      (row) => row.volatility ?? [],
    );
    expect(again).toEqual(again.toSorted((a, b) => b - a));
  });

  test('as CSV have their own instant', async () => {
    await makeUser(service(), 'ada');
    const columns = [...dailyColumns, 'dailyAsOf'];
    const path = pathOf(getDirectory, { query: { format: 'csv', columns } });
    const text = await (await get(path)).text();
    expect(text.split('\r\n')).toEqual([columns.join(','), `,,,${midnight()}`, '']);
  });
});
