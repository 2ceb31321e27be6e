import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { Capabilities } from '#contract/capabilities.ts';
import { type CapabilitiesResult, freshnessOf } from '#dashboard/app/bar/Freshness.tsx';
import { HttpError, NetworkError } from '#dashboard/api/errors.ts';
import { createFormat } from '#dashboard/preferences/format.ts';
import { defaultPreferences } from '#dashboard/preferences/preferences.ts';
import { capabilities } from '#test/support/connected.ts';
import { makeUser } from '#test/support/portfolio.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

const asOf = Date.UTC(2025, 5, 16, 23, 55);
const at = asOf + 500;
const failsAfterMs = 900_000;

function heard(tickSeconds: number | null, error: Error | null = null): CapabilitiesResult {
  const kind = tickSeconds === null ? 'stored' : 'simulated';
  const data: Capabilities = {
    service: { name: 'Test', version: '1', connectedTo: null, faultSince: null },
    market: { kind, asOf: new Date(asOf).toISOString(), tickSeconds },
    currency: 'USD',
    offers: [],
    notOffered: {},
  };
  return { data, error, dataUpdatedAt: at, errorUpdatedAt: at + failsAfterMs };
}

const asked = { method: 'GET', url: '/x/capabilities' };
const noAnswer = { ...asked, problem: null, text: '', retryAfter: null };

const format = createFormat({ ...defaultPreferences, timeZone: 'UTC' });
const state = (of: CapabilitiesResult, now: number, isLive: boolean) =>
  freshnessOf(of, now, isLive, format);

const unconnectedSince = (instant: number) => ({
  kind: 'lost',
  strong: `No connection since ${format.dateTime(instant)}`,
});

test('prices are polled or live until three ticks and the response time have passed', () => {
  const strong = 'simulated market';
  expect(state(heard(5), at, false)).toMatchObject({
    kind: 'polling',
    strong: `Polling, ${strong}`,
    time: `${format.dateTime(asOf)} UTC`,
  });
  expect(state(heard(5), at + 30_000, true)).toMatchObject({
    kind: 'live',
    strong: `Live, ${strong}`,
    time: `${format.dateTime(asOf)} UTC`,
  });
  expect(state(heard(5), at + 30_001, true)).toMatchObject({
    kind: 'lost',
    strong: `Not live since ${format.dateTime(at)}`,
  });
});

test('shows the name of the connected service, and since when it does not answer', () => {
  const { data, ...rest } = heard(30);
  if (data === undefined) throw new Error('Nothing is heard');
  const service = { ...data.service, connectedTo: 'folio.example' };
  const its: Capabilities = { ...data, service, market: { ...data.market, kind: 'connected' } };
  const connected: CapabilitiesResult = { ...rest, data: its };
  const shown = state(connected, at, true);
  expect(shown).toMatchObject({ kind: 'live', strong: 'Connected to folio.example' });
  expect(shown.title).toMatch(/; data refreshes every 30 s$/);
  // This process answers but the connected one does not, which is known at once or after a while.
  const faultSince = new Date(at).toISOString();
  const gone = { ...its, service: { ...service, faultSince } };
  expect(state({ ...connected, data: gone }, at + 1, true)).toMatchObject({
    kind: 'lost',
    strong: `No answer from folio.example since ${format.dateTime(at)}`,
  });
  const later = asOf + 3 * 30_000 + 15_001;
  expect(state({ ...connected, dataUpdatedAt: later }, later, true)).toMatchObject({
    kind: 'lost',
    strong: `No answer from folio.example since ${format.dateTime(asOf)}`,
  });
});

test('stored prices are never late', () => {
  expect(state(heard(null), at + 1e9, true)).toMatchObject({
    kind: 'stored',
    time: `as of ${format.dateTime(asOf)} UTC`,
  });
});

test('a lost connection starts at the last answer, or at the first failure without one', () => {
  const network = new NetworkError('The service cannot be reached.', asked);
  expect(state(heard(5, network), at, false)).toMatchObject(unconnectedSince(at));
  const never = { ...heard(5, network), data: undefined };
  expect(state(never, at, false)).toMatchObject(unconnectedSince(at + failsAfterMs));
  const failing = new HttpError('Failed', { ...noAnswer, status: 503 });
  expect(state(heard(5, failing), at, false).strong).toMatch(/^No answer since/);
});

test('without a connection the page keeps its data, and recovers automatically', async () => {
  await makeUser('acme');
  const { queryClient } = open('/users');
  await screen.findByRole('row', { name: /^acme/ });
  const refetch = () => queryClient.refetchQueries({ queryKey: ['capabilities'] });
  server.use(http.get('*/x/capabilities', () => HttpResponse.error()));
  await refetch();
  await screen.findByText(/^No connection since/, { selector: 'b' });
  expect(screen.getByText(/Displayed data stays/, { selector: 'output' })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^acme/ })).toBeTruthy();
  server.resetHandlers();
  await refetch();
  await waitFor(() => expect(screen.queryByText(/No connection/)).toBeNull());
  expect(screen.getByText('Polling, simulated market', { selector: 'b' })).toBeTruthy();
});

test('a browser clock that is ahead does not mark the connected service as late', async () => {
  const sentAt = new Date(Date.now() - 10 * 60_000);
  const its = capabilities();
  const market = { ...its.market, asOf: sentAt.toISOString() };
  let headers: Record<string, string> = { Date: sentAt.toUTCString() };
  server.use(
    http.get('*/x/capabilities', () => HttpResponse.json({ ...its, market }, { headers })),
  );
  const { queryClient } = open('/users');
  await screen.findByText('Connected to folio.example', { selector: 'b' });
  // By the service's clock, its last answer is old.
  headers = { Date: new Date().toUTCString() };
  await queryClient.refetchQueries({ queryKey: ['capabilities'] });
  expect(
    await screen.findByText(/^No answer from folio.example since/, { selector: 'b' }),
  ).toBeTruthy();
});
