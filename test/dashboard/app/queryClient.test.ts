import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { NetworkError } from '#dashboard/api/errors.ts';
import { createQueryClient } from '#dashboard/app/queryClient.ts';

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
