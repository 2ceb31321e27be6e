import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, readThematics, readWallets } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { notOffered, server, testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** A user with wallets in two thematics: one token in both, and another token. */
async function makeHolder(id: string) {
  const [a, b] = await readThematics();
  const [both, one] = a?.tokens.map((part) => part.token) ?? [];
  if (a === undefined || b === undefined || both === undefined || one === undefined)
    throw new Error('The catalogue is too small');
  const at = '2024-01-01T00:00:00.000Z';
  await makeUser(id, {}, [
    { thematics: a._id, tokens: { [both._id]: 300, [one._id]: 100 }, at },
    { thematics: b._id, tokens: { [both._id]: 100 }, at },
  ]);
  return { a, b, both, one };
}

const allocation = async () => within(await screen.findByRole('region', { name: 'Allocation' }));

test('shows a treemap by thematic with links to the wallets, and Back returns from tokens', async () => {
  const { a, b, both, one } = await makeHolder('holder');
  const { user, address, router } = open('/users/holder');
  const pane = await allocation();
  const areas = within(await pane.findByRole('list', { name: /as areas/ }));
  await waitFor(() => expect(areas.getAllByRole('link')).toHaveLength(3));
  const link = areas.getByRole('link', {
    name: new RegExp(`^${one.symbol} [^,]+\\u2009%, in ${a.name}$`),
  });
  expect(link.getAttribute('href')).toBe(`/users/holder/wallets/${a._id}`);
  await user.click(pane.getByRole('radio', { name: 'Token' }));
  expect(address()).toBe('/users/holder?by=token');
  expect(areas.getAllByRole('link')).toHaveLength(2);
  const merged = areas.getByRole('link', {
    name: new RegExp(`^${both.symbol} [^,]+, in .*${b.name}`),
  });
  await user.click(merged);
  expect(address()).toBe(`/users/holder?by=token&holdings=positions&find=${both.symbol}`);
  await router.navigate(-2);
  await waitFor(() => expect(address()).toBe('/users/holder'));
});

test('navigates the treemap by keyboard: one Tab stop, arrow keys between tiles', async () => {
  const { a } = await makeHolder('holder');
  const { user } = open('/users/holder');
  const areas = within(await (await allocation()).findByRole('list', { name: /as areas/ }));
  await waitFor(() => expect(areas.getAllByRole('link')).toHaveLength(3));
  const links = areas.getAllByRole('link');
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1]);
  links[0]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(links[1]);
  await user.keyboard('{End}{ArrowDown}');
  expect(document.activeElement).toBe(links[2]);
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(links[0]);
  const total = (await readWallets('holder')).find(({ thematics }) => thematics === a._id);
  const largest = Math.max(...(total?.tokens.map((position) => position.total) ?? []));
  const written = largest.toLocaleString('en-GB', { maximumFractionDigits: 2 });
  expect(await screen.findByText(new RegExp(`^${written} USD$`))).toBeTruthy();
});

test('shows bars with shares, the largest first', async () => {
  await makeHolder('holder');
  const { user, address } = open('/users/holder');
  const pane = await allocation();
  await user.click(await pane.findByRole('radio', { name: 'Bars' }));
  expect(address()).toBe('/users/holder?allocation=bars');
  const bars = within(pane.getByRole('list', { name: /as bars/ })).getAllByRole('listitem');
  const shares = bars.map((bar) => Number(/([\d.]+)\s%/.exec(bar.textContent ?? '')?.[1]));
  expect(shares).toEqual(shares.toSorted((x, y) => y - x));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
});

test('by token over time, shows every record by keyboard and in a table', async () => {
  const { both } = await makeHolder('holder');
  const answer = await (await testService()).call('GET', '/x/users/holder/positions/history/week');
  const history: unknown = await answer.json();
  const dates = Reflect.get(Object(history), 'dates');
  const count = Array.isArray(dates) ? dates.length : NaN;
  const { user } = open('/users/holder?allocation=time&by=token&period=week');
  const chart = await screen.findByRole('application', { name: /^Allocation by token/ });
  chart.focus();
  await user.keyboard('{Home}');
  const spoken = () => chart.querySelector('output')?.textContent ?? '';
  await waitFor(() => expect(spoken()).toMatch(new RegExp(`: ${both.symbol} [\\d.]+\\s%, `)));
  await user.click((await allocation()).getByRole('radio', { name: 'Table' }));
  const table = await screen.findByRole('table', { name: 'Shares over time' });
  expect(table.getAttribute('aria-rowcount')).toBe(String(count + 1));
});

test('explains why the service offers no tokens over time; thematics over time still work', async () => {
  const { a, b } = await makeHolder('holder');
  const detail = 'What each token was worth is not kept here.';
  server.use(http.get('*/x/users/holder/positions/history/:type', () => notOffered(detail)));
  const { user } = open('/users/holder?allocation=time');
  const pane = await allocation();
  const parts = within(await pane.findByRole('list', { name: /^Shares at/ }));
  expect(parts.getByText(a.name)).toBeTruthy();
  expect(parts.getByText(b.name)).toBeTruthy();
  await user.click(pane.getByRole('radio', { name: 'Token' }));
  expect(await pane.findByText(detail)).toBeTruthy();
});

test('shows a failure of the allocation over time in its pane only, with Retry', async () => {
  await makeHolder('holder');
  const path = '*/x/users/holder/positions/history/:type';
  server.use(http.get(path, () => HttpResponse.json({ dates: 'none' })));
  const { user } = open('/users/holder?allocation=time&by=token');
  const alert = within(await (await allocation()).findByRole('alert'));
  expect(alert.getByText('The allocation over time could not be read')).toBeTruthy();
  server.resetHandlers();
  await user.click(alert.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('application', { name: /^Allocation by token/ })).toBeTruthy();
});

test('shows no shares in privacy mode', async () => {
  await makeHolder('holder');
  open('/users/holder');
  await (await allocation()).findByRole('list', { name: /as areas/ });
  act(() => setPreference('privacy', 'hidden'));
  expect(await screen.findByText('Allocation hidden')).toBeTruthy();
  expect(screen.queryByRole('list', { name: /as areas/ })).toBeNull();
  act(() => setPreference('privacy', 'off'));
});
