import { expect, test } from 'vitest';
import type { Webhook } from '#contract/webhook.ts';
import { endpointsOf, partsOf } from '#dashboard/webhooks/endpoints.ts';

const webhook = (
  url: string,
  type: string,
  minute: number,
  status: Webhook['status'] = 'enabled',
) => ({
  _id: `${url} ${type}`,
  url,
  type,
  status,
  health: null,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});

test('groups webhooks by URL, the oldest endpoint first, and takes the worst status', () => {
  const a = 'https://a.example/hooks';
  const b = 'https://b.example/hooks?x=1';
  const endpoints = endpointsOf([
    webhook(b, 'user.created', 5),
    webhook(a, 'wallet.updated', 3, 'paused'),
    webhook(a, 'some.type.of.another.service', 1),
    webhook(a, '*', 2),
  ]);
  expect(endpoints.map(({ url, types, status }) => ({ url, types, status }))).toEqual([
    { url: a, types: ['some.type.of.another.service', '*', 'wallet.updated'], status: 'paused' },
    { url: b, types: ['user.created'], status: 'enabled' },
  ]);
  expect(endpoints[0]?.createdAt).toBe('2026-01-01T00:01:00.000Z');
  expect(endpointsOf([])).toEqual([]);
});

test('takes host and rest of a URL apart, and leaves what is no URL whole', () => {
  expect(partsOf('https://a.example:8443/x/y?z=1')).toEqual({
    host: 'a.example:8443',
    rest: '/x/y?z=1',
  });
  expect(partsOf('https://a.example/')).toEqual({ host: 'a.example', rest: '' });
  expect(partsOf('http://a.example/x')).toEqual({ host: 'http://a.example', rest: '/x' });
  expect(partsOf('not a url')).toEqual({ host: 'not a url', rest: '' });
});
