import { act, screen, waitFor, within } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { ExposureRow, ExposureWindow } from '#contract/exposure.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { answerRead, connect } from '#test/support/connected.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import * as z from 'zod/mini';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** One of two holders has three quarters; a third user has no holdings. */
async function fill() {
  const { thematic, tokens } = await someThematic();
  const [id, other] = tokens;
  await makeUser('a/b?c', { name: 'Ada', country: 'CH' }, [
    { thematics: thematic._id, tokens: { [id]: 3 } },
  ]);
  await makeUser('日本', {}, [{ thematics: thematic._id, tokens: { [id]: 1 } }]);
  await makeUser('none');
  return { thematic, id, other };
}

const table = (by: string) => screen.findByRole('table', { name: `Exposure by ${by}` });
/** Of the rows between the head and the total. */
const texts = async (by: string) =>
  within(await table(by))
    .getAllByRole('row')
    .slice(1, -1)
    .map(({ textContent }) => textContent);
const firstLink = async (by: string) =>
  within(await table(by))
    .getAllByRole('link')[0]
    ?.getAttribute('href');
const path = `*${getExposure.path}`;

const row: ExposureRow = {
  id: 'x',
  name: 'Ex',
  total: 75,
  share: null,
  holders: 2,
  unknown: 0,
  noShares: null,
  largest: { customId: 'ada', name: null, share: 0.8 },
  topTen: 1,
  hhi: 0.68,
};

const pageOf = (its: Partial<ExposureWindow>): ExposureWindow => ({
  asOf: '2026-06-17T14:00:00.000Z',
  by: 'thematic',
  count: its.rows?.length ?? 0,
  users: 3,
  of: 3,
  total: 100,
  unknown: 0,
  noShares: null,
  offset: 0,
  rows: [],
  ...its,
});

/** Replaces the service’s response. */
const answer = (its: Partial<ExposureWindow>): void =>
  server.use(http.get(path, () => HttpResponse.json(pageOf(its))));

test('shows exposure and concentration by thematic or token, from the address', async () => {
  const { thematic, id } = await fill();
  const { user, address } = open('/exposure');
  expect(await texts('thematic')).toEqual([
    expect.stringMatching(
      new RegExp(`^ ?${thematic.name}[\\d,.]+100\\.0\\s%2a/b\\?c 75\\.0\\s%100\\.0\\s%0\\.625$`),
    ),
  ]);
  expect(screen.getByText('3', { selector: 'output b' }).parentElement?.textContent).toBe('3 of 3');
  expect(screen.getByTitle(/as concentrated as 1\.60 equal holders$/)).toBeTruthy();
  expect(await firstLink('thematic')).toBe(
    `/users?thematic=${encodeURIComponent(thematic._id)}&sort=-held`,
  );
  await user.click(screen.getByRole('radio', { name: 'Token' }));
  expect((await texts('token'))[0]).toMatch(new RegExp(`^${id} `));
  expect(address()).toBe('/exposure?by=token');
  expect(await firstLink('token')).toBe(`/users?token=${encodeURIComponent(id)}&sort=-held`);
  await user.click(screen.getByRole('button', { name: /^HHI/ }));
  expect(address()).toBe('/exposure?by=token&sort=-hhi');
});

test('a search limits exposure to some users, and the links to holders keep it', async () => {
  const { thematic } = await fill();
  const { user, address } = open('/exposure');
  await table('thematic');
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'country:CH');
  // The link has the search of the rows on screen, which may still be a part of the text.
  await waitFor(async () =>
    expect(await firstLink('thematic')).toBe(
      `/users?q=country%3ACH&thematic=${encodeURIComponent(thematic._id)}&sort=-held`,
    ),
  );
  expect((await texts('thematic'))[0]).toMatch(/a\/b\?c 100.0\s%.*1\.000$/);
  expect(address()).toBe('/exposure?q=country%3ACH');
  await user.type(screen.getByRole('searchbox'), ' nobody');
  expect(await screen.findByText(/^No user matches/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await user.type(screen.getByRole('searchbox'), 'none');
  expect(await screen.findByText(/^No holdings of users who match/)).toBeTruthy();
});

test('the largest shares are also a chart, each with its largest holder', async () => {
  answer({
    rows: [
      { ...row, id: 'small', name: 'Small', share: 0.25 },
      { ...row, id: 'large', name: null, share: 0.75 },
      { ...row, id: 'nothing', noShares: 'nothing', largest: null, topTen: null, hhi: null },
    ],
  });
  open('/exposure');
  const picture = await screen.findByRole('img', { name: /^Share of all by thematic/ });
  expect(picture.getAttribute('aria-label')).toBe(
    'Share of all by thematic: large 75.0\u2009%, largest holder 80.0\u2009% of that; Small 25.0\u2009%, largest holder 80.0\u2009% of that',
  );
  const widths = [...picture.querySelectorAll('i')].map(({ style }) =>
    Number.parseFloat(style.width),
  );
  expect(widths.map((width) => Math.round(width * 10) / 10)).toEqual([80, 20, 0, 26.7, 6.7, 0]);
});

/** The columns of the file that the link saves. */
const saved = async () => {
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'CSV' });
  const { pathname, search } = new URL(link.href);
  const response = await (await testService()).call('GET', pathname + search);
  const rows = parse(await response.text(), { columns: true });
  return Object.keys(z.parse(z.array(z.record(z.string(), z.string())), rows)[0] ?? {});
};

