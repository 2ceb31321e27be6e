import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getDirectory } from '#contract/operations/directory.ts';
import { neverReported } from '#directory/reportedFigures.ts';
import { narrowScreen } from '#dashboard/design/useVirtualRows.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { periodStarts } from '#dashboard/users/directory/toDate.ts';
import { answerOf } from '#test/support/calls.ts';
import { choose, optionsOf } from '#test/support/choose.ts';
import { answerRead, connect } from '#test/support/connected.ts';
import { page, row } from '#test/support/directoryWindow.ts';
import { directoryPage } from '#test/support/embedded.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { ids, make, table } from './directoryPage.ts';
import { givenUsers } from './someUsers.ts';

const columns = (...names: string[]) => names.map((name) => `columns=${name}`).join('&');

/** The text of a user's cell below a head. */
async function cellOf(id: string, head: string): Promise<string | null | undefined> {
  const own = await screen.findByRole('row', { name: new RegExp(`^${id}`) });
  const heads = within(await table()).getAllByRole('columnheader');
  const at = heads.findIndex(({ textContent }) => textContent.includes(head));
  return within(own).getAllByRole('cell')[at]?.textContent;
}

const summer = Date.UTC(2026, 6, 15, 12);

test.each([
  ['UTC', summer, '2026-07-01T00:00', '2026-07-01T00:00', '2026-01-01T00:00'],
  // The offset in winter is another one.
  ['America/New_York', summer, '2026-07-01T04:00', '2026-07-01T04:00', '2026-01-01T05:00'],
  ['Australia/Lord_Howe', summer, '2026-06-30T13:30', '2026-06-30T13:30', '2025-12-31T13:00'],
  ['Asia/Kathmandu', summer, '2026-06-30T18:15', '2026-06-30T18:15', '2025-12-31T18:15'],
  // The clock skipped midnight of the first of October.
  [
    'America/Asuncion',
    Date.UTC(2023, 9, 9),
    '2023-10-01T04:00',
    '2023-10-01T04:00',
    '2023-01-01T03:00',
  ],
  // Summer time ends on the first of November.
  [
    'America/New_York',
    Date.UTC(2026, 10, 20),
    '2026-11-01T04:00',
    '2026-10-01T04:00',
    '2026-01-01T05:00',
  ],
  // The year has begun in Auckland, but not in Honolulu.
  [
    'Pacific/Auckland',
    Date.UTC(2026, 11, 31, 12),
    '2026-12-31T11:00',
    '2026-12-31T11:00',
    '2026-12-31T11:00',
  ],
  [
    'Pacific/Honolulu',
    Date.UTC(2027, 0, 1, 9),
    '2026-12-01T10:00',
    '2026-10-01T10:00',
    '2026-01-01T10:00',
  ],
])('in %s, month, quarter and year begin at midnight of the zone', (zone, at, ...wanted) => {
  const { mtd, qtd, ytd } = periodStarts(at, zone);
  expect([mtd, qtd, ytd].map((one) => one.slice(0, 16))).toEqual(wanted);
});

test('the list shows and sorts by returns and changes to date', async () => {
  await make({ customId: 'acme', amount: 3 }, { customId: 'none' });
  const { user, address } = open(
    `/users?${columns('total', 'returnMtd', 'changeMtd', 'returnYtd')}`,
  );
  const { call } = await testService();
  const answer = await answerOf(
    call('GET', `${getDirectory.path}?since=2026-06-01T00:00:00.000Z&q=acme`),
    directoryPage,
  );
  const [since] = answer.rows[0]?.since ?? [];
  const percent = `${(Math.abs(since?.return ?? NaN) * 100).toFixed(2)}\u2009%`;
  expect(await cellOf('acme', 'Return, MTD')).toContain(percent);
  expect(await cellOf('acme', 'Value, MTD')).toContain(
    Math.abs(since?.change ?? NaN)
      .toFixed(2)
      .slice(-3),
  );
  // The user held nothing when the year began.
  expect(await cellOf('acme', 'Return, YTD')).toBe('–');
  expect(await cellOf('none', 'Return, MTD')).toBe('–');
  await choose(user, screen, 'Sort by', 'Return, month to date, best first');
  expect(address()).toContain('sort=-returnMtd');
  await waitFor(async () => expect(await ids()).toEqual(['acme', 'none']));
});

