import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveSize, readThematics } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

const day = 86_400_000;
const end = Date.UTC(2026, 5, 17);
/** One record per day until 17 June 2026, with its number as total: the last is 400. */
const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    date: new Date(end - (count - 1 - i) * day).toISOString(),
    total: 401 - count + i,
  }));

let thematic = { _id: '', name: '' };
beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  [thematic = thematic] = await readThematics();
  server.use(
    http.get('*/thematics/*/history/month', () => HttpResponse.json(records(31))),
    http.get('*/thematics/*/history/year', () => HttpResponse.json(records(366))),
    http.get('*/thematics/*/history/all', () => HttpResponse.json(records(400))),
  );
});
afterEach(() => vi.useRealTimers());

const page = (query = '') => `/thematics/${thematic._id}${query}`;
const pane = () => screen.getByRole('region', { name: `Level of ${thematic.name}` });
const figure = () => pane().querySelector('p')?.textContent;
const chart = () => screen.findByRole('application', { name: /^Level of/ });

test('d, a date and Enter show the figure of that date in a period that reaches it, and Esc returns', async () => {
  const { user, address } = open(page());
  await chart();
  await user.keyboard('d');
  const field = await screen.findByRole('textbox', { name: 'Go to date' });
  // The field has the focus.
  expect(document.activeElement).toBe(field);
  await user.keyboard('1.3.2026{Enter}');
  await waitFor(() => expect(address()).toBe(page('?at=2026-03-01T00%3A00%3A00.000Z&period=year')));
  await waitFor(() => expect(figure()).toContain('292.00'));
  expect(pane().textContent).toContain('1 Mar 2026, 00:00, since 17 Jun 2025');
  expect(pane().textContent).toContain('+257.00');
  // The hovered point takes precedence over the date.
  fireEvent.pointerMove(await chart(), { clientX: 0 });
  expect(figure()).toContain('35.00');
  fireEvent.pointerLeave(await chart());
  expect(figure()).toContain('292.00');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe(page('?period=year')));
  expect(figure()).toContain('400.00');
});

test('picks a day from the calendar, and scrolls the table to it', async () => {
  const { user, address } = open(page('?view=table'));
  await screen.findByRole('table', { name: /^Level of/ });
  await user.click(screen.getByRole('button', { name: 'Go to a date (d)' }));
  await user.click(await screen.findByRole('button', { name: '12 June 2026' }));
  await waitFor(() => expect(address()).toBe(page('?view=table&at=2026-06-12T00%3A00%3A00.000Z')));
  const row = await waitFor(() => {
    const read = pane().querySelector<HTMLElement>('tr[aria-current="date"]');
    if (read === null) throw new Error('No row is marked');
    return read;
  });
  expect(within(row).getByText('395.00')).toBeTruthy();
});

test('reports a date before the first record, and rejects one after the last', async () => {
  const { user } = open(page('?at=2020-03-01T00:00:00.000Z&period=all'));
  expect(await screen.findByText('no record before 14 May 2025, 00:00')).toBeTruthy();
  expect(figure()).toContain('–');
  await user.keyboard('{Escape}');
  await user.keyboard('d');
  await user.type(await screen.findByRole('textbox', { name: 'Go to date' }), '2026-07-01{Enter}');
  expect(await screen.findByText(/must not be later than the latest prices/)).toBeTruthy();
});

test('going back to a period that cannot be read closes the calendar', async () => {
  const year = '*/thematics/*/history/year';
  server.use(http.get(year, () => HttpResponse.text('no', { status: 500 })));
  const { user, router } = open(page('?period=year'), page());
  await chart();
  await user.keyboard('d');
  await screen.findByRole('textbox', { name: 'Go to date' });
  await act(async () => router.navigate(-1));
  const retry = await within(pane()).findByRole('button', { name: 'Retry' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Go to date' })).toBeNull());
  server.use(http.get(year, () => HttpResponse.json(records(366))));
  await user.click(retry);
  expect(await screen.findByRole('textbox', { name: 'Go to date' })).toBeTruthy();
});

test.each([
  ['fresh', end + day / 2, ''],
  ['more than a day old', end + 2 * day, 'Latest prices, more than a day old'],
])('shows the time of the figure, and if it is %s', async (_name, now, why) => {
  vi.setSystemTime(now);
  open(page());
  const asOf = await screen.findByText('as of 17 Jun, 00:00 UTC');
  expect(asOf.title).toBe(why || 'Latest prices');
  expect(asOf.className === '').toBe(why === '');
});
