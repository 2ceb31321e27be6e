import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveSize, makeUser, readThematics, readWallets } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const at = '2024-01-01T00:00:00.000Z';

/** A user who holds the same token in two wallets, and a speck of another one. */
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

test('shows each token once over all wallets, and that they add up to the wallets', async () => {
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
  expect((await positions()).getByText('agrees with the wallets’ totals')).toBeTruthy();
});

test('hides dust only when asked, and says how much of it', async () => {
  const { speck } = await makeHolder('holder');
  const { user, router } = open('/users/holder?holdings=positions');
  expect(await rowsOf()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Hide dust 1' }));
  expect(await rowsOf()).toHaveLength(1);
  expect(screen.queryByText(speck.symbol)).toBeNull();
  const words = /^1 position under 0\.1\s% is hidden, <0\.01 \(<0\.01\s% of the user\)\.$/;
  expect(screen.getByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await rowsOf()).toHaveLength(2);
  await router.navigate(-1);
  await waitFor(async () => expect(await rowsOf()).toHaveLength(1));
});

test('searches the positions, keeps the search in the address, and says when nothing is found', async () => {
  const { token } = await makeHolder('holder');
  const { user } = open(`/users/holder?holdings=positions&find=${token._id}`);
  expect(await rowsOf()).toHaveLength(1);
  const field = screen.getByRole('searchbox', { name: 'Search the positions' });
  await user.type(field, 'zzz');
  expect(await screen.findByText(`No position matches “${token._id}zzz”`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await rowsOf()).toHaveLength(2);
});

test('sorts wallets and positions, and the order stands in the address', async () => {
  const { a, b } = await makeHolder('holder');
  const { user, address } = open('/users/holder');
  const firstName = () => wallets().getAllByRole('row')[1]?.querySelector('bdi')?.textContent;
  await screen.findByText('All wallets');
  await waitFor(() => expect(firstName()).toBe(a.name));
  await user.click(wallets().getByRole('button', { name: /^Total/ }));
  expect(address()).toBe('/users/holder?sort=total');
  expect(firstName()).toBe(b.name);
  await user.click(wallets().getByRole('button', { name: 'Month' }));
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

test('names what does not add up: a wallet and its positions, the wallets and the user', async () => {
  await makeHolder('holder');
  const [first, ...others] = await readWallets('holder');
  const sum = others.reduce((all, { total }) => all + total, first?.total ?? 0);
  const wrong = [{ ...first, total: (first?.total ?? 0) + 1000 }, ...others];
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.json(wrong)));
  open('/users/holder');
  const pane = within(await screen.findByRole('region', { name: 'Wallets' }));
  expect(await pane.findByText('−1,000.00 against its total')).toBeTruthy();
  expect(sum).toBeGreaterThan(0);
  expect(await pane.findByText('+1,000.00 against the user’s total')).toBeTruthy();
});

test('reads both again before it says that they differ: the market may have moved between', async () => {
  await makeHolder('holder');
  const real = await readWallets('holder');
  const moved = real.map((wallet) => ({ ...wallet, total: wallet.total * 1.5 }));
  let asked = 0;
  server.use(
    http.get('*/p/users/holder/wallets', () => {
      asked += 1;
      return HttpResponse.json(asked === 1 ? moved : real);
    }),
  );
  open('/users/holder');
  const pane = within(await screen.findByRole('region', { name: 'Wallets' }));
  expect(await pane.findByText('agrees with the user’s total')).toBeTruthy();
  expect(asked).toBe(2);
});

test('shows names of any script as they are, markup as text, and unnamed thematics by their id', async () => {
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

test('says of totals that are no numbers where they are, and shows the rest of the page', async () => {
  await makeHolder('holder');
  const unreadable = (await readWallets('holder')).map((wallet) => ({ ...wallet, total: 'NaN' }));
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.json(unreadable)));
  open('/users/holder');
  expect((await screen.findByRole('alert')).textContent).toContain('at /0/total');
  expect(await screen.findByText(/^past month/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('NaN,');
});

test('keeps the wallets when they cannot be refreshed, under a line that leads to the answer', async () => {
  await makeHolder('holder');
  const { queryClient } = open('/users/holder');
  await screen.findByText('All wallets');
  server.use(http.get('*/p/users/holder/wallets', () => HttpResponse.text('oops')));
  await queryClient.refetchQueries({ queryKey: ['user', 'holder', 'wallets'], exact: true });
  expect(await screen.findByText(/^Wallets could not be refreshed/)).toBeTruthy();
  expect(screen.getByText('All wallets')).toBeTruthy();
  const link = screen.getByRole('link', { name: /^JSON of the answer/ });
  expect(link.getAttribute('href')).toBe('/p/users/holder/wallets');
});

test('draws few of ten thousand positions, and sums them all', async () => {
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

test('asks for the history of a wallet while its row is in sight, and gives up when it has left', async () => {
  const { a } = await makeHolder('holder');
  const seen: ((isIntersecting: boolean) => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell;
      }
      observe() {
        seen.push((isIntersecting) => this.tell([{ isIntersecting }]));
      }
      disconnect() {}
    },
  );
  let begun = 0;
  let given = 0;
  server.use(
    http.get(`*/p/users/holder/wallets/thematics/${a._id}/history/month`, ({ request }) => {
      begun += 1;
      request.signal.addEventListener('abort', () => (given += 1));
      return new Promise<Response>(() => {});
    }),
  );
  open('/users/holder');
  await screen.findByText('All wallets');
  // Of each of two rows the change and the line.
  await waitFor(() => expect(seen).toHaveLength(4));
  expect(begun).toBe(0);
  act(() => seen.forEach((tell) => tell(true)));
  await waitFor(() => expect(begun).toBe(1));
  act(() => seen.forEach((tell) => tell(false)));
  await waitFor(() => expect(given).toBe(1));
  vi.unstubAllGlobals();
});
