import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { changed, stated } from '#test/support/calls.ts';
import { choose, optionsOf } from '#test/support/choose.ts';
import { keys } from '#dashboard/portfolio/queryKeys.ts';
import { page, row } from '#test/support/directoryWindow.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { ids, make, table } from './directoryPage.ts';
import { givenUsers } from './someUsers.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';

test('a changed figure is marked, and its row stays the same element', async () => {
  await make({ customId: 'acme', amount: 1 });
  const { queryClient } = open('/users');
  const acmeRow = await screen.findByRole('row', { name: /^acme/ });
  const total = () => within(acmeRow).getAllByRole('cell')[4]?.querySelector('span');
  expect(total()?.className).toBe('');
  givenUsers(1, () => row('acme', { total: 5e9 }));
  await queryClient.refetchQueries({ queryKey: ['users'] });
  await waitFor(() => expect(total()?.textContent).toBe('5,000,000,000.00'));
  expect(total()?.className).toMatch(/up/);
});

test('a deposit is not a gain: percentage, line and strip show the return, and the change names the flow', async () => {
  await make({ customId: 'acme', amount: 1 });
  const service = await testService();
  const [held] = (await (await service.call('GET', '/p/users/acme/wallets')).json())[0].tokens;
  await stated(service, 'acme', {
    thematics: (await (await service.call('GET', '/p/thematics')).json())[0]._id,
    tokens: [{ token: held.token._id, amount: 1000 }],
  });
  const { rows } = await (await service.call('GET', '/x/directory')).json();
  expect(rows[0].change / rows[0].total).toBeGreaterThan(0.9);
  expect(Math.abs(rows[0].return)).toBeLessThan(0.5);
  open('/users');
  const acmeRow = await screen.findByRole('row', { name: /^acme/ });
  const cells = within(acmeRow).getAllByRole('cell');
  const percent = `${(Math.abs(rows[0].return) * 100).toFixed(2)}\u2009%`;
  expect(cells[6]?.textContent).toContain(percent);
  expect(cells[5]?.title).toMatch(/from prices, \+.* from flows$/);
  const line = within(acmeRow).getByRole('img', {
    name: /^acme: value over the past day, return /,
  });
  expect(line.getAttribute('aria-label')).toContain(percent);
  const strip = screen.getByText('Return, past day').parentElement;
  expect(strip?.textContent).toContain(percent);
});

test('another period changes the figures and the address', async () => {
  await make({ customId: 'acme', amount: 1 });
  const { user, address } = open('/users');
  await table();
  await choose(user, screen, 'Period', 'Past year');
  expect(address()).toBe('/users?period=year');
  // Held since 1 June: a day ago, but not a year ago.
  // The heads follow with the figures.
  expect(await screen.findByRole('columnheader', { name: '365 d' })).toBeTruthy();
  const acmeRow = await screen.findByRole('row', { name: /^acme/ });
  await waitFor(() => expect(within(acmeRow).getAllByRole('cell')[5]?.textContent).toBe('new'));
  expect(screen.getByText('Movers, past year')).toBeTruthy();
});

/** Three users: one moved up, one has no value, one also has a closed wallet. */
function givenMoves(): void {
  const rows = [
    row('up', { total: 2, change: 1, return: 1, walletCount: 2, openWallets: 1, spark: [1, 2] }),
    row('empty'),
    row('down', { total: 1, change: -1, return: -0.5, spark: [2, 1] }),
  ];
  const sums = { ...page(3, 0, []).sums, wallets: 2, openWallets: 1 };
  const moves = { change: 0.5, return: 0.1, up: 1, level: 0, down: 1, unknown: 1 };
  server.use(
    http.get('*/x/directory', () =>
      HttpResponse.json(page(3, 0, rows, { sums: { ...sums, ...moves } })),
    ),
  );
}

const strip = () => screen.findByLabelText('All users');
const colours = async () =>
  [...(await table()).querySelectorAll('circle')].map((end) => end.getAttribute('data-direction'));

test('the movers count every user, including those with no value; closed wallets are counted', async () => {
  givenMoves();
  open('/users');
  expect((await strip()).textContent).toContain('1 up0 unchanged1 down1 with no value');
  expect((await strip()).textContent).toContain('Wallets1open, 1 closed');
  const upRow = await screen.findByRole('row', { name: /^up/ });
  expect(within(upRow).getAllByRole('cell')[3]?.textContent).toBe('1 · 1 closed');
  expect(screen.getByRole('contentinfo').textContent).toMatch(/^1–\d of 3/);
});

