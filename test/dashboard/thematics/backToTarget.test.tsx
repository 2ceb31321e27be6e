import { screen, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getThematicRebalance } from '#contract/operations/rebalance.ts';
import { urls } from '#dashboard/url/urls.ts';
import { giveSize, someThematic } from '#test/support/portfolio.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const tradesOfAll = `*${getThematicRebalance.path.replace('{id}', ':id')}`;
const region = () => screen.findByRole('region', { name: 'Back to target' });

test('the trades of a thematic are no blank panel while they load', async () => {
  const { thematic } = await someThematic();
  server.use(http.get(tradesOfAll, () => delay('infinite')));
  open(urls.thematic(thematic._id));
  const panel = await region();
  expect(await within(panel).findByText('Loading the trades')).toBeTruthy();
  expect(panel.querySelector('[class*="Skeleton"]')).not.toBeNull();
});

test('without wallets, the panel says why, and how many users have been read', async () => {
  const { thematic } = await someThematic();
  const { call } = await testService();
  const none: object = await (await call('GET', pathTo(getThematicRebalance, thematic._id))).json();
  const first = open(urls.thematic(thematic._id));
  expect(await within(await region()).findByText('No wallet holds this thematic.')).toBeTruthy();
  first.unmount();
  const incomplete = { kind: 'unfinished', what: 'user', read: 20, reported: 60 };
  server.use(http.get(tradesOfAll, () => HttpResponse.json({ ...none, incomplete })));
  open(urls.thematic(thematic._id));
  expect(
    await within(await region()).findByText(
      'No wallet holds this thematic. 20 of 60 users read: reading is still in progress.',
    ),
  ).toBeTruthy();
});
