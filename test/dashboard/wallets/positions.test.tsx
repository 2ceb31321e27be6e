import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { getWallets } from '#contract/operations/wallets.ts';
import { giveSize, makeUser, readWallets, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';
import type { Wallet } from '#test/support/embedded.ts';

const id = 'ann';
const at = '2024-01-01T00:00:00.000Z';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** A wallet of two tokens of its thematic, one of them dust. It does not hold the other target tokens. */
async function hold() {
  const { thematic, tokens } = await someThematic();
  const [large, speck] = tokens;
  await makeUser(id, {}, [
    { thematics: thematic._id, tokens: { [large]: 1000, [speck]: 1e-9 }, at },
  ]);
  const symbolOf = (token: string) =>
    thematic.tokens.find((one) => one.token._id === token)?.token.symbol ?? '';
  const path = `/users/${id}/wallets/${encodeURIComponent(thematic._id)}`;
  return { thematic, path, large: symbolOf(large), speck: symbolOf(speck) };
}

const positions = async () => within(await screen.findByRole('table', { name: 'Positions' }));
const rows = async () =>
  (await positions())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '');
/** Symbols of the rows, without those of sums. */
const symbols = async () =>
  (await rows()).flatMap((text) => /^[A-Z]{3,5}(?= [A-Z][a-z])/.exec(text)?.[0] ?? []);

const mode = (name: string) => screen.getByRole('radio', { name });

/** Replaces the wallets in the answer. */
async function answerWith(change: (wallet: Wallet) => unknown): Promise<void> {
  const wallets = await readWallets(id);
  server.use(http.get(`*${pathTo(getWallets, id)}`, () => HttpResponse.json(wallets.map(change))));
}

test('a head sorts the positions, the address keeps the order, and Back undoes it', async () => {
  const { path, thematic, large } = await hold();
  const { user, address, router } = open(path);
  await waitFor(async () => expect((await symbols())[0]).toBe(large));
  await user.click((await positions()).getByRole('button', { name: /^Token/ }));
  expect(address()).toBe(`${path}?sort=token`);
  const all = thematic.tokens.map(({ token }) => token.symbol);
  expect(await symbols()).toEqual(all.toSorted());
  await user.click((await positions()).getByRole('button', { name: /^Drift/ }));
  expect((await symbols())[0]).toBe(large);
  await user.click((await positions()).getByRole('button', { name: /^Drift/ }));
  expect(address()).toBe(`${path}?sort=drift`);
  expect((await symbols()).at(-1)).toBe(large);
  await router.navigate(-3);
  await waitFor(() => expect(address()).toBe(path));
});

test('shows the age of each old price, and their number', async () => {
  const { path, large } = await hold();
  const priceAt = '2025-09-11T00:00:00.000Z';
  await answerWith((wallet) => ({
    ...wallet,
    tokens: wallet.tokens.map((position) =>
      position.token.symbol === large
        ? { ...position, token: { ...position.token, priceAt, priceAgeSeconds: 279 * 86_400 } }
        : position,
    ),
  }));
  open(path);
  await waitFor(async () => expect((await rows())[0]).toContain(`${large} price 279 days old`));
  expect((await rows()).filter((text) => text.includes(' old'))).toHaveLength(1);
  expect(screen.getAllByText(/; 1 of 2 prices older than a day$/)).not.toHaveLength(0);
});

test('“held only” hides target tokens not held, and the address keeps it', async () => {
  const { path, thematic, large, speck } = await hold();
  const { user, address } = open(path);
  await waitFor(async () => expect(await symbols()).toHaveLength(thematic.tokens.length));
  await user.click(screen.getByRole('button', { name: 'Show held only 2', pressed: false }));
  expect(address()).toBe(`${path}?held=only`);
  expect((await symbols()).toSorted()).toEqual([large, speck].toSorted());
  const pane = screen.getByRole('region', { name: 'Positions' });
  expect(pane.textContent).toContain('Positions2 held, ');
  await user.click(screen.getByRole('button', { name: 'Show held only 2', pressed: true }));
  expect(await symbols()).toHaveLength(thematic.tokens.length);
});

