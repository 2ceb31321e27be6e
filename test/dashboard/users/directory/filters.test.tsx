import { screen, waitFor, within } from '@testing-library/react';
import { sql } from 'drizzle-orm';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { expect, test } from 'vitest';
import { open } from '#test/support/render.tsx';
import { makeUser, readThematics } from '#test/support/portfolio.ts';
import { testService } from '#test/support/server.ts';
import { testNow } from '#test/support/service.ts';
import { createTableMarket } from '#test/support/tableMarket.ts';
import { ids, table } from './directoryPage.ts';

const day = 86_400_000;

/** Amounts that give these totals at the token’s first price, and each user’s holdings a day ago. */
const someUsers = {
  big: { total: 2e6, thematic: 'energy-grids', createdAt: '2026-01-01T00:00:00Z' },
  mid: { total: 5e5, thematic: 'rollup-networks', createdAt: '2026-06-17T02:00:00Z' },
  small: { total: 10, thematic: 'data-feeds', createdAt: '2026-06-17T02:00:00Z' },
  none: { total: 0, thematic: null, createdAt: '2026-05-28T02:00:00Z' },
} as const;

/** Prices that rise by 5 %, fall by less than 0.1 %, and stay unchanged over the past day. */
async function makeUsers(): Promise<void> {
  const service = await testService();
  const thematics = await readThematics();
  const tokenOf = (id: string) => {
    const token = thematics.find(({ _id }) => _id === id)?.tokens[0]?.token._id;
    if (token === undefined) throw new Error(`There is no thematic ${id}`);
    return token;
  };
  const moved = { 'energy-grids': 0.95, 'rollup-networks': 1.0002, 'data-feeds': 1 };
  const prices = Object.entries(moved).map(([id, before]) => [
    tokenOf(id),
    {
      step: 300_000,
      prices: [
        [testNow - 2 * day, before],
        [testNow - 3_600_000, 1],
      ] as const,
    },
  ]);
  service.market.use(createTableMarket(Object.fromEntries(prices), testNow));
  for (const [customId, { total, thematic, createdAt }] of Object.entries(someUsers)) {
    const at = '2026-06-16T00:00:00Z';
    await makeUser(
      customId,
      {},
      thematic === null
        ? []
        : [{ thematics: thematic, tokens: { [tokenOf(thematic)]: total }, at }],
    );
    await service.database.queries.execute(
      sql`UPDATE users SET created_at = ${Date.parse(createdAt)} WHERE custom_id = ${customId}`,
    );
  }
}

test.each([
  ['total=1000000..', ['big'], 'Total1\u2009M or more'],
  ['total=..10', ['small', 'none'], 'Totalup to 10'],
  ['total=10..600000', ['mid', 'small'], 'Total10 to 600,000'],
  ['change=10000..', ['big'], 'Value, past dayup 10,000 or more'],
  ['change=..-50', ['mid'], 'Value, past daydown 50 or more'],
  ['change=-1..5', ['small'], 'Value, past day−1 to 5'],
  ['moved=up', ['big'], 'Return, past dayup'],
  ['moved=level', ['small'], 'Return, past dayunchanged'],
  ['moved=either-5', ['big'], 'Return, past daychanged 5\u2009% or more'],
  ['moved=down-5', [], 'Return, past daydown 5\u2009% or more'],
  ['created=week', ['mid', 'small'], 'Createdpast week'],
  ['created=month', ['mid', 'small', 'none'], 'Createdpast month'],
  ['created=..2026-02-01', ['big'], 'Createduntil 1 Feb 2026'],
  ['created=2026-06-17..2026-06-17', ['mid', 'small'], 'Created17 Jun 2026 to 17 Jun 2026'],
  ['thematic=energy-grids&thematic=nobody-has-it', ['big'], 'HoldsEnergy Grids or nobody-has-it'],
])('the address ?%s shows %j and a chip', async (search, expected, chip) => {
  await makeUsers();
  open(`/users?${search}`);
  await waitFor(() => {
    const chips = screen.getAllByRole('button', { name: /^Remove filter/ });
    expect(chips.map((one) => one.parentElement?.textContent?.replaceAll(' ', ''))).toEqual([
      chip.replaceAll(' ', ''),
    ]);
  });
  await waitFor(async () => expect(await ids()).toEqual(expected));
});

