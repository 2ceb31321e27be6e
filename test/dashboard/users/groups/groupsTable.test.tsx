import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { directoryPage } from '#contract/directory.ts';
import { listedActions } from '#dashboard/design/actions.ts';
import { hiddenRatio, hiddenTotal } from '#dashboard/preferences/figures.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { make } from '../directory/directoryPage.ts';

beforeEach(() => giveSize({ width: 1400, height: 800 }));

const country = 'attribute.country';
const path = '*/x/directory';

/** Two users of a country, one of another, and one of none. */
async function makeSome(): Promise<void> {
  await make(
    { customId: 'a/b?c', amount: 1, attributes: { country: 'CH', adviser: 'Ada' } },
    { customId: 'b', amount: 5, attributes: { country: 'CH', adviser: 'Bob' } },
    { customId: 'c', amount: 2, attributes: { country: 'a&b=c', adviser: 'Ada' } },
    { customId: 'd', attributes: { adviser: 'Ada' } },
  );
}

const table = (name: string) => screen.findByRole('table', { name: `Users by ${name}` });

/** Name, users and share of each row. */
async function rows(name: string): Promise<string[][]> {
  const all = within(await table(name)).getAllByRole('row');
  return all.slice(1).map((row) => [...row.querySelectorAll('td')].map((it) => it.textContent));
}

const names = async (name: string, column = 0) =>
  (await rows(name)).map((cells) => cells[column]?.trim());

const link = async (name: string, text: string) =>
  within(await table(name))
    .getByRole('link', { name: text })
    .getAttribute('href');

test('shows groups by an attribute with their sums, and each opens as a book and as a list', async () => {
  await makeSome();
  const { user, address } = open('/users?period=week&attribute.adviser=Ada&attribute.adviser=Bob');
  await user.click(await screen.findByRole('combobox', { name: 'Group by' }));
  await user.click(await screen.findByRole('option', { name: 'By country' }));
  expect(address()).toBe(
    '/users?period=week&attribute.adviser=Ada&attribute.adviser=Bob&groupBy=attribute.country',
  );
  expect(await names('country')).toEqual([
    'CH',
    'a&b=c',
    'No country',
    expect.stringMatching(/^All users matches the users’ total$/),
  ]);
  const [first] = await rows('country');
  expect(first?.slice(1, 2)).toEqual(['2 users']);
  expect(first?.[3]).toBe('75.0\u2009%');
  expect(await link('country', 'a&b=c')).toBe(
    '/book?attribute.adviser=Ada&attribute.adviser=Bob&attribute.country=a%26b%3Dc&period=week',
  );
  const [list] = within(await table('country')).getAllByTitle('List the 2 users of CH');
  expect(list?.getAttribute('href')).toBe(
    '/users?period=week&attribute.adviser=Ada&attribute.adviser=Bob&attribute.country=CH',
  );
  expect(await link('country', 'No country')).toContain('lacksAttribute=country');
});

test('sorts by any column, which is in the address', async () => {
  await makeSome();
  const { user, address } = open(`/users?groupBy=${country}`);
  await table('country');
  await user.click(within(await table('country')).getByRole('button', { name: 'country' }));
  expect(address()).toBe(`/users?groupBy=${country}&groupSort=group`);
  expect((await names('country')).slice(0, 3)).toEqual(['a&b=c', 'CH', 'No country']);
  await user.click(within(await table('country')).getByRole('button', { name: /^Users/ }));
  expect(address()).toBe(`/users?groupBy=${country}&groupSort=-count`);
  expect((await names('country'))[0]).toBe('CH');
});

test('the second level loads on request, keeps the order, and leads to both filters', async () => {
  await makeSome();
  const requested: string[] = [];
  server.use(
    http.get(path, ({ request }) => {
      requested.push(new URL(request.url).search);
    }),
  );
  const { user } = open(`/users?groupBy=${country}&groupBy=attribute.adviser`);
  const button = await within(await table('country')).findByRole('button', {
    name: 'CH by adviser',
  });
  expect(requested.filter((query) => query.includes('within'))).toEqual([]);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(async () =>
    expect((await names('country', 1)).slice(0, 4)).toEqual(['CH', 'Bob', 'Ada', 'a&b=c']),
  );
  expect(await link('country', 'Bob')).toBe(
    '/book?attribute.country=CH&attribute.adviser=Bob&period=day',
  );
  const [group, bob, ada] = await rows('country');
  expect([group?.[4], bob?.[4], ada?.[4]]).toEqual(
    [75, 62.5, 12.5].map((share) => `${share.toFixed(1)}\u2009%`),
  );
  await user.click(within(await table('country')).getByRole('button', { name: 'CH by adviser' }));
  expect((await names('country', 1)).slice(0, 2)).toEqual(['CH', 'a&b=c']);
});

const expandedGroups = async () =>
  within(await table('country'))
    .getAllByRole('button', { expanded: true })
    .map((button) => button.getAttribute('aria-label'));

test('the expanded groups are in the address: a link opens them, Back collapses them', async () => {
  await makeSome();
  const { user, address, router } = open(`/users?groupBy=${country}&groupBy=attribute.adviser`);
  const press = async (name: string) =>
    user.click(await within(await table('country')).findByRole('button', { name }));
  await press('CH by adviser');
  await press('No country by adviser');
  const shared = address();
  expect(new URL(shared, 'http://localhost').searchParams.getAll('expanded')).toEqual([
    '"CH"',
    'null',
  ]);
  expect(await expandedGroups()).toEqual(['CH by adviser', 'No country by adviser']);
  await router.navigate(-1);
  await waitFor(async () => expect(await expandedGroups()).toEqual(['CH by adviser']));
  await router.navigate(shared);
  await waitFor(async () => expect((await expandedGroups()).length).toBe(2));
  expect(await link('country', 'CH')).not.toContain('expanded');
  await user.click(screen.getByRole('combobox', { name: 'Group by' }));
  await user.click(await screen.findByRole('option', { name: 'By thematic' }));
  await waitFor(() => expect(address()).not.toContain('expanded'));
});