test('figures that privacy mode hides are in no text, chart or file', async () => {
  await fill();
  open('/exposure');
  await table('thematic');
  expect(await saved()).toContain('total (USD)');
  act(() => setPreference('privacy', 'percentages'));
  expect((await texts('thematic'))[0]).toMatch(/•••••••100\.0\s%2/);
  expect((await saved()).filter((name) => /total|share|hhi/i.test(name))).toEqual([
    'share',
    'largestShare',
    'topTenShare',
    'hhi',
    'noShares',
  ]);
  act(() => setPreference('privacy', 'hidden'));
  expect((await texts('thematic'))[0]).toMatch(/••••••••••2a\/b\?c •••••••••$/);
  expect(screen.queryByRole('img')).toBeNull();
  expect(await saved()).not.toContain('share');
});

test.each([
  ['negative', /^Some holdings have a negative value, so shares cannot be calculated/],
  ['unknown', /^Some users’ totals are not known, so shares cannot be calculated/],
] as const)('shows the reason for missing shares: %s', async (noShares, text) => {
  const without = { noShares, share: null, largest: null, topTen: null, hhi: null };
  answer({ noShares, rows: [{ ...row, ...without, total: null, unknown: 2 }] });
  open('/exposure');
  expect((await texts('thematic'))[0]).toMatch(/Ex––2 · 2 of unknown value–––$/);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByTitle(/^No shares: /).length).toBeGreaterThan(2);
  expect(screen.queryByRole('img', { name: /^Share of all/ })).toBeNull();
});

test('a thematic listed only by id has the name from its details', async () => {
  const { thematic } = await someThematic();
  answer({ rows: [{ ...row, id: thematic._id, name: null }] });
  open('/exposure');
  await waitFor(async () => expect((await texts('thematic'))[0]).toContain(thematic.name));
});

test('shows that there are no holdings, and how many rows are listed', async () => {
  answer({});
  const { unmount } = open('/exposure');
  expect(await screen.findByText('No holdings yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull();
  unmount();
  answer({ rows: [row], count: 812 });
  open('/exposure');
  expect(await screen.findByText(/^First 1 of 812 thematics; the CSV has all/)).toBeTruthy();
});

test('a failed request shows the reason, and a failed refresh keeps the table', async () => {
  server.use(http.get(path, () => HttpResponse.json({ title: 'Burned down' }, { status: 500 })));
  const { user, queryClient } = open('/exposure');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  answer({ rows: [row] });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await texts('thematic')).toHaveLength(1);
  server.use(http.get(path, () => HttpResponse.json({ title: 'Burned down' }, { status: 500 })));
  await act(() => queryClient.refetchQueries({ queryKey: ['users', 'exposure'] }));
  expect(await screen.findByText(/^The exposure could not be/)).toBeTruthy();
  expect(await texts('thematic')).toHaveLength(1);
});

test('the directory shows each user’s concentration in a selected column', async () => {
  const { thematic, id, other } = await fill();
  await makeUser('two', {}, [{ thematics: thematic._id, tokens: { [id]: 1, [other]: 1 } }]);
  open('/users?columns=user&columns=hhi&sort=-hhi');
  const users = await screen.findByRole('table', { name: 'Users' });
  await waitFor(() => expect(within(users).getAllByText('1.000')).toHaveLength(2));
  expect(within(users).getByText(/^0\.[5-9]\d\d$/)).toBeTruthy();
  expect(within(users).getAllByTitle(/as concentrated as 1\.00 equal tokens$/)).toHaveLength(2);
});

test('shows unreadable parts of a connected service’s list above the table', async () => {
  connect();
  const unread = [{ what: 'user', why: 'no id in them', count: 2, of: 5, example: '/3' }];
  answerRead(getExposure.path, pageOf({ rows: [row] }), { unread });
  open('/exposure');
  expect(await screen.findByText('2 of 5 users could not be read: no id in them.')).toBeTruthy();
});
