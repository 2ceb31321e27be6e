import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getUserHistory } from '#contract/operations/wallets.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { pathTo } from '#test/support/pathTo.ts';
import {
  giveSize,
  makeUser,
  readHistory,
  readThematics,
  someThematic,
} from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { frame } from './someRecords.ts';

const id = 'a/b?c#d e%2F';
const address = (query = '') => `/users/${encodeURIComponent(id)}${query}`;
let requested: string[] = [];

beforeEach(async () => {
  giveSize(frame);
  const { thematic, tokens } = await someThematic();
  const held = { [tokens[0]]: 3, [tokens[1]]: 30 };
  await makeUser(id, {}, [
    { thematics: thematic._id, tokens: held, at: '2024-02-03T00:00:00.000Z' },
  ]);
  requested = [];
  server.use(
    http.get('*/x/users/*/performance/*', ({ request }) => {
      requested.push(new URL(request.url).searchParams.get('asOf') ?? 'now');
    }),
  );
});

const pane = () => screen.getByRole('region', { name: `Total of ${id}` });
const chart = () => screen.findByRole('application', { busy: false });
const button = () => screen.findByRole('button', { name: 'Previous period' });
const legend = (text: string | RegExp = /^Previous period/) =>
  screen.findByText(text, { selector: 'p > span' });
const lines = () => document.querySelectorAll('.recharts-line-curve').length;
const box = () =>
  [...document.querySelectorAll('table[aria-hidden] tr')].map((row) => row.textContent);
const money = (value: number) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = (ratio: number) => `${ratio < 0 ? '−' : '+'}${money(Math.abs(100 * ratio))}\u2009%`;

async function totalAt(day: string): Promise<number> {
  const records = await readHistory(pathTo(getUserHistory, id, 'all'));
  const record = records.find(({ date }) => date === `${day}T00:00:00.000Z`);
  if (record?.total == null) throw new Error(`No record at ${day}`);
  return record.total;
}

test('the switch draws the month before, which is read only then, and the address keeps it', async () => {
  const { user, address: now } = open(address('?period=last-month'));
  await chart();
  await waitFor(() => expect(lines()).toBe(1));
  expect(requested.filter((at) => at !== 'now')).toEqual([]);
  await user.click(await button());
  const [first, last] = [await totalAt('2026-04-01'), await totalAt('2026-05-01')];
  const text = `Previous period, 1 Apr to 1 May: ${money(last)}, ${percent(last / first - 1)}`;
  await waitFor(async () => expect((await legend()).textContent).toBe(text));
  expect(now()).toBe(address('?period=last-month&previous=1'));
  expect(requested).toContain('2026-05-01T00:00:00.000Z');
  await waitFor(() => expect(lines()).toBe(2));
  // The figures of the shown period are unchanged.
  expect(pane().textContent).toContain(money(await totalAt('2026-06-01')));
  expect(pane().textContent).toContain('last month, 1 May, 00:00 to 1 Jun, 00:00 UTC');

  await user.click(await button());
  await waitFor(() => expect(lines()).toBe(1));
  expect(now()).toBe(address('?period=last-month'));
  expect(screen.queryByText(/^Previous period/)).toBeNull();
});

test('pointer, keys and table name its own dates', async () => {
  const { user } = open(address('?period=last-month&previous=1'));
  await waitFor(() => expect(lines()).toBe(2));
  const [first, last] = [await totalAt('2026-04-01'), await totalAt('2026-05-01')];
  (await chart()).focus();
  await user.keyboard('{Home}');
  expect(box()[1]).toBe(`Previous period, 1 Apr${money(first)}0.00\u2009%`);
  await user.keyboard('{End}{ArrowLeft}');
  const said = within(await chart()).getByRole('status').textContent;
  expect(said).toMatch(/^31 May, .*, Previous period, 1 May, /);
  expect(said).toContain(money(last));
  expect(box()[1]).toBe(`Previous period, 1 May${money(last)}${percent(last / first - 1)}`);

  await user.keyboard('t');
  const table = within(await screen.findByRole('table', { name: /^Total of/ }));
  const [head, newest, before] = table.getAllByRole('row').map((row) => row.textContent);
  expect(head).toMatch(/Previous timePrevious$/);
  // April is a day shorter than May.
  expect(newest).toMatch(/^1 Jun 2026, .*–$/);
  expect(before).toContain('31 May 2026');
  expect(before?.endsWith(`1 May 2026, 00:00${money(last)}`)).toBe(true);
});

