import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { levelList } from '#contract/levels.ts';
import { performance, walletsPerformance } from '#contract/performance.ts';
import { positionsHistory } from '#contract/positions.ts';
import { tokenList } from '#contract/token.ts';
import { figuresOperations } from '#figures/figuresOperations.ts';
import { createLevelBook } from '#figures/levels.ts';
import type { FiguresSource } from '#figures/source.ts';
import { serve } from '#platform/http/implement.ts';
import { createSwitchableMarket } from '#service/prices/switchable.ts';
import { answerOf } from '../support/calls.ts';
import { createTableMarket } from '../support/tableMarket.ts';

const day = 86_400_000;
const begin = Date.UTC(2026, 5, 1);
const at = (days: number) => begin + days * day;
const iso = (days: number) => new Date(at(days)).toISOString();

/** One token that costs 10, 20 and 30 on three days. */
const market = createSwitchableMarket(
  createTableMarket({ x: { step: day, prices: [10, 20, 30].map((p, i) => [at(i), p]) } }, at(2)),
);
const token = { _id: 'x', symbol: 'X', name: 'The token x', price: 30, priceAt: iso(2) };
const tokens = async () => [token];
const headers = () => ({ 'x-read': 'now' });

/** Records that 1 is held from the first day on and 3 from the last one on. */
const recorded: FiguresSource = {
  async holdings({ thematic = 't' }) {
    const statements = [
      { at: at(0), positions: [{ token: 'x', amount: 1 }] },
      { at: at(2), positions: [{ token: 'x', amount: 3 }] },
    ];
    return thematic === 't' ? [{ thematicId: 't', statements, heldFrom: at(0) }] : [];
  },
  definitions: {
    levels: createLevelBook(market),
    all: async () => [{ id: 't', definitions: [{ from: 0, tokens: [{ token: 'x', weight: 1 }] }] }],
    find: () => Promise.reject(new Error('not needed')),
  },
  prices: market,
  asOf: () => at(2),
  tokens,
  headers,
};

const history = (...totals: number[]) => ({
  times: Float64Array.from(totals, (_, index) => at(index)),
  totals: Float64Array.from(totals),
});

/** Reports the values and levels of the same service, and no amounts. */
const reported: FiguresSource = {
  holdings: {
    reason: 'No amounts.',
    values: async () => history(10, NaN, 90),
    walletValues: async () => ({
      all: history(10, 20, 90),
      wallets: [{ thematicId: 't', ...history(10, 20, 90) }],
    }),
  },
  definitions: {
    reason: 'No definitions.',
    levelsOf: async () => ({ name: 'T', ...history(100, 200, 300) }),
    reportedLevels: async () => [{ thematicId: 't', ...history(100, 200, 300) }],
  },
  prices: { reason: 'No prices.' },
  asOf: () => at(2),
  tokens,
  headers,
};

function answering(source: FiguresSource) {
  const app = new Hono();
  serve(
    app,
    figuresOperations(() => source),
  );
  return (path: string) => app.request(path);
}
const get = { recorded: answering(recorded), reported: answering(reported) };
const dates = [iso(0), iso(1), iso(2)];

test('value, return and flow come from recorded amounts; of reported values the reason is given', async () => {
  const path = '/x/users/u/performance/all';
  expect(await answerOf(get.recorded(path), performance)).toEqual({
    dates,
    total: [10, 20, 90],
    index: [100, 200, 300],
    flow: [0, 0, 60],
    flatRecords: 0,
  });
  const values = { dates, total: [10, null, 90], index: null, flow: null, flatRecords: 0 };
  const answer = await get.reported(path);
  expect(answer.headers.get('x-read')).toBe('now');
  expect(await answerOf(answer, performance)).toEqual({ ...values, reason: 'No amounts.' });
});

test('wallets apart, levels and tokens are answered by both', async () => {
  const wallets = '/x/users/u/wallets/performance/all';
  const value = { thematics: 't', total: [10, 20, 90] };
  expect(await answerOf(get.recorded(wallets), walletsPerformance)).toEqual({
    dates,
    wallets: [{ ...value, flow: [0, 0, 60] }],
  });
  expect(await answerOf(get.reported(wallets), walletsPerformance)).toEqual({
    dates,
    wallets: [{ ...value, flow: null }],
    reason: 'No amounts.',
  });
  for (const call of Object.values(get)) {
    expect(await answerOf(call('/x/levels/all'), levelList)).toEqual([
      { thematics: 't', dates, levels: [100, 200, 300] },
    ]);
  }
  const none = { day: null, week: null, month: null, year: null, all: null };
  expect(await answerOf(get.recorded('/x/tokens'), tokenList)).toEqual([
    { ...token, change: { ...none, day: 0.5, all: 2 } },
  ]);
  expect(await answerOf(get.reported('/x/tokens'), tokenList)).toEqual([
    { ...token, change: none },
  ]);
});

test('today’s amounts are not carried into the past: without recorded ones there are no positions', async () => {
  const path = '/x/users/u/positions/history/all';
  expect(await answerOf(get.recorded(path), positionsHistory)).toMatchObject({
    dates,
    tokens: [{ amount: [1, 1, 3], price: [10, 20, 30], total: [10, 20, 90] }],
  });
  const left = ['positions/history', 'performance'].map((call) => `/x/users/u/${call}/all`);
  left.push('/x/thematics/t/contribution/all', '/x/tokens/x/history/all');
  const statuses = await Promise.all(left.map(async (one) => (await get.reported(one)).status));
  expect(statuses).toEqual([404, 200, 404, 404]);
});
