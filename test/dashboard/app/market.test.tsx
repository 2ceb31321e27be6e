import { screen, waitFor } from '@testing-library/react';
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

test('a tick alone asks nothing twice', async () => {
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
  expect(asked).toBe(1);
});
