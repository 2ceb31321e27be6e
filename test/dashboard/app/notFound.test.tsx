import { type Query, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { isNotFound } from '#dashboard/api/errors.ts';
import { capabilitiesQuery, ticks } from '#dashboard/portfolio/capabilities.ts';
import { giveSize } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';

beforeEach(() => giveSize({ width: 900, height: 316 }));

const isMissing = ({ state }: Query) => isNotFound(state.error);

/** Refetch intervals of a query. */
function intervalsOf(query: Query): unknown[] {
  return query.observers.map(({ options: { refetchInterval: interval } }) =>
    typeof interval === 'function' ? interval(query) : (interval ?? false),
  );
}

/** Moves the market to the next tick. */
function tick(client: QueryClient): void {
  const known = client.getQueryData(capabilitiesQuery.queryKey);
  if (known === undefined) throw new Error('The capabilities are not there yet');
  const asOf = new Date(Date.parse(known.market.asOf) + 1000).toISOString();
  client.setQueryData(capabilitiesQuery.queryKey, { ...known, market: { ...known.market, asOf } });
}

test.each([
  '/users/nobody',
  '/users/nobody/wallets/settlement-layers',
  '/thematics/nothing',
  '/tokens/NOTHING',
  '/settings/webhooks?delivery=dlv_nothing',
])('a missing resource is not requested again: %s', async (path) => {
  const service = await testService();
  await service.call('PUT', putWebhook.path, { url: 'https://a.example/', type: 'user.created' });
  const { queryClient } = open(path);
  const cache = queryClient.getQueryCache();
  await waitFor(() => expect(cache.findAll({ predicate: isMissing })).not.toEqual([]));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await screen.findAllByText(/^(There is no|This delivery)|not found$|does not exist/i);
  const missing = cache.findAll({ predicate: isMissing });
  expect(missing.flatMap(intervalsOf).filter((interval) => interval !== false)).toEqual([]);
  let requests = 0;
  const queryFn = () => (requests += 1);
  const moving = new QueryObserver(queryClient, { queryKey: ['moving'], queryFn, meta: ticks });
  const stop = moving.subscribe(() => {});
  await waitFor(() => expect(requests).toBe(1));
  tick(queryClient);
  expect(missing.filter(({ state }) => state.fetchStatus === 'fetching')).toEqual([]);
  await waitFor(() => expect(requests).toBe(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  stop();
});
