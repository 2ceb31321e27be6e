import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getUserHistory } from '#contract/operations/wallets.ts';
import { unreadableText } from '#dashboard/history/historyText.ts';
import { historyKeys } from '#dashboard/portfolio/queryKeys.ts';
import { giveSize, makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';

const id = 'a/b?c#d e%2F';
const path = pathTo(getUserHistory, id, 'month');

const format = createFormat(defaultPreferences);

beforeEach(async () => {
  giveSize({ width: 900, height: 316 });
  await makeUser(id);
});

const dated = (total: unknown, i: number) => ({
  date: new Date(Date.UTC(2026, 4, 18) + i * 3_600_000).toISOString(),
  total,
});

function answer(records: object): void {
  const body = JSON.stringify(records);
  server.use(http.get('*/wallets/history/month', () => new HttpResponse(body)));
}

const pane = () => screen.findByRole('region', { name: `Total of ${id}` });

test('draws readable records, and counts the others with a link to the answer', async () => {
  const totals = Array.from({ length: 288 }, (_, i) => 1000 + (i % 50));
  answer(totals.map(dated).map((record, i) => (i % 96 === 5 ? { total: record.total } : record)));
  open(`/users/${encodeURIComponent(id)}`);
  expect(await within(await pane()).findByRole('application')).toBeTruthy();
  const line = await within(await pane()).findByText(
    '3 of 288 records could not be read: no time in them.',
  );
  const link = within(await pane()).getByRole('link', { name: /^JSON of / });
  expect(line.parentElement?.contains(link)).toBe(true);
  expect(link.getAttribute('href')).toBe(path);
});

test('explains that no record could be read', async () => {
  answer(['abc', 'NaN'].map(dated));
  open(`/users/${encodeURIComponent(id)}`);
  expect(
    await screen.findByText('2 of 2 records could not be read: no readable total in them.'),
  ).toBeTruthy();
  expect(await screen.findByText('No record could be read.')).toBeTruthy();
  expect((await pane()).textContent).not.toContain('NaN');
});

test('a body that is not a list is an error with Retry', async () => {
  answer({ histories: [] });
  open(`/users/${encodeURIComponent(id)}`);
  const alert = await within(await pane()).findByRole('alert');
  expect(alert.textContent).toContain(
    `The response from ${path} could not be read, as a whole: expected array, found an object.`,
  );
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('several reasons have a count each', () => {
  const why = [
    { reason: 'no time', count: 1200 },
    { reason: 'no readable total', count: 1 },
  ];
  expect(unreadableText(format, { count: 1201, of: 100_000, why })).toBe(
    '1,201 of 100,000 records could not be read: no time in 1,200, no readable total in 1.',
  );
  const one = { count: 1, of: 1, why: [{ reason: 'no total', count: 1 }] };
  expect(unreadableText(format, one)).toBe('1 of 1 record could not be read: no total in it.');
});

test('reports an outage once, and Retry loads everything again', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.use(
    http.get('*/users/:id/performance/*', down),
    http.get('*/wallets/history/*', async () => {
      await promise;
      return down();
    }),
  );
  const { user, queryClient } = open(`/users/${encodeURIComponent(id)}`);
  const panel = within(await pane());
  const returns = [...historyKeys.returns(id), 'month'];
  await waitFor(() => expect(queryClient.getQueryState(returns)?.error).toBeTruthy());
  await act(async () => {});
  expect(panel.queryByText(/could not be read/)).toBeNull();
  resolve(undefined);
  const alert = await panel.findByRole('alert');
  expect(panel.getAllByText(/could not be read/)).toHaveLength(1);
  expect(alert.textContent).toContain('The history could not be read');
  server.resetHandlers();
  answer([10, 20].map(dated));
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await panel.findByRole('application')).toBeTruthy();
  await waitFor(() => expect(queryClient.getQueryState(returns)?.error).toBeNull());
});

const down = () => HttpResponse.json({}, { status: 503 });