test('privacy mode keeps a value that it hides out of the address', async () => {
  await make({ customId: 'a', amount: 1, attributes: { tier: 'level 7', adviser: 'Ada' } });
  setPreference('privacy', 'hidden');
  const { user, address } = open('/users?groupBy=attribute.tier&groupBy=attribute.adviser');
  const before = address();
  const expand = await within(await table('tier')).findAllByRole('button', { expanded: false });
  await user.click(expand[0] ?? document.body);
  await waitFor(async () => expect(await names('tier', 1)).toContain('Ada'));
  expect(address()).toBe(before);
});

test('by thematic, the page says that counts do not add up, and links to the holders', async () => {
  await makeSome();
  const [thematic, other] = await readThematics();
  const service = await testService();
  const tokens = [{ token: other?.tokens[0]?.token._id ?? '', amount: 3 }];
  const wallets = [{ thematics: other?._id, tokens, at: '2026-06-01T00:00:00.000Z' }];
  await service.call('POST', '/p/users/b', { json: JSON.stringify({ wallets }) });
  open('/users?groupBy=thematic');
  expect(await names('thematic')).toContain(thematic?.name ?? '');
  expect(await names('thematic')).toContain('No thematic');
  expect(screen.getByText(/1 user is in several groups, so counts do not add up\./)).toBeTruthy();
  expect(screen.getByText(/figures are those of the wallets in it/)).toBeTruthy();
  expect(screen.getByText('matches the users’ total')).toBeTruthy();
  expect(await link('thematic', thematic?.name ?? '')).toBe(
    `/book?thematic=${encodeURIComponent(thematic?._id ?? '')}&period=day`,
  );
});

test('privacy hides the amounts, and then the shares', async () => {
  await makeSome();
  setPreference('privacy', 'percentages');
  open(`/users?groupBy=${country}&period=week`);
  const [first] = await rows('country');
  expect([first?.[2], first?.[3]]).toEqual([hiddenTotal, '75.0\u2009%']);
  setPreference('privacy', 'hidden');
  await waitFor(async () => expect((await rows('country'))[0]?.[3]).toBe(hiddenRatio));
  expect(within(await table('country')).queryAllByRole('img', { name: /value over/ })).toEqual([]);
});

test('a fault of the groups, and of a second level, is named and asked again', async () => {
  await makeSome();
  let broken = 'groupBy';
  server.use(
    http.get(path, ({ request }) =>
      broken !== '' && request.url.includes(broken)
        ? HttpResponse.json({ title: 'Burned down', status: 500 }, { status: 500 })
        : undefined,
    ),
  );
  const { user } = open(`/users?groupBy=${country}&groupBy=attribute.adviser`);
  const again = await screen.findByRole('button', { name: 'Retry' }, { timeout: 20_000 });
  broken = 'within';
  await user.click(again);
  const button = await screen.findByRole('button', { name: 'CH by adviser' });
  await user.click(button);
  const retry = await within(await table('country')).findByRole(
    'button',
    { name: 'Retry' },
    { timeout: 20_000 },
  );
  expect(within(await table('country')).getByText(/^Could not be read: /)).toBeTruthy();
  broken = '';
  await user.click(retry);
  await waitFor(async () => expect(await names('country', 1)).toContain('Bob'));
});

const action = (name: string) => listedActions().find((one) => one.name === name);

test('the palette groups users by any attribute, and the page names an attribute that no user has', async () => {
  await makeSome();
  const { address } = open('/users');
  await screen.findByRole('table', { name: 'Users' });
  await waitFor(() => expect(action('Group users by adviser')).toBeTruthy());
  expect(action('Remove the groups')).toBeUndefined();
  action('Group users by adviser')?.run();
  await waitFor(() => expect(address()).toBe('/users?groupBy=attribute.adviser'));
  await table('adviser');
  action('Remove the groups')?.run();
  await waitFor(() => expect(address()).toBe('/users'));
  const { router } = open('/users?groupBy=attribute.zzz');
  expect(await screen.findByText(/^No user of the list has a zzz\./)).toBeTruthy();
  expect(router.state.location.search).toBe('?groupBy=attribute.zzz');
});

test('a connected service has no flow and no return, and the page says why', async () => {
  await makeSome();
  const service = await testService();
  server.use(
    http.get(path, async ({ request }) => {
      const { pathname, search, searchParams } = new URL(request.url);
      if (!searchParams.has('groupBy')) return undefined;
      const answer = directoryPage.parse(
        await (await service.call('GET', pathname + search)).json(),
      );
      const groups = answer.groups?.map((group) => ({
        ...group,
        flow: null,
        return: null,
        spark: null,
        histories: { read: 1, of: group.count },
      }));
      return HttpResponse.json({ ...answer, groups, reason: 'Amounts of the past are not known.' });
    }),
  );
  open(`/users?groupBy=${country}&period=week`);
  const heads = within(await table('country'))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads).toEqual([
    'country',
    'Users',
    expect.stringMatching(/^Total/),
    '% of all',
    expect.stringMatching(/^Value, week/),
  ]);
  expect(screen.getByText(/Amounts of the past are not known\./)).toBeTruthy();
  expect(screen.getByTitle('Of the 1 of 2 users whose histories have been read')).toBeTruthy();
});
