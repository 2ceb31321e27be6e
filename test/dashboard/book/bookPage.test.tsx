import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { bookPerformance, type BookSummary } from '#contract/book.ts';
import { pathOf } from '#contract/operation.ts';
import { getBookExposure, getBookPerformance, getBookSummary } from '#contract/operations/book.ts';
import { setPreference } from '#dashboard/preferences/preferences.ts';
import { answerOf } from '#test/support/calls.ts';
import { connect } from '#test/support/connected.ts';
import { giveSize, makeUser, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const at = '2024-01-01T00:00:00.000Z';
const performanceUrl = `*${getBookPerformance.path.replace('{historyType}', ':type')}`;

/** Two users in Switzerland, who hold, and one elsewhere. */
async function fill() {
  const { thematic, tokens } = await someThematic();
  const [token] = tokens;
  const holding = (amount: number) => [
    { thematics: thematic._id, tokens: { [token]: amount }, at },
  ];
  await makeUser('a/b?c', { country: 'CH' }, holding(3));
  await makeUser('ben', { country: 'CH' }, holding(1));
  await makeUser('eve', { country: 'FR' }, holding(5));
  return thematic;
}

const figure = async (label: RegExp) => {
  const head = await screen.findByText(label, { selector: 'dt *, dt' });
  const value = () => head.closest('div')?.querySelector('dd')?.textContent ?? '';
  await waitFor(() => expect(value()).not.toBe(''));
  return value();
};
const short = /^[−+]?[\d.,]+/;

async function answered(query: object) {
  const { call } = await testService();
  const params = { historyType: 'month' } as const;
  return answerOf(call('GET', pathOf(getBookPerformance, { params, query })), bookPerformance);
}

test('shows who belongs, and total, change, net flow and return of their sums', async () => {
  await fill();
  const { total, index } = await answered({ 'attribute.*': { country: ['CH'] } });
  open('/book?attribute.country=CH');
  const members = within(await screen.findByRole('region', { name: 'Members' }));
  expect(members.getByText('country').parentElement?.textContent).toBe('country CH');
  expect(members.getByText(/Members are those who match now\./)).toBeTruthy();
  expect(await figure(/^Users$/)).toBe('2of 3');
  const last = total.at(-1) ?? NaN;
  await waitFor(async () => expect(await figure(/^Net flow, month$/)).toMatch(/0\.00/));
  const [shown] = await screen.findAllByTitle(
    last.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  );
  expect(shown?.textContent).toMatch(short);
  const gain = ((index?.at(-1) ?? NaN) / (index?.[0] ?? NaN) - 1) * 100;
  expect(await figure(/^Return, month$/)).toContain(Math.abs(gain).toFixed(2));
  expect(screen.getByRole('region', { name: 'Total of the book' })).toBeTruthy();
});

test('removes a condition, and Back restores it', async () => {
  await fill();
  const { user, router, address } = open('/book?attribute.country=CH&q=ben');
  expect(await figure(/^Users$/)).toBe('1of 3');
  await user.click(await screen.findByRole('button', { name: 'Remove filter: Search ben' }));
  expect(address()).toBe('/book?attribute.country=CH');
  await waitFor(async () => expect(await figure(/^Users$/)).toBe('2of 3'));
  await router.navigate(-1);
  await waitFor(async () => expect(await figure(/^Users$/)).toBe('1of 3'));
});

test('opens from the list with its filters and period, and returns to the same list', async () => {
  await fill();
  const { user, address, findByRole } = open(
    '/users?attribute.country=CH&moved=either&period=week',
  );
  await user.click(await findByRole('link', { name: 'Open as a book' }));
  // The book may show another period than the filter.
  expect(address()).toBe('/book?attribute.country=CH&moved=either&over=week&period=week');
  expect((await screen.findByText('Return, past week')).parentElement?.textContent).toBe(
    'Return, past week changed',
  );
  await user.click(await screen.findByRole('radio', { name: 'Year' }));
  const link = screen.getByRole('link', { name: 'Show the users' });
  expect(link.getAttribute('href')).toBe('/users?attribute.country=CH&moved=either&period=week');
});

test('says that no user matches, and which ids have no user', async () => {
  await fill();
  const none = open('/book?q=nobody');
  expect(await screen.findByText('No user matches')).toBeTruthy();
  none.unmount();
  open('/book?ids=ben&ids=gone&ids=lost');
  expect(await screen.findByText('2 of the ids in the address have no user.')).toBeTruthy();
  expect(await figure(/^Users$/)).toBe('1of 3');
  expect(screen.getByRole('link', { name: 'Show the users' }).getAttribute('href')).toBe(
    '/users?ids=ben&ids=gone&ids=lost&period=month',
  );
});

test('as of a date: other holdings, the same members, and says so', async () => {
  await fill();
  open('/book?attribute.country=CH&asOf=2023-06-01T00:00:00.000Z');
  expect(
    await screen.findByText(/The date changes holdings, not membership\./, { exact: false }),
  ).toBeTruthy();
  expect(await figure(/^Users$/)).toBe('2of 3');
  expect(await screen.findAllByText(/^No holdings/)).not.toHaveLength(0);
});

test('stops a long computation, and starts it again on request', async () => {
  await fill();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  server.use(
    http.get(performanceUrl, async ({ request }) => {
      signals.push(request.signal);
      await Promise.race([held, delay('infinite')]);
    }),
  );
  const { user } = open('/book?attribute.country=CH');
  const stop = await screen.findByRole('button', { name: 'Stop' }, { timeout: 10_000 });
  await waitFor(() =>
    expect(stop.closest('[role=status]')?.textContent).toMatch(
      /^Computing the history of 2 users… \d+ s/,
    ),
  );
  // The members and their total are there before.
  expect(await figure(/^Users$/)).toBe('2of 3');
  expect(await figure(/^Total/)).toMatch(short);
  await user.click(stop);
  expect(await screen.findByText('Stopped')).toBeTruthy();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  server.resetHandlers();
  release();
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  expect(await figure(/^Return, month$/)).toMatch(/%$/);
});

test('an error is reported once, with Retry', async () => {
  await fill();
  server.use(http.get(performanceUrl, () => new HttpResponse('Burned.', { status: 500 })));
  const { user } = open('/book?attribute.country=CH');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(await figure(/^Users$/)).toBe('2of 3');
  server.resetHandlers();
  await user.click(retry);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('privacy mode hides the sums', async () => {
  await fill();
  setPreference('privacy', 'hidden');
  open('/book?attribute.country=CH');
  expect(await figure(/^Total/)).toMatch(/•/);
  await waitFor(async () => expect(await figure(/^Return, month$/)).toMatch(/•/));
  expect(await figure(/^Net flow, month$/)).toMatch(/•/);
});

const reported: BookSummary = {
  asOf: '2026-06-17T14:00:00.000Z',
  membersAsOf: '2026-06-17T14:00:00.000Z',
  count: 2,
  of: 3,
  unknown: 0,
  notFound: 0,
  from: null,
  total: 1234,
  change: 56,
  flow: null,
  return: null,
  histories: { read: 1, of: 2 },
  reason: 'The service reports amounts of today only.',
};

/** Connected mode, with the summary of each book. Returns the periods that are requested. */
async function openReported(path: string, summary: Partial<BookSummary> = {}) {
  await fill();
  connect();
  const asked: string[] = [];
  server.use(
    http.get(`*${getBookSummary.path.replace('{historyType}', ':type')}`, ({ params }) => {
      asked.push(String(params['type']));
      return HttpResponse.json({ ...reported, ...summary });
    }),
  );
  open(path);
  return asked;
}

test('in connected mode: total and change in value, the reason for the rest, and how many histories have been read', async () => {
  const asked = await openReported('/book?attribute.country=CH&period=week');
  await waitFor(async () => expect(await figure(/^Total/)).toMatch(/^1\.23/));
  expect(await figure(/^Change in value, past week$/)).toMatch(/^\+56/);
  expect(await figure(/^Return, past week$/)).toBe('–');
  expect(screen.getByText(/1 of 2 histories read\./)).toBeTruthy();
  expect(screen.queryByRole('radiogroup', { name: 'Period' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Period' })).toBeTruthy();
  expect(asked).toEqual(['week']);
  expect(screen.getByText(/^Net invested, net flow, return, drivers, flows and risk/)).toBeTruthy();
  expect(await screen.findByRole('img', { name: /^Share of all by token/ })).toBeTruthy();
});

const titleOf = async (label: RegExp) => {
  const name = await screen.findByText(label, { selector: 'dt' });
  return name.parentElement?.querySelector('[title]')?.getAttribute('title');
};

test.each([
  ['month', 'No history over this period has been read. The list of users reads those of'],
  ['all', 'The full history is read for one user at a time.'],
])('in connected mode: why the change over %s is unknown', async (period, why) => {
  await openReported(`/book?attribute.country=CH&period=${period}`, {
    change: null,
    histories: { read: 0, of: 2 },
  });
  await waitFor(async () => expect(await figure(/^Total/)).toMatch(/^1\.23/));
  expect(await titleOf(/^Change in value/)).toContain(why);
  expect(await titleOf(/^Return/)).toBe(reported.reason);
  expect(screen.getByText(/0 of 2 histories read\./)).toBeTruthy();
});

test('in connected mode, the present total is not that of a past date, and exposure that is refused is not requested', async () => {
  const exposures: string[] = [];
  server.use(
    http.get(`*${getBookExposure.path}`, ({ request }) => {
      exposures.push(request.url);
      return new HttpResponse(null, { status: 500 });
    }),
  );
  const asked = await openReported('/book?attribute.country=CH&asOf=2023-06-01T00:00:00.000Z');
  await waitFor(async () => expect(await figure(/^Total/)).toBe('–'));
  expect(await titleOf(/^Total/)).toMatch(/does not report amounts held in the past/);
  expect(await figure(/^Users$/)).toBe('2of 3');
  expect(document.body.textContent).not.toContain('1,234');
  const exposure = within(await screen.findByRole('region', { name: 'Exposure' }));
  expect(exposure.getByText(/does not report amounts held in the past/)).toBeTruthy();
  expect([asked, exposures]).toEqual([[], []]);
});
