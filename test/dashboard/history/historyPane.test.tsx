import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { HistoryType } from '#contract/historyType.ts';
import { getUserHistory } from '#contract/operations/wallets.ts';
import {
  giveSize,
  makeUser,
  readHistory,
  readThematics,
  someThematic,
} from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const id = 'a/b?c#d e%2F';
const address = (query = '') => `/users/${encodeURIComponent(id)}${query}`;
const path = (type: HistoryType) => pathTo(getUserHistory, id, type);

/** 832 px of plot and 68 px of axis. */
const frame = { width: 900, height: 316 };

beforeEach(() => giveSize(frame));

/** A user who has held two tokens since an instant. */
async function holdSince(at: string | undefined): Promise<void> {
  const { thematic, tokens } = await someThematic();
  const held = { [tokens[0]]: 3, [tokens[1]]: 30 };
  const wallet = { thematics: thematic._id, tokens: held };
  await makeUser(id, {}, [at === undefined ? wallet : { ...wallet, at }]);
}

const money = (value: number) =>
  Math.abs(value).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const signed = (value: number) => `${value < 0 ? '−' : '+'}${money(value)}`;

const pane = () => screen.getByRole('region', { name: `Total of ${id}` });
const figure = () => within(pane()).getByTitle('Explain: Value').textContent;
const chart = () => screen.findByRole('application', { name: /^Total of/, busy: false });

test('shows the last total, and its change over the period with the start', async () => {
  await holdSince('2024-02-03T00:00:00.000Z');
  const records = await readHistory(path('month'));
  const first = records[0]?.total ?? NaN;
  const last = records.at(-1)?.total ?? NaN;
  open(address());
  expect(await screen.findByText('past month, since 18 May')).toBeTruthy();
  expect(pane().textContent).toContain(`${money(last)} USD`);
  expect(pane().textContent).toContain(signed(last - first));
  expect(pane().textContent).toContain(`${signed(((last - first) / first) * 100)}\u2009%`);
});

test('shows the start of a history that is shorter than the period', async () => {
  await holdSince('2026-06-07T00:00:00.000Z');
  open(address('?period=year'));
  expect(await screen.findByText('since 7 Jun 2026, less than a year')).toBeTruthy();
});

test('changes the period by click and by key, keeps it in the address, and Back undoes it', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const { user, router, address: now } = open(address());
  await screen.findByText(/^past month/);
  await user.click(screen.getByRole('radio', { name: 'Year' }));
  expect(await screen.findByText('past year, since 18 Jun 2025')).toBeTruthy();
  expect(now()).toBe(address('?period=year'));
  // Digits also work while the radio has the focus.
  await user.keyboard('1');
  expect(await screen.findByText('past day, since 16 Jun, 14:25')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Day', checked: true })).toBeTruthy();
  await user.keyboard('5');
  expect(await screen.findByText('since 3 Feb 2021 (full history)')).toBeTruthy();
  await router.navigate(-1);
  expect(await screen.findByText(/^past day/)).toBeTruthy();
  expect(now()).toBe(address('?period=day'));
});

test('prefetches a period when the pointer reaches it', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const { user, queryClient } = open(address());
  await screen.findByText(/^past month/);
  await user.hover(screen.getByText('Week'));
  await waitFor(() => {
    expect(queryClient.getQueryData(['user', id, 'history', 'week'])).toBeTruthy();
  });
  server.use(http.get('*/wallets/history/week', () => HttpResponse.error()));
  await user.click(screen.getByRole('radio', { name: 'Week' }));
  expect(await screen.findByText(/^past week, since/)).toBeTruthy();
});

test('keeps the old line, and names the period that is loading', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const held = Promise.withResolvers<void>();
  const { user } = open(address());
  await chart();
  const before = figure();
  server.use(
    http.get('*/wallets/history/week', async () => {
      await held.promise;
    }),
  );
  await user.click(screen.getByRole('radio', { name: 'Week' }));
  expect(await screen.findByText('loading past week')).toBeTruthy();
  // The figures are still those of the month, and are labeled so.
  expect(screen.getByText(/^past month, since/)).toBeTruthy();
  expect(await chart()).toBeTruthy();
  expect(figure()).toBe(before);
  held.resolve();
  expect(await screen.findByText(/^past week, since/)).toBeTruthy();
});

test('shows the point under the pointer, and the end again when it leaves', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const records = await readHistory(path('month'));
  open(address());
  const end = await screen.findByText(/^past month/);
  // Half of the plot is half of the 30 days. The margin has room for the last figure.
  const roomAtEnd = 84;
  fireEvent.pointerMove(await chart(), { clientX: (frame.width - roomAtEnd) / 2 });
  expect(await screen.findByText('2 Jun 2026, 16:00, since 18 May')).toBeTruthy();
  const there = records.find(({ date }) => date === '2026-06-02T16:00:00.000Z')?.total ?? NaN;
  expect(pane().textContent).toContain(money(there));
  expect(pane().textContent).toContain(signed(there - (records[0]?.total ?? NaN)));
  fireEvent.pointerLeave(await chart());
  await waitFor(() => expect(screen.getByText(/^past month/).textContent).toBe(end.textContent));
});