test('the months are those of the chosen zone', async () => {
  setPreference('timeZone', 'Asia/Tokyo');
  await make({ customId: 'acme', amount: 3 });
  open(`/users?${columns('returnMtd')}`);
  // The user held nothing at midnight in Tokyo, nor within a step of four hours.
  expect(await cellOf('acme', 'Return, MTD')).toBe('–');
  const head = await screen.findByRole('row', { name: /^acme/ });
  expect(within(head).getByTitle(/^Month to date: since 1 Jun 2026, 00:00/)).toBeTruthy();
});

test('only shown and sorted columns are requested, each instant once', async () => {
  const queries = givenUsers(1, () => row('a'));
  open(`/users?${columns('returnMtd', 'changeMtd', 'total')}&sort=-changeYtd`);
  await table();
  expect(queries.at(-1)?.getAll('since')).toEqual([
    '2026-06-01T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
  ]);
  expect(queries.at(-1)?.get('sort')).toBe('-changeSince.2026-01-01T00:00:00.000Z');
  for (const query of queries) expect(query.getAll('since')).toHaveLength(2);
});

test('the standard list requests none', async () => {
  const queries = givenUsers(1, () => row('a'));
  open('/users');
  await table();
  expect(queries.every((query) => !query.has('since'))).toBe(true);
});

test('the export names the columns with their instants', async () => {
  await make({ customId: 'acme', amount: 3 });
  open(`/users?${columns('returnQtd', 'changeYtd')}`);
  const link = await screen.findByRole('link', { name: /CSV/ });
  const named = new URLSearchParams(link.getAttribute('href')?.split('?')[1]).getAll('columns');
  expect(named).toEqual([
    'customId',
    'name',
    'returnSince.2026-04-01T00:00:00.000Z',
    'changeSince.2026-01-01T00:00:00.000Z',
    'asOf',
  ]);
});

test('a connected service has none of them, and the list says why it is not sorted by one', async () => {
  connect();
  answerRead(getDirectory.path, page(1, 0, [row('a')], { unsupported: [...neverReported] }));
  const { user } = open('/users?sort=-returnYtd');
  expect(await screen.findByText(/^The service does not report past amounts/)).toHaveProperty(
    'textContent',
    'The service does not report past amounts, so returns since a date are not known: users are sorted by id.',
  );
  const orders = await optionsOf(user, screen.getByRole('combobox', { name: 'Sort by' }));
  expect(orders.join(' ')).not.toContain('to date');
});

test('orders of optional columns are offered once they are shown, and a phone shows the sorted figure', async () => {
  givenUsers(1, () =>
    row('a', {
      return: 0.01,
      returnDay: 0.02,
      since: [{ at: '2026-01-01T00:00:00.000Z', return: 0.5, change: 1 }],
    }),
  );
  const first = open('/users');
  const orders = async () =>
    (await optionsOf(first.user, screen.getByRole('combobox', { name: 'Sort by' }))).join(' ');
  await table();
  expect(await orders()).toContain('Total, largest first');
  expect(await orders()).not.toMatch(/Return over 24 h|to date|Volatility/);
  first.unmount();
  open(`/users?${columns('total', 'percent', 'returnYtd')}&sort=-returnYtd`);
  const own = await screen.findByRole('row', { name: /^a/ });
  const cellsBelow = (area: string) =>
    within(own)
      .getAllByRole('cell')
      .flatMap((cell) => (cell.className.includes(area) ? cell.textContent : []));
  await waitFor(() => expect(cellsBelow('right').join('')).toContain('50.00'));
  expect(cellsBelow('right')).toHaveLength(1);
  const menu = await optionsOf(first.user, screen.getByRole('combobox', { name: 'Sort by' }));
  expect(menu.join(' ')).toContain('Return, year to date, best first');
});

test('a phone shows the sorted figure although its column is not chosen', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media === narrowScreen,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  givenUsers(1, () => row('a', { return: 0.01, volatility: 0.4321 }));
  const { address } = open('/users?sort=-volatility');
  const own = await screen.findByRole('row', { name: /^a/ });
  const cell = (text: string) =>
    within(own)
      .getAllByRole('cell')
      .find(({ textContent }) => textContent?.startsWith(text));
  await waitFor(() => expect(cell('43.21')?.className).toContain('right'));
  expect(cell('up 1.00')?.className ?? '').not.toContain('right');
  expect(address()).toBe('/users?sort=-volatility');
});