test('hidden figures have no direction; percentages alone do', async () => {
  givenMoves();
  setPreference('privacy', 'percentages');
  open('/users');
  expect((await strip()).textContent).toContain('1 up');
  const [up, down] = await colours();
  expect(up).toBe('up');
  expect(down).toBe('down');
  act(() => setPreference('privacy', 'hidden'));
  expect((await strip()).textContent).not.toMatch(/up|down|unchanged/);
  // A flat line would mean no change.
  expect(within(await table()).queryAllByRole('img', { name: /over the past/ })).toEqual([]);
});

const rowHeight = 36;

/** Scrolls the window, which jsdom does not support. */
function scroll(top: number): void {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  fireEvent.scroll(window);
}

afterEach(() => scroll(0));

/** Rows per request. */
const rowsPerPage = 50;

const windowOf = (query: URLSearchParams) =>
  `${query.get('offset')} ${query.get('limit')} ${query.get('q') ?? ''}`.trim();

test('of 100,000 users a tab requests only visible rows, also after scrolling, searching, ticks and changes', async () => {
  const queries = givenUsers(100_000, (index) => row(`u-${index}`, { total: 1e6 - index }));
  const { user, queryClient } = open('/users');
  expect((await table()).getAttribute('aria-rowcount')).toBe('100001');
  const drawn = within(await table()).getAllByRole('link');
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.length).toBeLessThan(100);
  expect(queries.map(windowOf)).toEqual(['0 50']);

  // Jumping to the last row requests only its page.
  scroll(99_999 * rowHeight);
  await screen.findByRole('link', { name: 'u-99999' });
  expect(queries.slice(1).map(windowOf)).toEqual(['99950 50']);

  // A tick and an event: one request for the visible rows.
  const before = queries.length;
  await queryClient.invalidateQueries({ queryKey: ['users'] });
  expect(queries.slice(before).map(windowOf)).toEqual(['99950 50']);

  scroll(0);
  await screen.findByRole('link', { name: 'u-0' });
  const atTop = queries.length;
  await user.type(screen.getByLabelText('Search users'), '42');
  await waitFor(() => expect(queries.at(-1)?.get('q')).toBe('42'));
  expect(queries.slice(atTop).map(windowOf)).toEqual(['0 50 4', '0 50 42']);
  for (const query of queries) expect(Number(query.get('limit'))).toBe(rowsPerPage);
});

test('rows that failed to load are named, the others stay, and Retry loads them', async () => {
  givenUsers(300, (index) => row(`u-${index}`));
  const { user } = open('/users');
  await table();
  server.use(
    http.get('*/x/directory', ({ request }) =>
      new URL(request.url).searchParams.get('offset') === '200'
        ? HttpResponse.json({ message: 'Not these.' }, { status: 500 })
        : undefined,
    ),
  );
  scroll(190 * rowHeight);
  const line = await screen.findByText(/^Rows 201 to 250 could not be read: .*Not these\./);
  expect(await ids()).not.toEqual([]);
  givenUsers(300, (index) => row(`u-${index}`));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(line.isConnected).toBe(false));
  await waitFor(() => expect(screen.getByRole('link', { name: 'u-201' })).toBeTruthy());
});

test('facets offer names and values of attributes with their numbers of users', async () => {
  await make(
    { customId: 'a', attributes: { country: 'CH', tier: 'gold' } },
    { customId: 'b', attributes: { country: 'CH' } },
    { customId: 'c', attributes: { country: 'DE' } },
  );
  const { user, address, queryClient } = open('/users?sort=user');
  await table();
  await user.keyboard('f');
  const panel = await screen.findByRole('dialog', { name: 'Filter users' });
  const names = within(panel).getByRole('combobox', { name: 'Attribute' });
  expect(await optionsOf(user, names)).toEqual(['country (3)', 'tier (1)']);
  await user.click(within(panel).getByLabelText('CH 2'));
  await waitFor(async () => expect(await ids()).toEqual(['a', 'b']));
  expect(address()).toBe('/users?sort=user&attribute.country=CH');
  // Other values of the same name can be selected too.
  await user.click(await within(panel).findByLabelText('DE 1'));
  await waitFor(async () => expect(await ids()).toEqual(['a', 'b', 'c']));
  await choose(user, within(panel), 'Attribute', 'tier (1)');
  await user.click(within(panel).getByLabelText('gold 1'));
  await waitFor(async () => expect(await ids()).toEqual(['a']));
  const service = await testService();
  await changed(service, 'a', { country: 'FR' });
  // As the live stream does.
  await queryClient.invalidateQueries({ queryKey: keys.directory });
  await user.click(screen.getByRole('button', { name: 'Remove filter: tier gold' }));
  await waitFor(async () => expect(await ids()).toEqual(['b', 'c']));
});
