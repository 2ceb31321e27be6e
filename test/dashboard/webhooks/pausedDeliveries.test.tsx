import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { deliveriesPausedSince, pauseDeliveries } from '#service/webhooks/delivery/pause.ts';
import { signInAnalyst } from '#test/support/analyst.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

const pausedText = /^Deliveries have been paused since the restore of 17 Jun 2026, 14:23/;

beforeEach(async () => {
  const { call, clock, database } = await testService();
  await call('PUT', putWebhook.path, { url: 'https://hooks.example.com/', type: 'user.created' });
  await database.transaction((tx) => pauseDeliveries(tx, new Date(clock.now)));
});

test('shows which restore paused the deliveries, and an admin resumes them', async () => {
  const { user } = open('/settings/webhooks');
  expect(await screen.findByText(pausedText)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Deliveries resumed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(pausedText)).toBeNull());
  const { database } = await testService();
  expect(await deliveriesPausedSince(database.queries)).toBeNull();
});

test('an analyst sees that deliveries are paused, and that an admin can resume them', async () => {
  signInAnalyst();
  open('/settings/webhooks');
  const line = await screen.findByText(pausedText);
  expect(line.textContent).toMatch(/An admin can resume/);
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
});

test('reports a failed resume, which can be repeated', async () => {
  server.use(http.post('*/x/restore/resume', () => HttpResponse.error(), { once: true }));
  const { user } = open('/settings/webhooks');
  await user.click(await screen.findByRole('button', { name: 'Resume' }));
  expect(await screen.findByText(/^Deliveries could not be resumed/)).toBeTruthy();
  expect(screen.getByText(pausedText)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(screen.queryByText(pausedText)).toBeNull());
});
