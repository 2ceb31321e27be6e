import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getChanges } from '#contract/operations/changes.ts';
import { getUserFigures } from '#contract/operations/figures.ts';
import { getLive } from '#contract/operations/live.ts';
import { getUser, updateUser } from '#contract/operations/users.ts';
import {
  getPerformance,
  getUserHistory,
  getWallets,
  getWalletsPerformance,
} from '#contract/operations/wallets.ts';
import { followLive } from '#dashboard/portfolio/live.ts';
import { holdStream } from '#dashboard/api/live/stream.ts';
import { isLive } from '#dashboard/api/live/state.ts';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';
import { pathTo } from '#test/support/pathTo.ts';

const odd = 'a/b?c#d e%2F 日本';

let leave = () => {};
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  server.events.on('request:start', ({ request }) => {
    asked.push(new URL(request.url).pathname);
  });
});
afterEach(() => {
  leave();
  server.events.removeAllListeners();
});

async function openLive(address: string) {
  const opened = open(address);
  leave = followLive(opened.queryClient);
  await waitFor(() => expect(isLive()).toBe(true));
  return opened;
}

async function rename(customId: string, name: string) {
  const { call } = await testService();
  const json = JSON.stringify({ name });
  expect((await call('POST', pathTo(updateUser, customId), { json })).status).toBe(200);
}

test('a change made elsewhere appears, and only its data is refetched', async () => {
  await makeUser(odd, { name: 'Before' }, [{ thematics: 'data-feeds', tokens: { AUGRY: 2 } }]);
  await makeUser('other');
  await openLive(`/users/${encodeURIComponent(odd)}`);
  await screen.findByText('Before', { selector: 'bdi' });
  await screen.findByText('Live, simulated market', { selector: 'b' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  asked = [];
  await rename('other', 'Somebody');
  await rename(odd, 'After');
  await screen.findByText('After', { selector: 'bdi' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(asked).toEqual([pathTo(getUser, odd)]);
});

test('a tick refetches each displayed query once, in one batch, and nothing else', async () => {
  await makeUser('acme', {}, [{ thematics: 'data-feeds', tokens: { AUGRY: 2 } }]);
  await openLive('/users/acme');
  await screen.findByText('17 Jun 2026, 14:23 UTC');
  // Panels that load late, and not again at a tick.
  await waitFor(() => expect(asked).toContain(getChanges.path));
  await waitFor(() => expect(asked).toContain(pathTo(getUserFigures, 'acme', 'all')));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  asked = [];
  const { clock } = await testService();
  clock.now += 10_000;
  await waitFor(() => expect(asked).toContain(pathTo(getUser, 'acme')));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(asked.toSorted()).toEqual(
    [
      pathTo(getUser, 'acme'),
      pathTo(getWallets, 'acme'),
      pathTo(getUserHistory, 'acme', 'month'),
      pathTo(getPerformance, 'acme', 'month'),
      pathTo(getWalletsPerformance, 'acme', 'month'),
      pathTo(getUserFigures, 'acme', 'month'),
      pathTo(getUserFigures, 'acme', 'all'),
    ].toSorted(),
  );
});

test('without the stream the page polls and says so; with it, failed queries recover', async () => {
  await makeUser('acme', { name: 'Before' });
  server.use(
    http.get('*/x/live', () =>
      HttpResponse.html('<!doctype html><p>Please sign in', { status: 200 }),
    ),
  );
  const { queryClient } = open('/users/acme');
  leave = followLive(queryClient);
  await screen.findByText('Polling, simulated market', { selector: 'b' });
  await waitFor(() => expect(asked).toContain(getLive.path));
  expect(isLive()).toBe(false);
  server.resetHandlers();
  await screen.findByText('Live, simulated market', { selector: 'b' });
});

test('a stream that is not offered is not requested again', async () => {
  const signal = new AbortController().signal;
  let requests = 0;
  server.use(
    http.get(`*${getLive.path}`, () => {
      requests += 1;
      return new HttpResponse(null, { status: 501 });
    }),
  );
  const options = { position: () => null, onMessage: () => {}, onState: () => {}, signal };
  await holdStream(options);
  expect(requests).toBe(1);
});
