import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { deliveryList } from '#contract/delivery.ts';
import { endpointList } from '#contract/endpoint.ts';
import { getDeliveries, getEndpoints } from '#contract/operations/endpoints.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { answerOf, makeUser } from '#test/support/calls.ts';
import { open } from '#test/support/render.tsx';
import { testService } from '#test/support/server.ts';
import { deliverDue } from '#test/support/webhooks.ts';

const url = 'https://hooks.acme.example/portfolio';

beforeEach(async () => {
  (await testService()).clock.now = Date.now();
});

async function openSelected() {
  const service = await testService();
  await service.call('PUT', putWebhook.path, { url, type: 'user.created' });
  const view = open('/settings/webhooks');
  await view.user.click(await screen.findByRole('link', { name: /hooks\.acme/ }));
  const bar = within(await screen.findByRole('region', { name: /^Endpoint hooks\.acme/ }));
  return { ...view, bar };
}
async function states(): Promise<string[]> {
  const service = await testService();
  const all = await answerOf(service.call('GET', getDeliveries.path), deliveryList);
  return all.map(({ state }) => state);
}
async function status(): Promise<string | undefined> {
  const service = await testService();
  const [one] = await answerOf(service.call('GET', getEndpoints.path), endpointList);
  return one?.status;
}

test('Undo of Disable makes the waiting deliveries pending again', async () => {
  const service = await testService();
  const { user, bar } = await openSelected();
  await makeUser(service, 'ada');
  await user.click(bar.getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('Endpoint disabled: hooks.acme.example')).toBeTruthy();
  expect(await screen.findByText(/has been disabled since .* Disabled manually\./)).toBeTruthy();
  expect([await status(), await states()]).toEqual(['disabled', ['cancelled']]);

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText(/has been disabled since/)).toBeNull());
  expect([await status(), await states()]).toEqual(['enabled', ['pending']]);
  expect(await screen.findByText('Endpoint enabled: hooks.acme.example')).toBeTruthy();
});

test('Try now attempts a delivery of a paused endpoint immediately', async () => {
  const service = await testService();
  const { user, bar } = await openSelected();
  expect(bar.queryByRole('button', { name: 'Try now' })).toBeNull();
  for (let index = 0; index < 10; index += 1) await makeUser(service, `u${index}`);
  await deliverDue(service, { status: 500 });
  expect(await status()).toBe('paused');
  expect(await deliverDue(service)).toEqual([]);
  await user.click(await bar.findByRole('button', { name: 'Try now' }));
  await waitFor(async () => expect(await deliverDue(service)).toHaveLength(1));
  expect(await status()).toBe('enabled');
});

test('counts events from before the webhook separately, and sends them on request', async () => {
  const service = await testService();
  await makeUser(service, 'before');
  service.clock.now += 1000;
  const { user, bar } = await openSelected();
  await user.click(bar.getByRole('button', { name: 'Recover since…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Recover messages' }));
  await user.click(dialog.getByRole('button', { name: 'Count messages' }));
  expect((await dialog.findByRole('status')).textContent).toBe(
    '0 messages did not arrive, and 1 from before the webhook was registered.',
  );
  expect(dialog.queryByRole('button', { name: /^Send/ })).toBeNull();
  await user.click(
    dialog.getByRole('checkbox', { name: /Include messages from before registration/ }),
  );
  await user.click(dialog.getByRole('button', { name: 'Resend 1' }));
  const running = within(await screen.findByRole('dialog', { name: 'Recovery' }));
  expect(await running.findByText(/^Sending: 0 of 1 delivered/)).toBeTruthy();
});
