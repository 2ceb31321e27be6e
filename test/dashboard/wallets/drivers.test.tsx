import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getWalletHistory } from '#contract/operations/wallets.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, readHistory, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { notOffered, server } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const id = 'a/b?c#d e%2F';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** A wallet with a new statement within the month: one token removed, one added, one amount changed. */
async function holdAnew() {
  const { thematic, tokens } = await someThematic();
  const [went, came, changed] = tokens;
  await makeUser(id, {}, [
    {
      thematics: thematic._id,
      tokens: { [went]: 50, [changed]: 10 },
      at: '2024-01-01T00:00:00.000Z',
    },
    {
      thematics: thematic._id,
      tokens: { [came]: 70, [changed]: 25 },
      at: '2026-06-03T00:00:00.000Z',
    },
    {
      thematics: thematic._id,
      tokens: { [came]: 70, [changed]: 5 },
      at: '2026-06-11T00:00:00.000Z',
    },
  ]);
  const symbolOf = (token: string) =>
    thematic.tokens.find((one) => one.token._id === token)?.token.symbol ?? '';
  const path = `/users/${encodeURIComponent(id)}/wallets/${encodeURIComponent(thematic._id)}`;
  const symbols = { went: symbolOf(went), came: symbolOf(came), changed: symbolOf(changed) };
  return { thematic, path, symbols };
}

const pane = async () => within(await screen.findByRole('region', { name: 'Drivers' }));

/** Full figures of the waterfall's steps by label, and its ends. */
async function steps(label: string) {
  const list = await (await pane()).findByRole('list', { name: label });
  const read = within(list)
    .getAllByRole('listitem')
    .map((item) => {
      const figure = item.lastElementChild?.getAttribute('title') ?? '';
      const value = Number(figure.replaceAll(/[,+]/g, '').replace('−', '-'));
      return [item.firstElementChild?.textContent ?? '', value] as const;
    });
  const [first] = read;
  const last = read.at(-1);
  return { first: first?.[1] ?? NaN, last: last?.[1] ?? NaN, between: read.slice(1, -1) };
}

const sumOf = (rows: readonly (readonly [string, number])[]) =>
  rows.reduce((sum, [, value]) => sum + value, 0);

test('leads from the first value of the window to the last by token, to the cent', async () => {
  const { thematic, path, symbols } = await holdAnew();
  open(path);
  const { first, last, between } = await steps('Drivers of the change in value');
  const records = await readHistory(pathTo(getWalletHistory, id, thematic._id, 'month'));
  expect(first).toBeCloseTo(records[0]?.total ?? NaN, 1);
  expect(last).toBeCloseTo(records.at(-1)?.total ?? NaN, 1);
  expect(between.map(([label]) => label).toSorted()).toEqual(Object.values(symbols).toSorted());
  // Each figure has two decimals.
  expect(Math.abs(first + sumOf(between) - last)).toBeLessThan(0.005 * (between.length + 2));
});

test('separates price effects and flows, keeps the part in the address, and says that it is not a return', async () => {
  const { path, symbols } = await holdAnew();
  const { user, address, router } = open(path);
  const whole = await steps('Drivers of the change in value');
  await user.click((await pane()).getByRole('radio', { name: 'Flow' }));
  expect(address()).toBe(`${path}?moved=flow`);
  const byAmount = await steps('Drivers of the net flow');
  const amounts = new Map(byAmount.between);
  expect(amounts.get(symbols.went)).toBeLessThan(0);
  expect(amounts.get(symbols.came)).toBeGreaterThan(0);
  expect(byAmount.last).toBeCloseTo(sumOf(byAmount.between), 1);
  await user.click((await pane()).getByRole('radio', { name: 'Price' }));
  const byPrice = await steps('Drivers of the price effect');
  expect(byPrice.last + byAmount.last).toBeCloseTo(whole.last - whole.first, 1);
  expect((await pane()).getByText(/its change is not a return/)).toBeTruthy();
  await router.navigate(-2);
  await waitFor(() => expect(address()).toBe(path));
});

test('follows the zoom of the chart, and says that a window has no records', async () => {
  const { path } = await holdAnew();
  const { router } = open(`${path}?from=2026-06-04T00:00:00.000Z&to=2026-06-10T00:00:00.000Z`);
  const zoomed = await steps('Drivers of the change in value');
  expect((await pane()).getByText(/^4 Jun.* to 10 Jun/)).toBeTruthy();
  expect((await pane()).queryByText(/not a return/)).toBeNull();
  expect(zoomed.between).toHaveLength(2);
  await router.navigate(`${path}?from=2026-06-04T00:00:01.000Z&to=2026-06-04T00:00:02.000Z`);
  expect(await (await pane()).findByText('No data')).toBeTruthy();
  expect((await pane()).getByText('No records in this window.')).toBeTruthy();
});

