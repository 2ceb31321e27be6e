import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getPositionsHistory } from '#contract/operations/wallets.ts';
import { positionsHistory } from '#contract/positions.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import {
  giveSize,
  makeUser,
  readThematics,
  readWallets,
  someThematic,
} from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { pathTo } from '#test/support/pathTo.ts';
import { server, testService } from '#test/support/server.ts';

const format = createFormat(defaultPreferences);
const id = 'a/b?c#d e%2F';
const address = (thematicId: string, user = id) =>
  `/users/${encodeURIComponent(user)}/wallets/${encodeURIComponent(thematicId)}`;
const money = (value: number) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** Two tokens of a thematic, which has more. */
async function hold() {
  const { thematic, tokens } = await someThematic();
  const held = { [tokens[0]]: 1000, [tokens[1]]: 0.12345678 };
  await makeUser(id, {}, [
    { thematics: thematic._id, tokens: held, at: '2024-01-01T00:00:00.000Z' },
  ]);
  return { thematic, tokens };
}

const rowOf = async (symbol: string) => {
  const table = within(await screen.findByRole('table', { name: 'Positions' }));
  const cell = await table.findByRole('cell', { name: new RegExp(`^${symbol}`) });
  return cell.closest('tr') ?? document.body;
};

/** Text with the number of positions. */
const counted = async () => {
  const pane = within(await screen.findByRole('region', { name: 'Positions' }));
  const words = await pane.findAllByText(/^\d+ held/);
  return words.map(({ textContent }) => textContent);
};

test.each([
  ['since the start of the wallet in All', 'all', '2024-01-01T00:00:00.000Z', 'Return, all'],
  [
    'since the start of a younger wallet',
    'year',
    '2026-03-01T00:00:00.000Z',
    'Return, since 1 Mar 2026',
  ],
] as const)(
  'shows the returns of tokens %s, not of all their prices',
  async (_, period, at, head) => {
    const { thematic, tokens } = await someThematic();
    await makeUser(id, {}, [{ thematics: thematic._id, tokens: { [tokens[0]]: 2 }, at }]);
    const service = await testService();
    const path = pathTo(getPositionsHistory, id, period);
    const [own] = z.parse(positionsHistory, await (await service.call('GET', path)).json()).tokens;
    const expected = (own?.price.at(-1) ?? NaN) / (own?.price[0] ?? NaN) - 1;
    open(`${address(thematic._id)}?period=${period}`);
    const table = within(await screen.findByRole('table', { name: 'Positions' }));
    expect(await table.findByRole('columnheader', { name: head })).toBeTruthy();
    const row = await rowOf(own?.token.symbol ?? '');
    await waitFor(() =>
      expect(
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ).toContain(format.percentChange(expected)),
    );
  },
);

test('shows amount, price, total, weight and drift of each position, and that the sum matches', async () => {
  const { thematic, tokens } = await hold();
  const [wallet] = await readWallets(id);
  const position = wallet?.tokens.find(({ token }) => token._id === tokens[1]);
  const target = thematic.tokens.find(({ token }) => token._id === tokens[1])?.weight ?? NaN;
  const weight = (position?.total ?? NaN) / (wallet?.total ?? NaN);
  open(address(thematic._id));
  const row = await rowOf(position?.token.symbol ?? '');
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells[1]).toBe('0.12345678');
  expect(cells).toContain(money(position?.total ?? NaN));
  expect(cells).toContain(format.share(weight));
  expect(cells).toContain(format.share(target));
  expect(cells).toContain(`−${((target - weight) * 100).toFixed(1)}`);
  expect(await screen.findByText('matches the wallet’s total')).toBeTruthy();
  const missing = thematic.tokens.length - 2;
  const [words] = await counted();
  expect(words).toMatch(`2 held, ${missing} target tokens not held; prices of 17 Jun`);
});

test('lists target tokens that the wallet does not hold, without an amount', async () => {
  const { thematic, tokens } = await hold();
  const missing = thematic.tokens.find(({ token }) => token._id === tokens[2]);
  open(address(thematic._id));
  const row = await rowOf(missing?.token.symbol ?? '');
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells[1]).toBe('–');
  expect(cells).toContain(`−${((missing?.weight ?? NaN) * 100).toFixed(1)}`);
});

test('shows the difference if positions and total do not match', async () => {
  const { thematic } = await hold();
  const wallets = await readWallets(id);
  server.use(
    http.get('*/p/users/*/wallets', () =>
      HttpResponse.json(wallets.map((wallet) => ({ ...wallet, total: 2 * wallet.total }))),
    ),
  );
  open(address(thematic._id));
  const difference = money(wallets[0]?.total ?? NaN);
  expect(await screen.findByText(`−${difference} versus the wallet’s total`)).toBeTruthy();
});

test('links to the user and the thematic', async () => {
  const { thematic } = await hold();
  open(address(thematic._id));
  const link = await screen.findByRole('link', { name: `${thematic.name} thematic` });
  expect(link.getAttribute('href')).toBe(`/thematics/${encodeURIComponent(thematic._id)}`);
  expect(screen.getByRole('link', { name: id }).getAttribute('href')).toBe(
    '/users/a%2Fb%3Fc%23d%20e%252F',
  );
});

test('says that a wallet is closed', async () => {
  const { thematic } = await hold();
  await makeUser(id, {}, [{ thematics: thematic._id, tokens: {} }]);
  open(address(thematic._id));
  expect(await screen.findByText('This wallet is closed')).toBeTruthy();
  expect(await screen.findByText(/^past month/)).toBeTruthy();
});

test('distinguishes an unknown user, an unknown thematic and a missing wallet', async () => {
  const { thematic } = await hold();
  const other = (await readThematics()).find(({ _id }) => _id !== thematic._id);
  const { router } = open(address(thematic._id, 'nobody'));
  expect(await screen.findByText('User “nobody” not found')).toBeTruthy();
  await router.navigate(address('no/such'));
  expect(await screen.findByText('Thematic “no/such” not found')).toBeTruthy();
  await router.navigate(address(other?._id ?? ''));
  const words = `${id} has no wallet in ${other?.name}`;
  expect(
    await screen.findByText((_, element) => element?.textContent === words, {
      selector: 'div',
    }),
  ).toBeTruthy();
});

test('shows the positions without targets if the thematic cannot be read', async () => {
  const { thematic } = await hold();
  server.use(http.get(`*/p/thematics/${thematic._id}`, () => HttpResponse.error()));
  open(address(thematic._id));
  expect((await counted())[0]).toMatch(/^2 held; prices of/);
  const table = within(screen.getByRole('table', { name: 'Positions' }));
  expect(table.getByRole('columnheader', { name: /^Total/ })).toBeTruthy();
  expect(table.queryByRole('columnheader', { name: /^Target/ })).toBeNull();
});
