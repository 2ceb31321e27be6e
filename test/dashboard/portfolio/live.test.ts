import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventDescriptions, type EventType } from '#contract/events.ts';
import { createRefresher, type Refresher } from '#dashboard/portfolio/live.ts';

let client: QueryClient;
let refresher: Refresher;
let asked: string[];
let seq: number;
let leaves: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  client.mount();
  refresher = createRefresher(client);
  asked = [];
  leaves = [];
  seq = 0;
});
afterEach(() => {
  refresher.stop();
  for (const leave of leaves) leave();
  client.unmount();
  client.clear();
  vi.useRealTimers();
});

/** Observes a query whose answer takes this long. */
async function show(queryKey: QueryKey, takes = 0) {
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      asked.push(queryKey.join(' '));
      await new Promise((resolve) => setTimeout(resolve, takes));
      return { count: 3 };
    },
    staleTime: 30_000,
  });
  leaves.push(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(takes);
}

function happen(type: EventType, ids: Record<string, string>): void {
  seq += 1;
  const { of } = eventDescriptions[type];
  const data = JSON.stringify({ seq, type, of, subject: 'x', ...ids });
  refresher.onMessage({ event: type, data, position: String(seq) });
}

const wallet = { user: 'ada', thematics: 'a/b' };
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Queries that are fetched within a moment. */
async function after(): Promise<string[]> {
  await pass(1_500);
  const told = asked;
  asked = [];
  return told;
}

test('each event refetches exactly the data that it concerns', async () => {
  for (const key of [
    ['users', 'list'],
    ['user', 'ada'],
    ['user', 'ada', 'wallets'],
    ['user', 'ada', 'history', 'day'],
    ['user', 'bob'],
    ['thematics'],
    ['thematic', 'a/b'],
    ['users', 'holders', 'a/b'],
    ['webhooks', 'deliveries'],
  ]) {
    await show(key);
  }
  await after();
  happen('user.updated', { customId: 'ada' });
  expect(await after()).toEqual(['users list', 'users holders a/b', 'user ada']);
  happen('wallet.updated', wallet);
  expect(await after()).toEqual([
    'users list',
    'users holders a/b',
    'user ada',
    'user ada wallets',
    'user ada history day',
  ]);
  happen('thematic.updated', { thematics: 'a/b' });
  expect(await after()).toEqual(['thematics', 'thematic a/b']);
  happen('wallet.history.appended', {});
  expect(await after()).toEqual([]);
  happen('webhook.disabled', {});
  expect(await after()).toEqual(['webhooks deliveries']);
  refresher.onMessage({ event: 'deliveries', data: '{}', position: null });
  expect(await after()).toEqual(['webhooks deliveries']);
  refresher.onMessage({ event: 'resync', data: '{}', position: '9' });
  expect(await after()).toHaveLength(9);
  refresher.onMessage({ event: 'user.created', data: 'no JSON', position: '9' });
  refresher.onMessage({ event: 'unheard of', data: '{}', position: '9' });
  expect(await after()).toEqual([]);
});

test('a thousand changes cause few requests, and the last change is never missed', async () => {
  await show(['user', 'ada'], 300);
  asked = [];
  for (let i = 0; i < 1000; i += 1) {
    happen('user.updated', { customId: 'ada' });
    await pass(10);
  }
  // Ten seconds: one per second.
  expect(asked.length).toBeLessThan(12);
  await pass(1_500);
  asked = [];
  happen('user.updated', { customId: 'ada' });
  await pass(200);
  expect(asked).toHaveLength(1);
  // Another change during the request.
  happen('user.updated', { customId: 'ada' });
  await pass(3_000);
  expect(asked).toHaveLength(2);
});

test('a hidden page refetches when it becomes visible', async () => {
  await show(['user', 'ada']);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  happen('user.updated', { customId: 'ada' });
  await pass(3_000);
  expect(asked).toHaveLength(1);
  seen.mockReturnValue('visible');
  window.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(asked).toHaveLength(2);
});
