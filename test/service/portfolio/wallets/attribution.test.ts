import { expect, test } from 'vitest';
import { sumOf } from '#analytics/weights.ts';
import { attribution, type WalletAttribution } from '#contract/attribution.ts';
import { historyTypes, type HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getAttribution } from '#contract/operations/attribution.ts';
import { getPerformance } from '#contract/operations/wallets.ts';
import { getThematicHistory } from '#contract/operations/thematics.ts';
import { answerOf, createWith, problemOf, stated } from '../../../support/calls.ts';
import { history, performance } from '../../../support/embedded.ts';
import { onEmbedded } from '../../../support/engines.ts';
import { pathTo } from '../../../support/pathTo.ts';

const hostile = ['a/b?c#d e%2F', '日本'];
const thematics = 'energy-grids';

onEmbedded((service) => {
  const call = (
    id: string,
    historyType: HistoryType,
    query: NonNullable<Parameters<typeof pathOf<typeof getAttribution>>[1]['query']> = {
      thematic: thematics,
    },
  ) => service().call('GET', pathOf(getAttribution, { params: { id, historyType }, query }));
  const read = (id: string, type: HistoryType): Promise<WalletAttribution> =>
    answerOf(call(id, type), attribution);

  async function makeWallet(id: string): Promise<void> {
    const { market } = service();
    const [first = '', second = '', third = ''] = market.tokens().map(({ _id }) => _id);
    await createWith(service(), id, {
      attributes: {},
      wallets: [
        {
          thematics,
          tokens: [
            { token: first, amount: 20 },
            { token: second, amount: 3 },
          ],
          at: '2025-03-03T10:11:12Z',
        },
      ],
    });
    await stated(service(), id, {
      thematics,
      tokens: [
        { token: second, amount: 30 },
        { token: third, amount: 7 },
      ],
      at: '2026-06-10T00:00:01Z',
    });
  }

  test.each(hostile)(
    'adds up to the returns of %s’s wallet and of its thematic, over every period',
    async (id) => {
      await makeWallet(id);
      for (const type of historyTypes) {
        const found = await read(id, type);
        const query = { thematic: thematics };
        const path = pathOf(getPerformance, { params: { id, historyType: type }, query });
        const { index } = await answerOf(service().call('GET', path), performance);
        const levels = await answerOf(
          service().call('GET', pathTo(getThematicHistory, thematics, type)),
          history,
        );
        const start = levels.findLast(({ date }) => date <= (found.from ?? ''));
        expect(found.return).toBeCloseTo((index.at(-1) ?? NaN) / 100 - 1, 11);
        // Only the first record of all is not one of the thematic's.
        const isSame = start?.date === found.from;
        expect(isSame).toBe(type !== 'all');
        const change = (levels.at(-1)?.total ?? NaN) / (start?.total ?? NaN) - 1;
        expect(found.thematicReturn).toBeCloseTo(
          isSame ? change : (found.thematicReturn ?? NaN),
          11,
        );
        const difference = (found.return ?? NaN) - (found.thematicReturn ?? NaN);
        expect(found.difference).toBeCloseTo(difference, 14);
        expect(sumOf(found.tokens.map(({ effect }) => effect))).toBeCloseTo(difference, 12);
        expect(sumOf(found.periods.map(({ effect }) => effect))).toBeCloseTo(difference, 12);
        expect(Math.abs(found.residual ?? NaN)).toBeLessThan(1e-12);
        expect(sumOf(found.tokens.map(({ weight }) => weight))).toBeCloseTo(1, 12);
        expect(sumOf(found.tokens.map(({ target }) => target))).toBeCloseTo(1, 12);
        expect(found.to).toBe(found.asOf);
      }
    },
  );

  test('as CSV, a row for each token', async () => {
    await makeWallet('ada');
    const { tokens } = await read('ada', 'year');
    const response = await call('ada', 'year', { thematic: thematics, format: 'csv' });
    expect(response.headers.get('content-type')).toContain('text/csv');
    const [head, ...rows] = (await response.text()).trim().split('\r\n');
    expect(head).toBe('token,symbol,name,from,to,weight,target,drift,return,excess,effect');
    expect(rows.map((row) => Number(row.split(',').at(-1)))).toEqual(
      tokens.map(({ effect }) => effect),
    );
  });

  test('names what is missing, unknown or empty', async () => {
    await makeWallet('ada');
    const missing = await problemOf(call('ada', 'day', {}), 'missing-parameter');
    expect(missing.detail).toContain('?thematic=ID');
    await problemOf(call('nobody', 'day'), 'user-not-found');
    await problemOf(call('ada', 'day', { thematic: 'a/b?c#d e%2F' }), 'thematic-not-found');
    await problemOf(call('ada', 'day', { thematic: thematics, format: 'xml' }), 'invalid-query');
    const other = await answerOf(call('ada', 'day', { thematic: 'data-feeds' }), attribution);
    expect(other).toMatchObject({
      return: null,
      reason: 'The user has no wallet in this thematic.',
    });
    await stated(service(), 'ada', { thematics: 'data-feeds', tokens: [] });
    const empty = await answerOf(call('ada', 'all', { thematic: 'data-feeds' }), attribution);
    expect(empty).toMatchObject({ tokens: [], reason: expect.stringContaining('no value') });
  });
});
