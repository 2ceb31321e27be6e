import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { HttpError, NetworkError } from '#dashboard/api/errors.ts';
import { createQueryClient } from '#dashboard/app/queryClient.ts';
import { sessionQuery } from '#dashboard/portfolio/session.ts';

afterEach(() => vi.useRealTimers());

test('queries that failed in an outage recover automatically and then stop polling', async () => {
  vi.useFakeTimers();
  let requests = 0;
  const client = createQueryClient();
  const observer = new QueryObserver(client, {
    queryKey: ['row'],
    queryFn: async () => {
      requests += 1;
      if (requests <= 4) throw new NetworkError('No network.', { method: 'GET', url: '/p/users' });
      return 'the row';
    },
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(9000);
  expect(observer.getCurrentResult().data).toBeUndefined();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(observer.getCurrentResult().data).toBe('the row');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toBe(5);
  stop();
  client.clear();
});

test('a query with a step polls once per step, and recovers from an outage as fast as others', async () => {
  vi.useFakeTimers();
  let requests = 0;
  const client = createQueryClient();
  const observer = new QueryObserver(client, {
    queryKey: ['line'],
    queryFn: async () => {
      requests += 1;
      if (requests <= 2) throw new NetworkError('No network.', { method: 'GET', url: '/p/users' });
      return requests;
    },
    meta: { stepMs: 3_600_000 },
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(observer.getCurrentResult().data).toBe(3);
  await vi.advanceTimersByTimeAsync(3_500_000);
  expect(requests).toBe(3);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(requests).toBe(4);
  stop();
  client.clear();
});

type Busy = () => Promise<never>;
const row = (client: QueryClient, queryFn: Busy) =>
  new QueryObserver(client, { queryKey: ['row'], queryFn });
const session = (client: QueryClient, queryFn: Busy) =>
  new QueryObserver(client, { ...sessionQuery, queryFn });

test.each([
  ['a query', row, 40, 40],
  ['the session', session, 40, 40],
  ['a query, at most five minutes,', row, 9_999_999, 300],
])('%s waits as long as Retry-After requests', async (_, observerOf, retryAfter, waited) => {
  vi.useFakeTimers();
  let requests = 0;
  const request = { method: 'GET', url: '/p/users' };
  const client = createQueryClient();
  const observer = observerOf(client, () => {
    requests += 1;
    const answer = { ...request, status: 503, problem: null, text: '', retryAfter };
    return Promise.reject(new HttpError('Busy', answer));
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(waited * 1000 - 100);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toBe(2);
  stop();
  client.clear();
});
