import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { bookPerformance } from '#contract/book.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookPerformance } from '#contract/operations/book.ts';
import { investedOver } from '#dashboard/book/investedLine.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { answerOf } from '#test/support/calls.ts';
import { connect } from '#test/support/connected.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const members = { 'attribute.*': { country: ['CH'] } };

/** Holdings since 2024. The second user joined in March 2026. */
async function fill() {
  const { thematic, tokens } = await someThematic();
  const hold = (id: string, amount: number, at: string) =>
    makeUser(id, { country: 'CH' }, [
      { thematics: thematic._id, tokens: { [tokens[0]]: amount }, at },
    ]);
  await hold('ann', 3, '2024-01-01T00:00:00.000Z');
  await hold('ben', 1, '2026-03-10T00:00:00.000Z');
}

async function performance(historyType: 'year' | 'all') {
  const { call } = await testService();
  const path = pathOf(getBookPerformance, { params: { historyType }, query: members });
  return answerOf(call('GET', path), bookPerformance);
}

/** By addition, record by record: the first total, then the flows. */
async function expected(historyType: 'year' | 'all') {
  const { total, flow } = await performance(historyType);
  const invested = total.map(
    (_, t) => (total[0] ?? NaN) + (flow ?? []).slice(1, t + 1).reduce((sum, one) => sum + one, 0),
  );
  return { invested: invested.at(-1) ?? NaN, gain: (total.at(-1) ?? NaN) - (invested.at(-1) ?? 0) };
}

const money = (value: number) =>
  Math.abs(value).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const legend = () => screen.findByText(/^Net invested [\d,.]+:/, { selector: 'p' });
const lines = () => document.querySelectorAll('.recharts-line-curve').length;
const tool = (pressed: boolean) => screen.findByRole('button', { name: 'Net invested', pressed });

test('the line begins at the total of the window, and its distance to the value is the gain', async () => {
  await fill();
  open('/book?attribute.country=CH&period=year');
  const { invested, gain } = await expected('year');
  expect((await legend()).textContent).toBe(
    `Net invested ${money(invested)}: the total of 18 Jun 2025, then deposits less withdrawals, gain ${gain < 0 ? '−' : '+'}${money(gain)}`,
  );
  await waitFor(() => expect(lines()).toBe(2));
});

test('over all of the history, nothing was invested before the first holdings, and the legend names their date', async () => {
  await fill();
  open('/book?attribute.country=CH&period=all');
  const { invested } = await expected('all');
  expect((await legend()).textContent).toMatch(
    `Net invested ${money(invested)}: deposits less withdrawals since the first holdings on 1 Jan 2024`,
  );
});

test('pointer, keys and table have its figure', async () => {
  await fill();
  const { user } = open('/book?attribute.country=CH&period=year');
  await legend();
  await waitFor(() => expect(lines()).toBe(2));
  const { invested } = await expected('year');
  (await screen.findByRole('application')).focus();
  await user.keyboard('{End}');
  const box = [...document.querySelectorAll('table[aria-hidden] tr')].map((row) => row.textContent);
  expect(box[1]).toMatch(`Net invested${money(invested)}`);
  // A gain in money is no difference of two returns.
  expect(box).toHaveLength(2);
  const said = within(await screen.findByRole('application')).getByRole('status').textContent;
  expect(said).toContain(`, Net invested ${money(invested)}`);
  await user.keyboard('t');
  const table = within(await screen.findByRole('table', { name: 'Total of the book' }));
  const [head, newest] = table.getAllByRole('row').map((row) => row.textContent);
  expect(head).toMatch(/Net invested$/);
  expect(newest?.endsWith(money(invested))).toBe(true);
});

test('the switch removes it and the address keeps that; other modes have no such line', async () => {
  await fill();
  const { user, address } = open('/book?attribute.country=CH&period=year');
  await waitFor(() => expect(lines()).toBe(2));
  await user.click(await tool(true));
  await waitFor(() => expect(lines()).toBe(1));
  expect(address()).toContain('invested=0');
  expect(screen.queryByText(/^Net invested [\d,.]+:/)).toBeNull();
  await user.click(await tool(false));
  await waitFor(() => expect(lines()).toBe(2));
  await user.click(screen.getByRole('radio', { name: 'Index' }));
  await waitFor(() => expect(lines()).toBe(1));
  expect(screen.queryByText(/^Net invested [\d,.]+:/)).toBeNull();
});

test('privacy mode and connected mode have no such line', async () => {
  await fill();
  setPreference('privacy', 'percentages');
  const hidden = open('/book?attribute.country=CH&period=year');
  await waitFor(() => expect(lines()).toBe(1));
  expect(screen.queryByText(/^Net invested [\d,.]+:/)).toBeNull();
  hidden.unmount();
  connect();
  open('/book?attribute.country=CH&period=year');
  expect(
    await screen.findByText(/^Net invested, net flow, return, drivers, flows and risk/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Net invested' })).toBeNull();
});

test('a zoom begins at its own first record', () => {
  const records = {
    times: Float64Array.of(0, 10, 20, 30),
    totals: Float64Array.of(NaN, 100, 130, 90),
    flow: [0, 100, 20, -50],
  };
  const all = investedOver(records, { from: 0, to: 30 });
  expect(all).toMatchObject({ from: 10, total: 90, invested: 70 });
  const zoomed = investedOver(records, { from: 15, to: 30 });
  expect(zoomed).toMatchObject({ from: 20, total: 90, invested: 80 });
  expect([...(zoomed?.line.series.totals ?? [])]).toEqual([NaN, 110, 130, 80]);
  expect(investedOver(records, { from: 0, to: 5 })).toBeNull();
});
