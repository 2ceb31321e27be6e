import { expect, test } from 'vitest';
import { day, type HistoryType, hour } from '#contract/historyType.ts';
import { offBy } from '#test/analytics/plainFigures.ts';
import { createWith } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { bookCalls, createRandomUsers } from './bookCalls.ts';

const held = {
  thematics: ['open-lending', 'data-feeds'],
  tokens: ['TALO', 'KANAL', 'AUGRY', 'VOLTQ', 'KORV'],
};

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

const statement = (amount: number, at: string) => ({
  thematics: 'data-feeds',
  tokens: [{ token: 'AUGRY', amount }],
  at,
});

onEachEngine((service) => {
  const book = bookCalls(service);

  /** Records of a user between two instants, and the flows after the first of them, from the user's own history. */
  async function recordsOf(id: string, type: HistoryType, from: string, to: string) {
    const { dates, total, flow } = await book.ofUser(id, type);
    const records = [...dates.keys()].filter(
      (t) => (dates[t] ?? '') >= from && (dates[t] ?? '') <= to,
    );
    const [first, last] = [records[0] ?? -1, records.at(-1) ?? -1];
    return {
      from: dates[first] ?? null,
      to: dates[last] ?? null,
      first: total[first] ?? 0,
      last: total[last] ?? 0,
      flows: records.slice(1).map((t) => ({ since: dates[t - 1] ?? '', flow: flow?.[t] ?? NaN })),
    };
  }

  test.each([
    ['month', 20.3 * day, 4.1 * day],
    ['year', 47.6 * day, 16.6 * day],
    ['all', 900.2 * day, 880.9 * day],
  ] as const)(
    'with step=history, drivers and flows are those of the records of a %s between two instants',
    async (type, since, until) => {
      const ids = await createRandomUsers(service(), 31, 6, held);
      const at = (ago: number) => new Date(service().market.asOf() - ago).toISOString();
      const query = { from: at(since), to: at(until), step: 'history' } as const;
      let flowing = 0;
      for (const id of ids) {
        const plain = await recordsOf(id, type, query.from, query.to);
        const scale = 1 + plain.first + plain.last;
        const isClose = (actual: number | null, expected: number) =>
          offBy((actual ?? 0) / scale, expected / scale) < 1e-9 ||
          Math.abs((actual ?? 0) - expected) < 1e-9 * scale;
        const amount = sumOf(plain.flows.map(({ flow }) => flow));
        flowing += amount === 0 ? 0 : 1;
        for (const by of ['token', 'thematic', 'user'] as const) {
          const answer = await book.contribution(type, by, { ids: [id], ...query });
          expect(answer).toMatchObject({ from: plain.from, to: plain.to });
          for (const [actual, expected] of [
            [answer.first, plain.first],
            [answer.last, plain.last],
            [answer.amount, amount],
            [answer.change, plain.last - plain.first],
            [sumOf(answer.rows.map((row) => row.change)), plain.last - plain.first],
          ] as const) {
            expect([id, by, actual, isClose(actual, expected)]).toEqual([id, by, actual, true]);
          }
        }
        const { months } = await book.flows(type, { ids: [id], ...query });
        expect(isClose(sumOf(months.map(({ net }) => net)), amount)).toBe(true);
        for (const { period, net } of months) {
          const own = plain.flows.filter(({ since: begin }) => begin.startsWith(period));
          expect(isClose(net, sumOf(own.map(({ flow }) => flow)))).toBe(true);
        }
      }
      expect(flowing).toBeGreaterThan(0);
    },
  );

  test('holdings that change on the last day of a month are a flow of that month, and at its end of the next one', async () => {
    const may = '2026-05-01T00:00:00.000Z';
    const june = '2026-06-01T00:00:00.000Z';
    const lastDay = new Date(Date.parse(june) - 7 * hour).toISOString();
    await createWith(service(), 'early', {
      attributes: {},
      wallets: [statement(10, '2026-01-01T00:00:00.000Z'), statement(14, lastDay)],
    });
    await createWith(service(), 'late', {
      attributes: {},
      wallets: [statement(10, '2026-01-01T00:00:00.000Z'), statement(13, june)],
    });
    const lastMonth = { from: may, to: june, step: 'history' } as const;
    const periods = async (type: HistoryType, id: string, query: object = {}) => {
      const { months } = await book.flows(type, { ids: [id], ...query });
      return months.filter(({ net }) => net !== 0).map(({ period }) => period);
    };
    for (const type of ['year', 'all'] as const) {
      expect(await periods(type, 'early')).toEqual(['2026-05']);
      expect(await periods(type, 'late', { from: may, step: 'history' })).toEqual(['2026-06']);
    }
    const { months } = await book.flows('year', { ids: ['early'], ...lastMonth });
    const { amount } = await book.contribution('year', 'user', { ids: ['early'], ...lastMonth });
    expect(months.map(({ period, net }) => [period, offBy(net, amount ?? NaN) < 1e-9])).toEqual([
      ['2026-05', true],
    ]);
    // The value at the end includes it, so the flow of the period does too.
    const both = await book.flows('year', { ids: ['early', 'late'], ...lastMonth });
    expect(both.months.map(({ period }) => period)).toEqual(['2026-05', '2026-06']);
  });

  test('says that a period without records has none, and rejects what has no meaning', async () => {
    await createRandomUsers(service(), 32, 3, held);
    const old = { from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' };
    const answer = await book.contribution('month', 'user', { ...old, step: 'history' });
    expect(answer).toMatchObject({ from: null, to: null, change: null, rows: [] });
    expect((await book.flows('month', { ...old, step: 'history' })).months).toEqual([]);
    for (const query of [
      'step=day',
      `step=history&from=${old.to}&to=${old.from}`,
      `from=${old.from}`,
    ]) {
      const { status } = await book.get(`/x/book/flows/month?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});