test('filters set in the panel are in the address, and Back undoes each', async () => {
  await makeUsers();
  const { user, address, router } = open('/users');
  await table();
  await user.keyboard('f');
  const panel = await screen.findByRole('dialog', { name: 'Filter users' });
  await user.click(await within(panel).findByLabelText('Energy Grids'));
  await waitFor(async () => expect(await ids()).toEqual(['big']));
  expect(address()).toBe('/users?thematic=energy-grids');
  await user.click(within(panel).getByLabelText('Rollup Networks'));
  await waitFor(async () => expect(await ids()).toEqual(['big', 'mid']));
  await user.click(within(panel).getByLabelText('Down'));
  await waitFor(async () => expect(await ids()).toEqual(['mid']));
  expect(address()).toBe('/users?thematic=energy-grids&thematic=rollup-networks&moved=down');
  await router.navigate(-1);
  await waitFor(async () => expect(await ids()).toEqual(['big', 'mid']));
  await user.type(within(panel).getByLabelText('Total from'), '0.6 m{Enter}');
  await waitFor(async () => expect(await ids()).toEqual(['big']));
  expect(address()).toContain('total=600000..');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^ ?Filter/));
});

test('the panel filters by token, largest position and date; Escape closes only the list in front', async () => {
  await makeUsers();
  setPreference('locale', 'de-DE');
  const { user, address } = open('/users');
  await table();
  await user.keyboard('f');
  const panel = await screen.findByRole('dialog', { name: 'Filter users' });
  const tokens = within(panel).getByRole('combobox', { name: 'Tokens' });
  const query = () => Object.fromEntries(new URLSearchParams(address().split('?')[1]));
  await user.type(tokens, 'a');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(query()['token']).toMatch(/./));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Filter users' })).toBeTruthy();
  await user.click(within(panel).getByRole('button', { name: /^Over 50/ }));
  await waitFor(() => expect(query()['largest']).toBe('50..'));
  const minimum = within(panel).getByLabelText('Largest position at least, %');
  await user.clear(minimum);
  await user.type(minimum, '12.5{Enter}');
  await waitFor(() => expect(query()['largest']).toBe('12.5..'));
  const from = within(panel).getByRole('textbox', { name: 'Created from' });
  await user.type(from, '01.02.2026');
  await waitFor(() => expect(query()['created']).toBe('2026-02-01..'));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Filter users' })).toBeTruthy();
  await user.clear(from);
  await waitFor(() => expect(query()['created']).toBeUndefined());
});

test('filters users by change in currency: in the panel, address, chip and file', async () => {
  await makeUsers();
  const { user, address } = open('/users');
  await table();
  await user.keyboard('f');
  const panel = await screen.findByRole('dialog', { name: 'Filter users' });
  await user.click(within(panel).getByRole('button', { name: 'Up over 10 K' }));
  await waitFor(async () => expect(await ids()).toEqual(['big']));
  expect(address()).toBe('/users?change=10000..');
  await user.clear(within(panel).getByLabelText('Change from'));
  await user.type(within(panel).getByLabelText('Change to'), '-50{Enter}');
  await waitFor(async () => expect(await ids()).toEqual(['mid']));
  expect(address()).toBe('/users?change=..-50');
  const file = screen.getByRole<HTMLAnchorElement>('link', { name: 'CSV' });
  await waitFor(() => expect(new URL(file.href).searchParams.get('change')).toBe('..-50'));
  await user.keyboard('{Escape}');
  await user.click(
    screen.getByRole('button', { name: 'Remove filter: Value, past day down 50 or more' }),
  );
  expect(address()).toBe('/users');
});

test('a chip can be removed by keyboard, and the others stay', async () => {
  await makeUsers();
  const { user, address } = open('/users?moved=up&total=1000000..');
  const remove = await screen.findByRole('button', { name: /^Remove filter: Return, past day up/ });
  remove.focus();
  await user.keyboard('{Enter}');
  expect(address()).toBe('/users?total=1000000..');
});

test('a chip hides its amount in privacy mode', async () => {
  setPreference('privacy', 'hidden');
  open('/users?total=1000000..');
  const name = 'Remove filter: Total ••••••• or more';
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});

test('without matches it names the filters that exclude users, and offers to remove them', async () => {
  await makeUsers();
  const { user, address } = open('/users?q=small&total=1000000..&moved=level');
  expect(await screen.findByText('No user matches “small”')).toBeTruthy();
  expect(
    screen.getByText(/Excluded by Total 1.M or more, Return, past day unchanged\./),
  ).toBeTruthy();
  // Removing the other filter would not give a match either.
  expect(screen.queryByRole('button', { name: /^Remove “Return, past day/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Clear search' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Remove “Total .*”: 1 user$/ }));
  await waitFor(async () => expect(await ids()).toEqual(['small']));
  expect(address()).toBe('/users?q=small&moved=level');
});
