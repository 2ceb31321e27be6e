import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { testNow } from '#test/support/service.ts';
import { createTableMarket } from '#test/support/tableMarket.ts';

const day = 86_400_000;

test('when the prices become others, no figure of the old ones stays beside them', async () => {
  await makeUser('acme', {}, [{ thematics: 'settlement-layers', tokens: { KORV: 2 } }]);
  const { queryClient } = open('/users');
  const row = await screen.findByRole('row', { name: /^acme/ });
  const { market } = await testService();
  // First the simulated market gives way to stored prices, then a price is pushed.
  for (const [price, total] of [
    [1_234.5, '2,469.00'],
    [1_300, '2,600.00'],
  ] as const) {
    const asOf = testNow + price * 1000;
    const table = { step: day, prices: [[testNow - day, price] as const] };
    market.use(createTableMarket({ KORV: table }, asOf));
    // The bar is told first, and says what the page has to keep to.
    await queryClient.refetchQueries({ queryKey: ['capabilities'] });
    await waitFor(() => expect(row.textContent).toContain(total));
  }
});

test('a tick requests what is shown once more', async () => {
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

test('while the market cannot be read, each panel says whether it still can be, and is back with it', async () => {
  await makeUser('acme');
  const { queryClient } = open('/users');
  await screen.findByRole('row', { name: /^acme/ });
  server.use(http.get('*/x/*', () => HttpResponse.text('no', { status: 503 })));
  const look = () => queryClient.refetchQueries({ queryKey: ['capabilities'] });
  await look();
  await screen.findByText(/^Users could not be refreshed at /);
  expect(screen.getByRole('row', { name: /^acme/ })).toBeDefined();
  // The same market again: nothing else would bring them back.
  server.resetHandlers();
  await look();
  await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).toBeNull());
});
