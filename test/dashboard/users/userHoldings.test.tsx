import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, makeUser, readThematics, readWallets } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const at = '2024-01-01T00:00:00.000Z';

/** A user with the same token in two wallets, and dust of another one. */
async function makeHolder(id: string) {
  const [a, b] = await readThematics();
  const [token, speck] = a?.tokens.map((part) => part.token) ?? [];
  if (a === undefined || b === undefined || token === undefined || speck === undefined)
    throw new Error('The catalogue is too small');
  await makeUser(id, {}, [
    { thematics: a._id, tokens: { [token._id]: 300, [speck._id]: 1e-9 }, at },
    { thematics: b._id, tokens: { [token._id]: 100 }, at },
  ]);
  return { a, b, token, speck };
}

const wallets = () => within(screen.getByRole('table', { name: 'Wallets' }));
const positions = async () => within(await screen.findByRole('table', { name: 'Positions' }));
const rowsOf = async () => (await positions()).getAllByRole('row').slice(1, -1);

test('shows each token once across all wallets, with a sum that matches the wallets', async () => {
  const { a, b, token } = await makeHolder('holder');
  const { user, address } = open('/users/holder');
  await user.click(await screen.findByRole('radio', { name: 'All positions' }));
  expect(address()).toBe('/users/holder?holdings=positions');
  const [first, second] = await rowsOf();
  expect(second).toBeDefined();
  expect(first?.textContent).toContain(token.symbol);
  expect(first?.textContent).toContain('400.00');
  const links = within(first ?? document.body).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/users/holder/wallets/${a._id}`,
    `/users/holder/wallets/${a._id}`,
    `/users/holder/wallets/${b._id}`,
  ]);
  expect((await positions()).getByText('matches the wallets’ totals')).toBeTruthy();
});

test('hides dust only on request, and shows its count and total', async () => {
  const { speck } = await makeHolder('holder');
  const { user, router } = open('/users/holder?holdings=positions');
  expect(await rowsOf()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Hide dust 1' }));
  expect(await rowsOf()).toHaveLength(1);
  expect(screen.queryByText(speck.symbol)).toBeNull();
  const words = /^1 position below 0\.1\s% hidden, <0\.01 \(<0\.01\s% of the user\)\.$/;
  expect(screen.getByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await rowsOf()).toHaveLength(2);
  await router.navigate(-1);
  await waitFor(async () => expect(await rowsOf()).toHaveLength(1));
});

test('searches the positions, keeps the search in the address, and reports no matches', async () => {
  const { token } = await makeHolder('holder');
  const { user } = open(`/users/holder?holdings=positions&find=${token._id}`);
  expect(await rowsOf()).toHaveLength(1);
  const field = screen.getByRole('searchbox', { name: 'Search positions' });
  await user.type(field, 'zzz');
  expect(await screen.findByText(`No position matches “${token._id}zzz”`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await rowsOf()).toHaveLength(2);
});

test('sorts wallets and positions, and keeps the order in the address', async () => {
  const { a, b } = await makeHolder('holder');
  const { user, address } = open('/users/holder');
  const firstName = () => wallets().getAllByRole('row')[1]?.querySelector('bdi')?.textContent;
  await screen.findByText('All wallets');
  await waitFor(() => expect(firstName()).toBe(a.name));
  await user.click(wallets().getByRole('button', { name: /^Total/ }));
  expect(address()).toBe('/users/holder?sort=total');
  expect(firstName()).toBe(b.name);
  await user.click(wallets().getByRole('button', { name: 'Value, month' }));
  expect(address()).toBe('/users/holder?sort=-change');
  const changes = () =>
    wallets()
      .getAllByRole('row')
      .slice(1, -1)
      .map((row) => within(row).getAllByRole('cell')[4]?.textContent ?? '');
  await waitFor(() => expect(changes().every((text) => /\d/.test(text))).toBe(true));
  const figures = changes().map((text) => Number(text.replace('−', '-').replace(/[^\d.-]/g, '')));
  expect(figures).toEqual(figures.toSorted((x, y) => y - x));
});

test('shows differences between a wallet and its positions, and between the wallets and the user', async () => {
  await makeHolder('holder');
  const [first, ...others] = await readWallets('holder');
  const sum = others.reduce((all, { total }) => all + total, first?.total ?? 0);
  const wrong = [{ ...first, total: (first?.total ?? 0) + 1000 }, ...others];
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.json(wrong)));
  open('/users/holder');
  const pane = within(await screen.findByRole('region', { name: 'Wallets' }));
  expect(await pane.findByText('−1,000.00 versus its total')).toBeTruthy();
  expect(sum).toBeGreaterThan(0);
  expect(await pane.findByText('+1,000.00 versus the user’s total')).toBeTruthy();
});

test('refetches both before it shows a difference: the market may have moved in between', async () => {
  await makeHolder('holder');
  const real = await readWallets('holder');
  const moved = real.map((wallet) => ({ ...wallet, total: wallet.total * 1.5 }));
  let requests = 0;
  server.use(
    http.get('*/p/users/holder/wallets', () => {
      requests += 1;
      return HttpResponse.json(requests === 1 ? moved : real);
    }),
  );
  open('/users/holder');
  const pane = within(await screen.findByRole('region', { name: 'Wallets' }));
  expect(await pane.findByText('matches the user’s total')).toBeTruthy();
  expect(requests).toBe(2);
});

test('shows names in any script unchanged, markup as text, and unnamed thematics by their id', async () => {
  await makeHolder('holder');
  const [first] = await readThematics();
  const names = { [first?._id ?? '']: '<img src=x onerror=alert(1)> שלום' };
  const thematics = (await readThematics()).map((thematic) => ({
    ...thematic,
    name: names[thematic._id] ?? '',
  }));
  server.use(http.get('*/p/thematics', () => HttpResponse.json(thematics)));
  open('/users/holder');
  const table = within(await screen.findByRole('table', { name: 'Wallets' }));
  const shown = await table.findByText('<img src=x onerror=alert(1)> שלום');
  expect(shown.tagName).toBe('BDI');
  const ids = (await readThematics()).map(({ _id }) => _id);
  const other = table.getAllByRole('link').find((link) => link.textContent !== shown.textContent);
  expect(ids).toContain(other?.textContent);
});

test('locates totals that are not numbers, and shows the rest of the page', async () => {
  await makeHolder('holder');
  const unreadable = (await readWallets('holder')).map((wallet) => ({ ...wallet, total: 'NaN' }));
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.json(unreadable)));
  open('/users/holder');
  expect((await screen.findByRole('alert')).textContent).toContain('at /0/total');
  expect(await screen.findByText(/^past month/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('NaN,');
});

test('keeps the wallets when a refresh fails, under a notice with a link to the response', async () => {
  await makeHolder('holder');
  const { queryClient } = open('/users/holder');
  await screen.findByText('All wallets');
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.text('oops')));
  await queryClient.refetchQueries({ queryKey: ['user', 'holder', 'wallets'], exact: true });
  expect(await screen.findByText(/^Wallets could not be refreshed/)).toBeTruthy();
  expect(screen.getByText('All wallets')).toBeTruthy();
  const link = screen.getByRole('link', { name: /^JSON of \// });
  expect(link.getAttribute('href')).toBe('/p/users/holder/wallets');
});

test('marks and counts stale prices', async () => {
  const { token } = await makeHolder('holder');
  const old = (await readWallets('holder')).map((wallet) => ({
    ...wallet,
    tokens: wallet.tokens.map((position) =>
      position.token._id === token._id
        ? { ...position, token: { ...position.token, priceAgeSeconds: 279 * 86_400 } }
        : position,
    ),
  }));
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.json(old)));
  open('/users/holder?holdings=positions');
  expect((await rowsOf())[0]?.textContent).toContain('price 279 days old');
  expect(screen.getByText('2 positions; 1 of 2 prices older than a day')).toBeTruthy();
});

test('renders few of ten thousand positions, and sums them all', async () => {
  await makeHolder('holder');
  const [wallet] = await readWallets('holder');
  const tokens = Array.from({ length: 10_000 }, (_, i) => {
    const token = { _id: `t${i}`, symbol: `T${i}`, name: 'x'.repeat(200), price: 1, priceAt: at };
    return { token, amount: 1, total: 1 };
  });
  const long = [{ ...wallet, total: 10_000, tokens }];
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.json(long)));
  open('/users/holder?holdings=positions');
  const table = await screen.findByRole('table', { name: 'Positions' });
  expect(table.getAttribute('aria-rowcount')).toBe('10002');
  expect(within(table).getAllByRole('row').length).toBeLessThan(100);
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('10,000.00');
});

const june = (day: number) => new Date(Date.UTC(2026, 5, day)).toISOString();
const region = (name: string) => within(screen.getByRole('region', { name }));

/** Two wallets: on 8 June the holdings of the first move to the second, which also gets a deposit. */
async function makeMover(id: string) {
  const [a, b] = await readThematics();
  const token = a?.tokens[0]?.token._id;
  if (a === undefined || b === undefined || token === undefined) throw new Error('No thematics');
  await makeUser(id, {}, [
    { thematics: a._id, tokens: { [token]: 300 }, at },
    { thematics: b._id, tokens: { [token]: 100 }, at },
    { thematics: a._id, tokens: { [token]: 100 }, at: june(8) },
    { thematics: b._id, tokens: { [token]: 700 }, at: june(8) },
  ]);
  return { a, b };
}

const cellsOf = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent ?? '');

/** Changes of each wallet and of all wallets. */
const changes = () =>
  wallets()
    .getAllByRole('row')
    .slice(1)
    .map((row) => cellsOf(row)[4]);

test('one request has the histories of all wallets, and a chart zoom applies to every panel', async () => {
  await makeMover('mover');
  let requests = 0;
  server.events.on('request:start', ({ request }) => {
    if (/\/wallets\/(performance|thematics)/.test(request.url)) requests += 1;
  });
  const zoom = `from=${june(9)}&to=${june(11)}`;
  const { router } = open('/users/mover');
  await screen.findByText('All wallets');
  await waitFor(() => expect(changes().every((text) => /\d/.test(text ?? ''))).toBe(true));
  expect(wallets().getAllByRole('img', { name: /over the period$/ })).toHaveLength(2);
  expect(requests).toBe(1);
  server.events.removeAllListeners();
  act(() => setPreference('privacy', 'hidden'));
  expect(wallets().queryAllByRole('img')).toEqual([]);
  act(() => setPreference('privacy', 'off'));
  const fullChanges = changes();
  await router.navigate(`/users/mover?${zoom}`);
  expect(await wallets().findByRole('columnheader', { name: /Total now/ })).toBeTruthy();
  await waitFor(() => expect(changes()).not.toEqual(fullChanges));
  // After the deposits both wallets hold only the same token.
  expect(new Set(changes()).size).toBe(1);
  expect(region('Wallets').getByText(/change in value from 9 Jun.* to 11 Jun/)).toBeTruthy();
  expect(region('Drivers').getByText(/^9 Jun.* to 11 Jun/)).toBeTruthy();
  expect(region('Allocation').getByText('now')).toBeTruthy();
  expect(region('Attributes').getByText(/now$/)).toBeTruthy();
  await router.navigate(`/users/mover?holdings=positions&${zoom}`);
  expect((await screen.findByRole('region', { name: 'Positions' })).textContent).toMatch(/now/);
});

test('a wallet that began within a period is new in it, and in All its change starts with its first holdings', async () => {
  const { a, b, token } = await makeHolder('early');
  await makeUser('joiner', {}, [
    { thematics: a._id, tokens: { [token._id]: 3 }, at },
    { thematics: b._id, tokens: { [token._id]: 1 }, at: june(10) },
  ]);
  const { router } = open('/users/joiner');
  await screen.findByText('All wallets');
  await waitFor(() => expect(changes()[1]).toBe('new'));
  await router.navigate('/users/joiner?period=all');
  await waitFor(() => expect(changes()[1]).toMatch(/%/));
  expect(changes()[0]).toMatch(/%/);
  expect(changes()[2]).toMatch(/%/);
});

test('breaks a user’s change down by wallet and by token, and into prices and flows', async () => {
  const { a, b } = await makeMover('mover');
  const { user, address } = open('/users/mover');
  const pane = within(await screen.findByRole('region', { name: 'Drivers' }));
  const steps = async (name: string) => {
    const list = within(await pane.findByRole('list', { name }));
    return list.getAllByRole('listitem').map((item) => {
      const figure = item.lastElementChild?.getAttribute('title') ?? '';
      return [
        item.firstElementChild?.textContent,
        Number(figure.replaceAll(/[,+]/g, '').replace('−', '-')),
      ] as const;
    });
  };
  const total = await steps('Drivers of the change in value');
  expect(total.slice(1, -1).map(([name]) => name)).toEqual([b.name, a.name]);
  expect(pane.getByText(/its change is not a return/)).toBeTruthy();
  expect(pane.getByText(/^steps of 4 h/)).toBeTruthy();
  await user.click(pane.getByRole('radio', { name: 'Flow' }));
  const flows = await steps('Drivers of the net flow');
  const [came, went] = flows.slice(1, -1).map(([, value]) => value);
  expect(came).toBeGreaterThan(0);
  // 600 into one wallet, 200 out of the other.
  expect((came ?? 0) / (went ?? 1)).toBeCloseTo(-3, 4);
  await user.click(pane.getByRole('radio', { name: 'Token' }));
  expect(address()).toBe('/users/mover?moved=flow&movers=token');
  const sum = (came ?? 0) + (went ?? 0);
  const firstFlow = async () => (await steps('Drivers of the net flow'))[1]?.[1];
  await waitFor(async () => expect(await firstFlow()).toBeCloseTo(sum, 1));
});
