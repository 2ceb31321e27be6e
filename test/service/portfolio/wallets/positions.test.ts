import { expect, test } from 'vitest';
import { historyTypes, type HistoryType } from '#contract/historyType.ts';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import { positionsHistory } from '#contract/positions.ts';
import { answerOf, makeUser, problemOf, readHistory, stated } from '../../../support/calls.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';

const holding = (...tokens: [token: string, amount: number][]) =>
  tokens.map(([token, amount]) => ({ token, amount }));

onEmbedded((service) => {
  const read = (type: HistoryType, thematic?: string) =>
    answerOf(
      service().call(
        'GET',
        pathTo(getPositionsHistory, 'ada', type) +
          (thematic === undefined ? '' : `?${new URLSearchParams({ thematic }).toString()}`),
      ),
      positionsHistory,
    );
  const fill = async () => {
    await makeUser(service(), 'ada');
    await stated(
      service(),
      'ada',
      {
        thematics: 'data-feeds',
        tokens: holding(['AUGRY', 1.5], ['KANAL', 7]),
        at: '2023-05-05T05:05:05Z',
      },
      { thematics: 'data-feeds', tokens: holding(['AUGRY', 2.25]), at: '2026-06-17T01:00:00Z' },
      {
        thematics: 'open-lending',
        tokens: holding(['AUGRY', 4], ['SOLVA', 3]),
        at: '2022-01-01T00:00:00Z',
      },
    );
  };

  test.each(historyTypes)(
    'the parts of each record of %s add up to the user’s own',
    async (type) => {
      await fill();
      const whole = await readHistory(service(), 'ada', type);
      const { dates, tokens } = await read(type);
      expect(dates).toEqual(whole.map(({ date }) => date));
      expect(tokens.map(({ token }) => token)).toEqual(
        ['AUGRY', 'KANAL', 'SOLVA'].map((id) => {
          const { _id, symbol, name } = service().market.token(id) ?? {};
          return { _id, symbol, name };
        }),
      );
      for (const [index, { total }] of whole.entries()) {
        const parts = tokens.reduce((sum, column) => sum + (column.total[index] ?? NaN), 0);
        expect(Math.abs(parts - total)).toBeLessThanOrEqual(Math.abs(total) * 1e-12);
        const at = Date.parse(dates[index] ?? '');
        for (const { token, amount, price, total: totals } of tokens) {
          expect(price[index]).toBe(service().market.priceAt(token._id, at)?.price ?? null);
          expect(totals[index]).toBe((amount[index] ?? NaN) * (price[index] ?? 0));
        }
      }
      // AUGRY is held in both wallets.
      expect(tokens[0]?.amount.at(-1)).toBe(2.25 + 4);
    },
  );

  test('of one thematic alone, on request', async () => {
    await fill();
    const { dates, tokens } = await read('day', 'data-feeds');
    expect(tokens.map(({ token }) => token._id)).toEqual(['AUGRY', 'KANAL']);
    const [augry, kanal] = tokens;
    const turn = dates.indexOf('2026-06-17T01:00:00.000Z');
    expect(turn).toBeGreaterThan(0);
    expect(new Set(augry?.amount.slice(0, turn))).toEqual(new Set([1.5]));
    expect(new Set(augry?.amount.slice(turn))).toEqual(new Set([2.25]));
    expect(new Set(kanal?.amount.slice(turn))).toEqual(new Set([0]));
  });

  test('before its first price a token has none, and counts for nothing', async () => {
    await fill();
    const { dates, tokens } = await read('all', 'open-lending');
    const solva = tokens.find(({ token }) => token._id === 'SOLVA');
    const listed = service().market.firstAt('SOLVA') ?? 0;
    expect(new Date(listed).toISOString()).toBe('2022-09-20T00:00:00.000Z');
    for (const [index, date] of dates.entries()) {
      const known = Date.parse(date) >= listed;
      expect(solva?.price[index] === null).toBe(!known);
      expect(solva?.total[index] === 0).toBe(!known);
      expect(solva?.amount[index]).toBe(3);
    }
  });

  test('a user without holdings has no records', async () => {
    await makeUser(service(), 'ada');
    expect(await read('year')).toEqual({ dates: [], tokens: [] });
    expect(await read('year', 'data-feeds')).toEqual({ dates: [], tokens: [] });
  });

  test('unknown ids and unknown types have their own answers', async () => {
    await fill();
    const { call } = service();
    const path = pathTo(getPositionsHistory, 'ada', 'day');
    await problemOf(call('GET', pathTo(getPositionsHistory, 'eve', 'day')), 'user-not-found');
    await problemOf(call('GET', `${path}?thematic=nothing`), 'thematic-not-found');
    await problemOf(call('GET', `${path}?thematics=data-feeds`), 'invalid-query');
    const decade = await problemOf(
      call('GET', path.replace('day', 'decade')),
      'invalid-history-type',
    );
    expect(decade).toMatchObject({ allowed: historyTypes });
  });
});