test('a new wallet has one record, and no change yet', async () => {
  const { thematic, tokens } = await someThematic();
  await makeUser(id, {}, [{ thematics: thematic._id, tokens: { [tokens[0]]: 10 } }]);
  const path = `/users/${encodeURIComponent(id)}/wallets/${thematic._id}`;
  const { router } = open(path);
  for (const period of ['month', 'day', 'all']) {
    await router.navigate(`${path}?period=${period}`);
    const history = within(await screen.findByRole('region', { name: /^Total of/ }));
    expect(await history.findByText('One record so far. A line needs two.')).toBeTruthy();
    expect(await history.findByText(/^began /)).toBeTruthy();
    expect(history.queryByText(/return|level with/)).toBeNull();
    expect(await (await pane()).findByText('Not enough records')).toBeTruthy();
    expect((await pane()).getByText(/^One record, .*\. A change needs two\.$/)).toBeTruthy();
    expect((await pane()).queryByRole('list')).toBeNull();
  }
  await router.navigate(`/users/${encodeURIComponent(id)}`);
  expect(await (await pane()).findByText('Not enough records')).toBeTruthy();
  const sum = (await screen.findByText('All wallets')).closest('tr')?.textContent;
  expect(sum).toMatch(/100\.0\s%–$/);
});

test('reports a failure only in its pane, and Retry loads only that', async () => {
  const { path } = await holdAnew();
  server.use(
    http.get('*/x/users/:id/positions/history/:type', () =>
      HttpResponse.json({ dates: ['2026'], tokens: 'NaN' }),
    ),
  );
  const { user } = open(path);
  const alert = within(await (await pane()).findByRole('alert'));
  expect(alert.getByText(/^The drivers could not be read/)).toBeTruthy();
  expect(await screen.findByRole('table', { name: 'Positions' })).toBeTruthy();
  server.resetHandlers();
  await user.click(alert.getByRole('button', { name: 'Retry' }));
  expect((await steps('Drivers of the change in value')).between).toHaveLength(3);
});

test('says that there were never holdings', async () => {
  const { thematic } = await someThematic();
  await makeUser('empty', {}, [{ thematics: thematic._id, tokens: {} }]);
  open(`/users/empty/wallets/${encodeURIComponent(thematic._id)}`);
  expect(await (await pane()).findByText('No data')).toBeTruthy();
  expect((await pane()).getByText('No holdings yet.')).toBeTruthy();
  const history = screen.getByRole('region', { name: `Total of empty in ${thematic.name}` });
  expect(history.textContent).not.toMatch(/index|100 on/);
});

test('explains an unsupported operation only in its pane, without Retry', async () => {
  const { path } = await holdAnew();
  const detail = 'What a wallet held over time is not kept here.';
  let requests = 0;
  server.use(
    http.get('*/x/users/:id/positions/history/:type', () => {
      requests += 1;
      return notOffered(detail);
    }),
  );
  open(path);
  expect(await (await pane()).findByText(detail)).toBeTruthy();
  expect((await pane()).queryByRole('alert')).toBeNull();
  expect((await pane()).queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(requests).toBe(1);
  expect(await screen.findByRole('table', { name: 'Positions' })).toBeTruthy();
});

test('shows no amounts in privacy mode, and no shares by bar lengths', async () => {
  const { path } = await holdAnew();
  open(path);
  await (await pane()).findByRole('list', { name: 'Drivers of the change in value' });
  const table = await screen.findByRole('table', { name: 'Positions' });
  const bars = () => table.querySelectorAll('span[aria-hidden] i').length;
  expect(bars()).toBeGreaterThan(0);
  act(() => setPreference('privacy', 'percentages'));
  const figures = (await pane()).getAllByRole('listitem').map((item) => item.lastElementChild);
  expect(figures.map((figure) => figure?.textContent).join('')).not.toMatch(/\d/);
  expect(figures.map((figure) => figure?.getAttribute('title')).join('')).not.toMatch(/\d/);
  expect(bars()).toBeGreaterThan(0);
  act(() => setPreference('privacy', 'hidden'));
  expect((await pane()).getByText('Drivers are hidden')).toBeTruthy();
  expect(bars()).toBe(0);
});