test('in percent it starts at 0 at its own start, beside the benchmark too', async () => {
  const { thematic } = await someThematic();
  open(
    `${address(`/wallets/${thematic._id}`)}?period=last-month&previous=1&mode=percent&benchmark=${thematic._id}`,
  );
  await waitFor(() => expect(lines()).toBe(3));
  const [first, last] = [await totalAt('2026-04-01'), await totalAt('2026-05-01')];
  // Nothing came or went, so the return is the change in value.
  expect((await legend()).textContent).toBe(
    `Previous period, 1 Apr to 1 May: ${percent(last / first - 1)}`,
  );
  fireEvent.pointerMove(await screen.findByRole('application', { busy: false }), { clientX: 0 });
  expect(box()[2]).toMatch(/^Previous period, 1 Apr0\.00\s%$/);
  expect(box()[3]).toMatch(/^Difference/);
});

test('says that nothing was known before, and draws nothing', async () => {
  const { thematic, tokens } = await someThematic();
  await makeUser('young', {}, [
    { thematics: thematic._id, tokens: { [tokens[0]]: 3 }, at: '2026-03-07T00:00:00.000Z' },
  ]);
  const { unmount } = open('/users/young?period=ytd&previous=1');
  expect(await legend('Previous period: no data before 7 Mar 2026')).toBeTruthy();
  await waitFor(() => expect(lines()).toBe(1));
  unmount();
  // March began with nothing: the part of it that is known is drawn.
  open('/users/young?period=2026-04-01..2026-04-30&previous=1');
  await legend(/^Previous period, 7 Mar to 1 Apr \(no data before\): /);
  await waitFor(() => expect(lines()).toBe(2));
});

test('all of the history has none, and the switch says why', async () => {
  const { user, address: now } = open(address('?period=all'));
  await chart();
  const off = await button();
  expect(off.getAttribute('aria-disabled')).toBe('true');
  expect(off.title).toBe('Nothing is before all of the history');
  await user.click(off);
  expect(now()).toBe(address('?period=all'));
  await user.keyboard('3');
  await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBe('false'));
});

test('at a past date it is the period before the shown one', async () => {
  open(address('?period=month&previous=1&asOf=2026-03-01T00:00:00.000Z'));
  expect(await legend(/^Previous period, 31 Dec( 2025)? to 30 Jan( 2026)?: /)).toBeTruthy();
});

test('a failure is named, and the shown period stays', async () => {
  server.use(
    http.get('*/x/users/*/performance/*', ({ request }) =>
      request.url.includes('asOf=') ? HttpResponse.text('no', { status: 500 }) : undefined,
    ),
  );
  open(address('?period=last-month&previous=1'));
  expect(await screen.findByText(/^Previous period could not be read/)).toBeTruthy();
  await waitFor(() => expect(lines()).toBe(1));
  expect(pane().textContent).toContain(money(await totalAt('2026-06-01')));
});

test('with hidden figures it shows none', async () => {
  setPreference('privacy', 'hidden');
  open(address('?period=last-month&previous=1'));
  await waitFor(() => expect(lines()).toBe(2));
  expect((await legend()).textContent).not.toMatch(/: .*\d/);
  setPreference('privacy', 'off');
});

test('compared thematics have no switch', async () => {
  const { thematic, other } = await twoThematics();
  open(`/compare?ids=${thematic}&ids=${other}&previous=1`);
  await screen.findByRole('application', { busy: false });
  expect(screen.queryByRole('button', { name: 'Previous period' })).toBeNull();
  expect(screen.queryByText(/^Previous period/)).toBeNull();
});

async function twoThematics() {
  const { thematic } = await someThematic();
  const other = (await readThematics()).find(({ _id }) => _id !== thematic._id);
  return { thematic: thematic._id, other: other?._id ?? '' };
}
