import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getDirectory } from '#contract/operations/directory.ts';
import { getThematic } from '#contract/operations/thematics.ts';
import { getTokens } from '#contract/operations/tokens.ts';
import { tokenList } from '#contract/token.ts';
import { urls } from '#dashboard/url/urls.ts';
import { answerRead, connect } from '#test/support/connected.ts';
import { page, row } from '#test/support/directoryWindow.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('lists all tokens with search and order, each with a link to its page', async () => {
  const { tokens } = await someThematic();
  const [id] = tokens;
  const { user, address } = open('/tokens');
  const table = await screen.findByRole('table', { name: 'Tokens' });
  const all = rowsOf(table).length;
  await user.type(screen.getByRole('searchbox', { name: 'Search tokens' }), id);
  const link = await within(table).findByRole('link', { name: new RegExp(id) });
  expect(link.getAttribute('href')).toBe(`/tokens/${encodeURIComponent(id)}`);
  expect(rowsOf(table).length).toBeLessThan(all);
  await user.type(screen.getByRole('searchbox'), ' no such token');
  expect(await screen.findByText(/^No token matches/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await user.click(await screen.findByRole('button', { name: /^Price/ }));
  expect(address()).toContain('sort=-price');
});

test('shows the holders of a token, its share of their holdings, and the thematics that contain it', async () => {
  const { thematic, tokens } = await someThematic();
  const [id] = tokens;
  await makeUser('small', {}, [{ thematics: thematic._id, tokens: { [id]: 1 } }]);
  await makeUser('a/b', {}, [{ thematics: thematic._id, tokens: { [id]: 2 } }]);
  open(`/tokens/${encodeURIComponent(id)}`);
  await screen.findByText('2 users');
  const price = await screen.findByRole('region', { name: `Price of ${id}` });
  expect(await within(price).findByRole('application')).toBeTruthy();
  const holders = rowsOf(screen.getByRole('table', { name: 'Holders' }));
  expect(holders[0]).toMatch(/^a\/b.*100\.0\s%$/);
  expect(holders[1]).toMatch(/^small/);
  const thematics = await screen.findByRole('table', { name: 'Thematics with this token' });
  const link = within(thematics).getByRole('link', { name: thematic.name });
  expect(link.getAttribute('href')).toBe(`/thematics/${encodeURIComponent(thematic._id)}`);
});

test('a small price has the same format in the list, the header and the records', async () => {
  const [id] = (await someThematic()).tokens;
  const records = [0.001234, 0.00001234].map((price, i) => ({
    date: new Date(Date.UTC(2026, 5, 16, i)).toISOString(),
    price,
  }));
  server.use(http.get('*/x/tokens/*/history/*', () => HttpResponse.json(records)));
  open(`/tokens/${encodeURIComponent(id)}?view=table`);
  const table = await screen.findByRole('table', { name: `Price of ${id}` });
  expect(within(table).getByRole('columnheader', { name: /^Price(?! since)/ })).toBeTruthy();
  expect(within(table).queryByRole('columnheader', { name: /^Total/ })).toBeNull();
  const cells = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual(expect.arrayContaining(['0.001234', '0.00001234', '−0.001222']));
  expect(screen.getByRole('region', { name: `Price of ${id}` }).textContent).toMatch(
    /^0\.00001234/,
  );
});

const pane = async (name: string) =>
  within(await screen.findByRole('region', { name: `Price of ${name}` }));

test('an old price says of when it is and how old, in place of the as of', async () => {
  const [id, other] = (await someThematic()).tokens;
  const service = await testService();
  const tokens = z.parse(tokenList, await (await service.call('GET', getTokens.path)).json());
  const old = { priceAt: '2025-09-11T00:00:00.000Z', priceAgeSeconds: 279 * 86_400 };
  const answer = tokens.map((token) => (token._id === id ? { ...token, ...old } : token));
  server.use(http.get(`*${getTokens.path}`, () => HttpResponse.json(answer)));
  const { router } = open(`/tokens/${encodeURIComponent(id)}`);
  const text = 'price of 11 Sep 2025, 00:00 UTC, 279 days old';
  expect(await (await pane(id)).findByText(text)).toBeTruthy();
  expect((await pane(id)).queryByText(/^as of/)).toBeNull();
  await router.navigate(`/tokens/${encodeURIComponent(other)}`);
  expect(await (await pane(other)).findByText(/^as of/)).toBeTruthy();
  expect((await pane(other)).queryByText(/old$/)).toBeNull();
});

test('reports an unknown token', async () => {
  open('/tokens/no%2Fsuch');
  expect(await screen.findByText('Token “no/such” not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All tokens' })).toBeTruthy();
});

test('a directory view shows holdings of a token, and concentrated users', async () => {
  const { thematic, tokens } = await someThematic();
  const [id, other] = tokens;
  await makeUser('one', {}, [{ thematics: thematic._id, tokens: { [id]: 5 } }]);
  await makeUser('two', {}, [{ thematics: thematic._id, tokens: { [other]: 1 } }]);
  open(`/users?token=${encodeURIComponent(id)}&largest=90..&sort=-held`);
  expect(await screen.findByRole('columnheader', { name: /^Held/ })).toBeTruthy();
  expect(await screen.findByText(/^90\s% or more$/)).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Users' });
  expect(await within(table).findByRole('link', { name: /^one/ })).toBeTruthy();
  expect(within(table).queryByRole('link', { name: /^two/ })).toBeNull();
});

test('for a service without price history only the price is shown, with the reason once', async () => {
  connect();
  const { tokens } = await someThematic();
  const why = 'The interface of the connected service does not report prices of the past.';
  const { router } = open('/tokens');
  expect(await screen.findByText(why)).toBeTruthy();
  const table = await screen.findByRole('table', { name: 'Tokens' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Token', 'Price']);
  await router.navigate(`/tokens/${encodeURIComponent(tokens[0])}`);
  const pane = within(await screen.findByRole('region', { name: /^Price of / }));
  expect(await pane.findByText(why)).toBeTruthy();
  expect(pane.queryByRole('radio')).toBeNull();
});

test('a holder with a negative position has no share, and the reason is shown', async () => {
  const { tokens } = await someThematic();
  const figures = { total: 5, held: { total: 7, share: null } };
  answerRead(getDirectory.path, page(1, 0, [row('short', figures)]));
  open(`/tokens/${encodeURIComponent(tokens[0])}`);
  const why = 'No shares: some of this user’s holdings are negative or have no known value.';
  expect(await screen.findByRole('img', { name: why })).toBeTruthy();
});

test.each([
  [true, 'No price reported by any thematic or wallet read'],
  [false, 'No price yet'],
])(
  'an unknown price shows the reason, in the list and in a thematic (connected: %s)',
  async (isConnected, why) => {
    const { thematic } = await someThematic();
    if (isConnected) connect();
    const token = { _id: 'x', symbol: 'X', name: 'X', price: null, priceAt: null };
    const own = { ...thematic, tokens: [{ token, weight: 1 }] };
    answerRead(pathTo(getThematic, thematic._id), own);
    answerRead(getTokens.path, [{ ...token, change: thematic.change }]);
    const { router } = open('/tokens');
    const table = await screen.findByRole('table', { name: 'Tokens' });
    expect(await within(table).findByRole('img', { name: why })).toBeTruthy();
    await router.navigate(urls.thematic(thematic._id));
    const constituents = await screen.findByRole('table', { name: 'Constituents' });
    expect(await within(constituents).findByRole('img', { name: why })).toBeTruthy();
  },
);
