import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getUserHistory } from '#contract/operations/wallets.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { giveSize, makeUser, readHistory, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

const id = 'a/b?c#d e%2F';
const address = (query = '') => `/users/${encodeURIComponent(id)}${query}`;

beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  const { thematic, tokens } = await someThematic();
  const held = { [tokens[0]]: 3, [tokens[1]]: 30 };
  await makeUser(id, {}, [
    { thematics: thematic._id, tokens: held, at: '2024-02-03T00:00:00.000Z' },
  ]);
});
afterEach(() => setPreference('timeZone', 'UTC'));

const table = () => screen.getByRole('table', { name: 'Wallets' });
const heads = () =>
  within(table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
const cells = () =>
  within(table())
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const pane = () => screen.getByRole('region', { name: `Total of ${id}` });
const chart = () => screen.findByRole('application', { name: /^Total of/, busy: false });
const money = (value: number) =>
  Math.abs(value).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const signed = (value: number) => `${value < 0 ? '−' : '+'}${money(value)}`;

/** Total of the record at an instant; the last one without an instant. */
async function totalAt(date?: string): Promise<number> {
  const records = await readHistory(pathTo(getUserHistory, id, 'all'));
  const record = date === undefined ? records.at(-1) : records.find((one) => one.date === date);
  if (record?.total == null) throw new Error(`No record at ${date}`);
  return record.total;
}

test('the menu chooses a calendar period by keyboard, the address keeps it, and Back undoes it', async () => {
  const { user, router, address: now } = open(address());
  await chart();
  await user.keyboard('6');
  const menu = within(await screen.findByRole('group', { name: 'Calendar periods' }));
  await waitFor(() => {
    expect(document.activeElement).toBe(menu.getByRole('button', { name: /^Month to date/ }));
  });
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await screen.findByText('year to date, 1 Jan, 00:00 to 17 Jun, 14:23 UTC');
  expect(now()).toBe(address('?period=ytd'));
  const [first, last] = [await totalAt('2026-01-01T00:00:00.000Z'), await totalAt()];
  expect(pane().textContent).toContain(`${money(last)} USD`);
  expect(pane().textContent).toContain(signed(last - first));
  expect(screen.getByRole('button', { name: /^YTD:/ })).toBeTruthy();
  for (const radio of within(pane()).getAllByRole('radio', {
    name: /^(Day|Week|Month|Year|All)$/,
  })) {
    expect(radio).toHaveProperty('checked', false);
  }
  await user.keyboard('1');
  await screen.findByText(/^past day, since/);
  await router.navigate(-1);
  await screen.findByText(/^year to date, 1 Jan/);
  await router.navigate(-1);
  await screen.findByText(/^past month, since/);
  expect(now()).toBe(address());
});

test('a month that ended shows the total at its end, not today’s', async () => {
  open(address('?period=last-month'));
  await screen.findByText('last month, 1 May, 00:00 to 1 Jun, 00:00 UTC');
  const [first, last] = [
    await totalAt('2026-05-01T00:00:00.000Z'),
    await totalAt('2026-06-01T00:00:00.000Z'),
  ];
  expect(pane().textContent).toContain(`${money(last)} USD`);
  expect(pane().textContent).toContain(signed(last - first));
});

test('the zone of the preferences decides, and both ends name theirs', async () => {
  setPreference('timeZone', 'Europe/Berlin');
  const { unmount } = open(address('?period=last-month'));
  expect(await screen.findByText('last month, 1 May, 02:00 to 1 Jun, 02:00 CEST')).toBeTruthy();
  unmount();
  open(address('?period=ytd'));
  expect(
    await screen.findByText('year to date, 1 Jan, 01:00 CET to 17 Jun, 16:23 CEST'),
  ).toBeTruthy();
});

test('says that a history begins within the period, and that one ended before it', async () => {
  const { thematic, tokens } = await someThematic();
  await makeUser('young', {}, [
    { thematics: thematic._id, tokens: { [tokens[0]]: 3 }, at: '2026-03-07T10:00:00.000Z' },
  ]);
  const { unmount } = open('/users/young?period=ytd');
  await screen.findByText('year to date, 8 Mar, 00:00 (first record) to 17 Jun, 14:23 UTC');
  unmount();
  open('/users/young?period=last-year');
  await screen.findByText('last year, no record');
  expect(await screen.findByText('No record from 1 Jan 2025 to 1 Jan 2026.')).toBeTruthy();
  expect(screen.getByTitle('Explain: Value').textContent).toBe('–');
});

test('shows the dates that are typed, as days of any zone, and rejects reversed ones', async () => {
  const { user, address: now } = open(address());
  await chart();
  await user.click(screen.getByRole('button', { name: /^More/ }));
  const from = await screen.findByRole('textbox', { name: 'From' });
  await user.type(from, '1.3.2026');
  await user.type(screen.getByRole('textbox', { name: 'To (optional)' }), '2026-02-01{Enter}');
  expect(await screen.findByText('The end must be after the start')).toBeTruthy();
  expect(now()).toBe(address());
  await user.clear(screen.getByRole('textbox', { name: 'To (optional)' }));
  await user.type(screen.getByRole('textbox', { name: 'To (optional)' }), '31/3/2026{Enter}');
  await screen.findByText('1 Mar, 00:00 to 1 Apr, 00:00 UTC');
  expect(now()).toBe(address('?period=2026-03-01..2026-03-31'));
  await user.click(screen.getByRole('button', { name: /^Dates 1 Mar 2026 to 31 Mar 2026/ }));
  await user.clear(await screen.findByRole('textbox', { name: 'To (optional)' }));
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByText('1 Mar, 00:00 to 17 Jun, 14:23 UTC');
  expect(now()).toBe(address('?period=2026-03-01..'));
});

test('a zoom stays within the period, and Esc shows the whole period again', async () => {
  const { user, address: now } = open(
    address('?period=last-month&from=2026-05-10T00:00:00.000Z&to=2026-05-20T00:00:00.000Z'),
  );
  await screen.findAllByText('10 May, 00:00 to 20 May, 00:00');
  await user.keyboard('{Escape}');
  await screen.findByText('last month, 1 May, 00:00 to 1 Jun, 00:00 UTC');
  expect(now()).toBe(address('?period=last-month'));
  // Zooming out ends at the period.
  fireEvent.focus(await chart());
  fireEvent.keyDown(await chart(), { key: '-' });
  expect(now()).toBe(address('?period=last-month'));
});

test('no panel shows the figures of the last period under the name of the next', async () => {
  const { user } = open(address());
  await chart();
  const drivers = within(screen.getByRole('region', { name: 'Drivers' }));
  await drivers.findByText(/^month/);
  await waitFor(() => expect(heads().join()).toMatch(/month/i));
  const before = cells();
  const held = Promise.withResolvers<void>();
  server.use(
    http.get('*/x/users/*/wallets/performance/year', async () => {
      await held.promise;
    }),
    http.get('*/p/users/*/wallets/history/year', async () => {
      await held.promise;
    }),
  );
  await user.keyboard('6');
  await user.click(await screen.findByRole('button', { name: /^Year to date/ }));
  await screen.findByText('loading year to date');
  expect(within(pane()).getByText(/^past month, since/)).toBeTruthy();
  expect(drivers.getByText(/^month/)).toBeTruthy();
  expect(heads().join()).toMatch(/month/i);
  expect(cells()).toEqual(before);
  held.resolve();
  await screen.findByText(/^year to date, 1 Jan/);
  await drivers.findByText(/^year to date/);
  await waitFor(() => expect(heads().join()).toMatch(/YTD/));
  expect(cells()).not.toEqual(before);
});

test('the list keeps the period of a user, shows the nearest one and restores it', async () => {
  const { user, address: now } = open(address('?period=ytd'));
  await chart();
  const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  await user.click(breadcrumb.getByRole('link', { name: 'Users' }));
  await screen.findByText('Nearest to');
  expect(now()).toBe('/users?period=ytd');
  expect(screen.getByRole('combobox', { name: 'Period' })).toHaveProperty('value', 'Past year');
  await user.click(await screen.findByRole('link', { name: new RegExp(`^a/b`) }));
  await screen.findByText(/^year to date, 1 Jan/);
  expect(now()).toBe(address('?period=ytd'));
});

test('a refused period keeps the error and its own name', async () => {
  server.use(
    http.get('*/p/users/*/wallets/history/year', () => HttpResponse.text('no', { status: 500 })),
  );
  const { user } = open(address());
  await chart();
  await user.keyboard('6');
  await user.click(await screen.findByRole('button', { name: /^Last month/ }));
  expect(await within(pane()).findByText(/could not be read/)).toBeTruthy();
  await waitFor(() => expect(pane().textContent).not.toContain('past month'));
});