test('moves between points with the keyboard, and announces them', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const records = await readHistory(path('week'));
  const { user } = open(address('?period=week'));
  const focused = await chart();
  focused.focus();
  const spoken = () => within(focused).getByRole('status').textContent;
  const totalAt = (index: number) => money(records.at(index)?.total ?? NaN);
  await user.keyboard('{Home}');
  expect(spoken()).toBe(`10 Jun, 15:00, ${totalAt(0)}, unchanged`);
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(spoken()).toContain(`10 Jun, 17:00, ${totalAt(2)}, `);
  await user.keyboard('{ArrowLeft}');
  expect(spoken()).toContain(`10 Jun, 16:00, ${totalAt(1)}, `);
  await user.keyboard('{End}{ArrowRight}');
  expect(spoken()).toContain(`17 Jun, 14:23, ${totalAt(-1)}, `);
  // A page is a tenth: 17 of 169 records.
  await user.keyboard('{PageUp}');
  expect(spoken()).toContain(totalAt(-18));
  await user.keyboard('{PageDown}{PageDown}');
  expect(spoken()).toContain(totalAt(-1));
  await user.keyboard('{Escape}');
  expect(spoken()).toBe('');
});

test('never shows the line of another user, even while loading', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const { thematic } = await someThematic();
  const other = (await readThematics()).find(({ _id }) => _id !== thematic._id);
  const held = Promise.withResolvers<void>();
  server.use(
    http.get('*/thematics/*/history/month', ({ request }) =>
      request.url.includes(`/${other?._id}/`) ? held.promise : undefined,
    ),
  );
  const { router } = open(`/thematics/${thematic._id}`);
  await screen.findByRole('application', { name: /^Level of/ });
  await router.navigate(`/thematics/${other?._id}`);
  expect(await screen.findByRole('region', { name: `Level of ${other?.name}` })).toBeTruthy();
  expect(screen.queryByRole('application')).toBeNull();
  held.resolve();
  expect(await screen.findByRole('application', { name: /^Level of/ })).toBeTruthy();
});

test('shows the end again when the table replaces the line', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const { user } = open(address());
  fireEvent.pointerMove(await chart(), { clientX: 100 });
  expect(await screen.findByText(/, since 18 May$/)).toBeTruthy();
  await user.keyboard('t');
  expect(await screen.findByText('past month, since 18 May')).toBeTruthy();
});

test('a key shows all records in a table, newest first', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const records = await readHistory(path('month'));
  const { user, address: now } = open(address());
  await chart();
  await user.keyboard('t');
  const table = await screen.findByRole('table', { name: `Total of ${id}` });
  expect(now()).toBe(address('?view=table'));
  expect(table.getAttribute('aria-rowcount')).toBe(String(records.length + 1));
  const [, newest, before] = within(table).getAllByRole('row');
  const last = records.at(-1)?.total ?? NaN;
  const previous = records.at(-2)?.total ?? NaN;
  expect(newest?.textContent).toContain(
    `17 Jun 2026, 14:23${money(last)}${signed(last - previous)}`,
  );
  expect(before?.textContent).toContain(`17 Jun 2026, 12:00${money(previous)}`);
  await user.click(screen.getByRole('button', { name: 'Show as chart' }));
  expect(await chart()).toBeTruthy();
});

test('explains why there is no line', async () => {
  await makeUser(id);
  open(address());
  expect(await screen.findByText('No holdings yet.')).toBeTruthy();
});

test('shows one record as a point', async () => {
  await holdSince(undefined);
  open(address());
  expect(await screen.findByText('One record so far. A line needs two.')).toBeTruthy();
});

test('shows an unchanged value as a flat line', async () => {
  await holdSince('2026-05-01T00:00:00.000Z');
  const { thematic } = await someThematic();
  const closed = { thematics: thematic._id, tokens: {}, at: '2026-06-01T00:00:00.000Z' };
  await makeUser(id, {}, [closed]);
  open(address('?period=week'));
  expect(await screen.findByText('Unchanged at 0.00 over 169 records.')).toBeTruthy();
});

test('breaks the line at a gap and labels it', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const records = await readHistory(path('month'));
  server.use(
    http.get('*/wallets/history/month', () =>
      HttpResponse.json(records.filter((_, index) => index < 40 || index > 70)),
    ),
  );
  open(address());
  expect(await screen.findByText('no records, 5.3 days')).toBeTruthy();
  const line = document.querySelector('.recharts-line-curve')?.getAttribute('d') ?? '';
  expect(line.match(/M/g)).toHaveLength(2);
});

test('keeps the line when a refetch fails, names the failure, and retries only that request', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  const { user, queryClient } = open(address());
  await chart();
  server.use(
    http.get('*/wallets/history/month', () =>
      HttpResponse.json(
        {
          type: 'about:blank',
          title: 'The service is unavailable',
          status: 503,
          detail: 'The price book is being rebuilt.',
          instance: '/',
          code: 'unavailable',
        },
        { status: 503 },
      ),
    ),
  );
  await queryClient.invalidateQueries({ queryKey: ['user', id, 'history'] });
  const said = await screen.findByText(
    /^The history could not be refreshed at .*: The price book is being rebuilt\./,
  );
  expect(await chart()).toBeTruthy();
  server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(said.isConnected).toBe(false));
});

test('explains why a history cannot be read, while the rest of the page works', async () => {
  await holdSince('2021-02-03T00:00:00.000Z');
  server.use(
    http.get('*/wallets/history/year', () => HttpResponse.text('<html>', { status: 502 })),
  );
  const { user } = open(address('?period=year'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The history could not be read');
  expect(alert.textContent).toContain(`502, GET ${path('year')}`);
  expect(await screen.findByRole('heading', { name: 'Wallets' })).toBeTruthy();
  await user.keyboard('4');
  server.resetHandlers();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/^past year/)).toBeTruthy();
});
