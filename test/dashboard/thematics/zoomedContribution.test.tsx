import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { contribution } from '#contract/contribution.ts';
import { pathOf } from '#contract/operation.ts';
import { getContribution } from '#contract/operations/thematics.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { urls } from '#dashboard/url/urls.ts';
import { giveSize, someThematic } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const format = createFormat(defaultPreferences);
const from = '2026-06-01T00:00:00.000Z';
const to = '2026-06-10T00:00:00.000Z';

beforeEach(() => giveSize({ width: 900, height: 316 }));

/** Queries of the requests for contributions. */
function requests(): Record<string, string>[] {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get('*/x/thematics/:id/contribution/:type', ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
    }),
  );
  return queries;
}

const address = (id: string, zoom: Record<string, string>) =>
  `${urls.thematic(id)}?${new URLSearchParams(zoom).toString()}`;
const moved = async () => within(await screen.findByRole('region', { name: 'Drivers' }));
const ends = async () => {
  const items = within(await (await moved()).findByRole('list')).getAllByRole('listitem');
  return [items[0]?.textContent, items.at(-1)?.textContent];
};

test('drivers and constituents follow the zoom, from its first record to its last', async () => {
  const { thematic } = await someThematic();
  const queries = requests();
  const zoom = { from: '2026-05-31T23:00:00.000Z', to: '2026-06-10T01:00:00.000Z' };
  open(address(thematic._id, zoom));
  const input = {
    params: { id: thematic._id, historyType: 'month' },
    query: { from, to },
  } as const;
  const service = await testService();
  const answer = await service.call('GET', pathOf(getContribution, input));
  const expected = contribution.parse(await answer.json());
  expect(await ends()).toEqual([
    `1 Jun${format.level(expected.first)}`,
    `10 Jun${format.level(expected.last)}`,
  ]);
  expect(queries).toEqual([{ from, to }]);
  const pane = within(screen.getByRole('region', { name: 'Constituents' }));
  expect(pane.getByText(/, return from 31 May, 23:00 to 10 Jun, 01:00$/)).toBeTruthy();
  expect(pane.getByRole('columnheader', { name: 'Return' })).toBeTruthy();
  const sums = pane.getAllByRole('row').at(-1);
  expect(sums?.textContent).toContain(format.market.percentChange(expected.change));
});

test('an end of the zoom beyond the history stays open; without a zoom both are', async () => {
  const { thematic } = await someThematic();
  const queries = requests();
  const { router } = open(address(thematic._id, { from, to: '2027-01-01T00:00:00.000Z' }));
  await ends();
  expect(queries).toEqual([{ from }]);
  await router.navigate(urls.thematic(thematic._id));
  await waitFor(() => expect(queries).toEqual([{ from }, {}]));
});

test('says that the zoom has no records, and requests nothing', async () => {
  const { thematic } = await someThematic();
  const queries = requests();
  open(address(thematic._id, { from: '2026-06-01T00:00:01.000Z', to: '2026-06-01T00:00:02.000Z' }));
  expect(await (await moved()).findByText('No records in this window.')).toBeTruthy();
  expect(queries).toEqual([]);
});

test('requests the zoom itself if the history cannot be read', async () => {
  const { thematic } = await someThematic();
  const queries = requests();
  server.use(
    http.get('*/p/thematics/:id/history/:type', () => HttpResponse.json({ no: 'history' })),
  );
  open(address(thematic._id, { from, to }));
  await ends();
  expect(queries).toEqual([{ from, to }]);
});