test('hides dust on request, shows its amount, and never counts target tokens not held as dust', async () => {
  const { path, thematic, speck } = await hold();
  const { user, address } = open(path);
  await user.click(await screen.findByRole('button', { name: 'Hide dust 1' }));
  expect(address()).toBe(`${path}?dust=hidden`);
  expect(await symbols()).not.toContain(speck);
  expect(await symbols()).toHaveLength(thematic.tokens.length - 1);
  const table = await positions();
  expect(screen.getByText(/^1 position below 0\.1\s% hidden, <0\.01/)).toBeTruthy();
  expect(table.getByText('matches the wallet’s total')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(address()).toBe(path);
  expect(await symbols()).toContain(speck);
});

const head = async (name: RegExp) => (await positions()).findByRole('columnheader', { name });

test('price changes follow the window of the page, and current figures say so', async () => {
  const { path, large, thematic } = await hold();
  const token = thematic.tokens.find((one) => one.token.symbol === large)?.token._id ?? '';
  const { router } = open(`${path}?period=week`);
  expect(await head(/^Return, week/)).toBeTruthy();
  const [from, to] = ['2026-06-11T00:00:00.000Z', '2026-06-13T00:00:00.000Z'];
  await router.navigate(`${path}?period=week&from=${from}&to=${to}`);
  expect(await head(/^Return(?!,)/)).toBeTruthy();
  expect((await screen.findByRole('region', { name: 'Positions' })).textContent).toMatch(
    /^Positions\s*now/,
  );
  const { market } = await testService();
  const priceAt = (date: string) => market.priceAt(token, Date.parse(date))?.price ?? NaN;
  const change = createFormat(defaultPreferences).market.percentChange(
    priceAt(to) / priceAt(from) - 1,
  );
  await waitFor(async () => expect((await rows())[0]).toContain(change));
});

test('renders few of ten thousand positions, but sums and exports all', async () => {
  const { path } = await hold();
  await answerWith((wallet) => ({
    ...wallet,
    total: 20_000,
    tokens: Array.from({ length: 10_000 }, (_, i) => ({
      token: { _id: `t${i}`, symbol: `T${i}`, name: `<b>${i}</b>`, price: 2, priceAt: at },
      amount: 1,
      total: 2,
    })),
  }));
  let saved = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: keep, revokeObjectURL: () => {} }));
  function keep(blob: Blob): string {
    saved = blob;
    return 'blob:saved';
  }
  const { user } = open(path);
  const table = await screen.findByRole('table', { name: 'Positions' });
  expect(Number(table.getAttribute('aria-rowcount'))).toBeGreaterThan(10_000);
  expect(within(table).getAllByRole('row').length).toBeLessThan(100);
  expect((await rows()).at(-1)).toContain('20,000.00');
  await user.click(screen.getAllByRole('button', { name: 'CSV' })[0] ?? document.body);
  await waitFor(() => expect(saved.size).toBeGreaterThan(0));
  expect((await saved.text()).split('\r\n').length).toBeGreaterThan(10_001);
  vi.unstubAllGlobals();
});

test('shows names in any script and with markup as isolated text', async () => {
  const { path, thematic } = await hold();
  const name = '<img src=x onerror=alert(1)> שלום';
  const token = { _id: 'x', symbol: '\u202Eمرحبا', name, price: null, priceAt: null };
  await answerWith((wallet) => ({ ...wallet, total: 0, tokens: [{ token, amount: 1, total: 0 }] }));
  server.use(
    http.get(`*/p/thematics/${thematic._id}`, () => HttpResponse.json({ ...thematic, name })),
  );
  open(path);
  const row = (await (await positions()).findByText(token.symbol)).closest('tr');
  const cells = within(row ?? document.body).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([`${token.symbol} ${name}`, '1.00', '–', '0.00']),
  );
  expect(within(row ?? document.body).getByText(name).tagName).toBe('BDI');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(name);
  expect(document.querySelector('img')).toBeNull();
  expect(document.body.textContent).not.toContain('NaN');
});

test.each([
  [
    'a total that is text',
    (wallet: Wallet) => ({ ...wallet, total: '1,234.50' }),
    '/0/total',
    '"1,234.50"',
  ],
  ['NaN as text', (wallet: Wallet) => ({ ...wallet, total: 'NaN' }), '/0/total', '"NaN"'],
  [
    'a total that is missing',
    (wallet: Wallet) => ({ ...wallet, total: undefined }),
    '/0/total',
    'nothing',
  ],
  [
    'amounts that are text',
    (wallet: Wallet) => ({
      ...wallet,
      tokens: wallet.tokens.map((position) => ({ ...position, amount: 'much' })),
    }),
    '/0/tokens/0/amount',
    '"much" (and 1 more)',
  ],
])(
  'of %s the page says what it is and where, with the answer one click away',
  async (_, change, place, found) => {
    const { path } = await hold();
    await answerWith(change);
    open(path);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`at ${place}: expected number, found ${found}`);
    const answer = within(alert).getByRole('link', { name: /JSON/ });
    expect(answer.getAttribute('href')).toMatch(/^\/p\/users\/[^/]+\/wallets/);
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  },
);

test('keeps the positions when they cannot be refreshed, and explains why', async () => {
  const { path, large } = await hold();
  const { queryClient } = open(path);
  expect(await symbols()).toContain(large);
  await answerWith((wallet) => ({ ...wallet, total: 'much' }));
  await queryClient.refetchQueries({ queryKey: ['user', id, 'wallets'], exact: true });
  expect(await screen.findByText(/^The wallet could not be refreshed/)).toBeTruthy();
  expect(await symbols()).toContain(large);
});

test('compares the wallet with its thematic until its chip is pressed, and the address keeps it', async () => {
  const { path, thematic } = await hold();
  const { user, address } = open(path);
  const chip = await screen.findByRole('button', { name: `${thematic.name} thematic` });
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  expect(await screen.findByText(/points (ahead of|behind)/)).toBeTruthy();
  expect(mode('Value')).toHaveProperty('disabled', false);
  await user.click(chip);
  expect(address()).toBe(`${path}?benchmark=none`);
  await waitFor(() => expect(mode('Value')).toHaveProperty('checked', true));
  expect(screen.queryByText(/points (ahead of|behind)/)).toBeNull();
  fireEvent.click(chip);
  await waitFor(() => expect(address()).toBe(path));
});
