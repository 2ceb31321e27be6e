import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { testNow } from '#test/support/service.ts';
import { createTableMarket } from '#test/support/tableMarket.ts';

const day = 86_400_000;

test('when the market changes, all figures use the new prices', async () => {
  await makeUser('acme', {}, [{ thematics: 'settlement-layers', tokens: { KORV: 2 } }]);
  const { queryClient } = open('/users');
  const row = await screen.findByRole('row', { name: /^acme/ });
  const { market } = await testService();
  // First stored prices replace the simulated market, then a price is pushed.
  for (const [price, total] of [
    [1_234.5, '2,469.00'],
    [1_300, '2,600.00'],
  ] as const) {
    const asOf = testNow + price * 1000;
    const table = { step: day, prices: [[testNow - day, price] as const] };
    market.use(createTableMarket({ KORV: table }, asOf));
    // The bar is updated first, and the page follows it.
    await queryClient.refetchQueries({ queryKey: ['capabilities'] });
    await waitFor(() => expect(row.textContent).toContain(total));
  }
});

test('a tick refetches displayed data once', async () => {
  let asked = 0;
  server.events.on('request:start', ({ request }) => {
    if (new URL(request.url).pathname === '/x/directory') asked += 1;
  });
  await makeUser('acme');
  const { queryClient } = open('/users');
  await screen.findByRole('row', { name: /^acme/ });
  const { clock } = await testService();
  clock.now += 10_000;
  await queryClient.refetchQueries({ queryKey: ['capabilities'] });
  await screen.findByText('17 Jun 2026, 14:23 UTC');
  await waitFor(() => expect(asked).toBe(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toBe(2);
});

test('while the market cannot be read, each panel shows its own error, and recovers with the market', async () => {
  await makeUser('acme');
  const { queryClient } = open('/users');
  await screen.findByRole('row', { name: /^acme/ });
  server.use(http.get('*/x/*', () => HttpResponse.text('no', { status: 503 })));
  const look = () => queryClient.refetchQueries({ queryKey: ['capabilities'] });
  await look();
  await screen.findByText(/^Users could not be refreshed at /);
  expect(screen.getByRole('row', { name: /^acme/ })).toBeDefined();
  // The market is unchanged, so nothing else would refetch them.
  server.resetHandlers();
  await look();
  await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull());
});
