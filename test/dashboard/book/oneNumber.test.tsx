import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { HistoryType } from '#contract/historyType.ts';
import { pathOf } from '#contract/operation.ts';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import { positionsHistory } from '#contract/positions.ts';
import { answerOf } from '#test/support/calls.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

// Amounts that change within a day: at steps of 4 hours, the same deposit has another price than at those of a day.

beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  const { thematic, tokens } = await someThematic();
  const [token, other] = tokens;
  const holding = (id: string, amount: number, at: string) => ({
    thematics: thematic._id,
    tokens: { [id]: amount },
    at,
  });
  await makeUser('ann', { country: 'CH' }, [
    holding(token, 300, '2024-01-01T00:00:00.000Z'),
    holding(token, 500, '2026-04-30T09:00:00.000Z'),
    holding(token, 900, '2026-05-12T09:30:00.000Z'),
    holding(token, 400, '2026-05-31T17:00:00.000Z'),
    holding(token, 700, '2026-06-03T05:00:00.000Z'),
  ]);
  await makeUser('ben', { country: 'CH' }, [holding(other, 200, '2026-05-20T08:00:00.000Z')]);
  await makeUser('eve', { country: 'FR' }, [holding(token, 5, '2024-01-01T00:00:00.000Z')]);
});

/** Change and net flow of users between two records of a history, from their amounts and prices. */
async function computed(ids: readonly string[], type: HistoryType, from: string, to: string) {
  const { call } = await testService();
  const sums = { change: 0, flow: 0 };
  for (const id of ids) {
    const path = pathOf(getPositionsHistory, { params: { id, historyType: type } });
    const { dates, tokens } = await answerOf(call('GET', path), positionsHistory);
    for (const { amount, price } of tokens) {
      const valueAt = (t: number) => (amount[t] ?? 0) * (price[t] ?? 0);
      const inside = [...dates.keys()].filter((t) => {
        const date = dates[t] ?? '';
        return date >= from && date <= to;
      });
      const [first = 0, ...later] = inside;
      // A member who joins within the window begins with nothing.
      const isLate = dates[first] !== from;
      sums.change += valueAt(inside.at(-1) ?? 0) - (isLate ? 0 : valueAt(first));
      if (isLate) sums.flow += valueAt(first);
      for (const t of later)
        sums.flow += ((amount[t] ?? 0) - (amount[t - 1] ?? 0)) * (price[t] ?? 0);
    }
  }
  return sums;
}

const signed = (value: number) =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })}`;

const inStrip = async (label: RegExp) =>
  (await screen.findByText(label, { selector: 'dt *, dt' })).closest('div')?.querySelector('dd');

/** Texts of the drivers' effects, with all digits. */
async function drivers() {
  const panel = within(await screen.findByRole('region', { name: 'Drivers' }));
  const effect = async (label: string) =>
    (await panel.findByText(label, { selector: 'dt' })).nextElementSibling;
  const [price, flow] = [await effect('from prices'), await effect('from flows')];
  return { price: price?.getAttribute('title'), flow: flow?.getAttribute('title'), short: flow };
}

const cases = [
  ['last-month', 'year', '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', ['May 2026']],
  ['mtd', 'month', '2026-06-01T00:00:00.000Z', '2026-06-18T00:00:00.000Z', ['Jun 2026']],
  [
    '2026-05-10..2026-05-25',
    'year',
    '2026-05-10T00:00:00.000Z',
    '2026-05-26T00:00:00.000Z',
    ['May 2026'],
  ],
] as const;

test.each(cases)(
  'over %s, strip, drivers and monthly flows of a book show the flow of the records of the chart',
  async (period, type, from, to, months) => {
    const { change, flow } = await computed(['ann', 'ben'], type, from, to);
    open(`/book?attribute.country=CH&period=${period}`);
    await waitFor(async () =>
      expect((await inStrip(/^Change in value, /))?.getAttribute('title')).toBe(signed(change)),
    );
    await waitFor(async () => expect((await drivers()).flow).toBe(signed(flow)));
    const moved = await drivers();
    expect(moved.price).toBe(signed(change - flow));
    expect((await inStrip(/^Net flow, /))?.textContent).toBe(moved.short?.textContent);
    const table = within(await screen.findByRole('table', { name: 'Monthly flows' }));
    await waitFor(() => expect(table.getByText(signed(flow))).toBeTruthy());
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent?.slice(0, 8))).toEqual(months);
  },
);

test('over a zoom too', async () => {
  const [from, to] = ['2026-05-12T00:00:00.000Z', '2026-05-29T00:00:00.000Z'];
  const { change, flow } = await computed(['ann', 'ben'], 'year', from, to);
  open(`/book?attribute.country=CH&period=year&from=2026-05-11T07:11:00Z&to=2026-05-29T13:00:00Z`);
  await waitFor(async () =>
    expect((await inStrip(/^Change in value, /))?.getAttribute('title')).toBe(signed(change)),
  );
  await waitFor(async () => expect((await drivers()).flow).toBe(signed(flow)));
});

test.each(cases)('over %s, chart and drivers of a user agree', async (period, type, from, to) => {
  const { change, flow } = await computed(['ann'], type, from, to);
  open(`/users/ann?period=${period}`);
  const total = await screen.findByRole('region', { name: 'Total of ann' });
  await waitFor(() => expect(total.textContent).toContain(signed(change)));
  await waitFor(async () => expect((await drivers()).flow).toBe(signed(flow)));
  expect((await drivers()).price).toBe(signed(change - flow));
});
