import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Webhook } from '#contract/webhook.ts';
import {
  conditionOf,
  listedEndpoints,
  repairedUrl,
  urlParts,
} from '#dashboard/webhooks/endpoints.ts';

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

test('groups webhooks by URL, oldest endpoint first, with the worst status', () => {
  const a = 'https://a.example/hooks';
  const b = 'https://b.example/hooks?x=1';
  const webhooks = [
    webhook(b, 'user.created', 5),
    webhook(a, 'wallet.updated', 3, 'paused'),
    webhook(a, 'some.type.of.another.service', 1),
    webhook(a, '*', 2),
  ];
  const endpoints = listedEndpoints(webhooks, []);
  expect(endpoints.map(({ url, types, status }) => ({ url, types, status }))).toEqual([
    { url: a, types: ['some.type.of.another.service', '*', 'wallet.updated'], status: 'paused' },
    { url: b, types: ['user.created'], status: 'enabled' },
  ]);
  expect(endpoints[0]?.createdAt).toBe('2026-01-01T00:01:00.000Z');
  expect(listedEndpoints([], [])).toEqual([]);
});

test('splits a URL into host and rest, and leaves other text unchanged', () => {
  expect(urlParts('https://a.example:8443/x/y?z=1')).toEqual({
    host: 'a.example:8443',
    rest: '/x/y?z=1',
  });
  expect(urlParts('https://a.example/')).toEqual({ host: 'a.example', rest: '' });
  expect(urlParts('http://a.example/x')).toEqual({ host: 'http://a.example', rest: '/x' });
  expect(urlParts('not a url')).toEqual({ host: 'not a url', rest: '' });
});

test.each([
  ['http://example.com/hooks', 'https://example.com/hooks'],
  ['ftp://example.com/hooks', 'https://example.com/hooks'],
  ['example.com/hooks', 'https://example.com/hooks'],
  ['https://user:pw@example.com/hooks', 'https://example.com/hooks'],
  [' https://example .com/hooks ', 'https://example.com/hooks'],
  ['http://10.0.0.5/hooks', 'https://10.0.0.5/hooks'],
  ['https://example.com/hooks', null],
  ['http://localhost:3000/hooks', null],
  ['localhost:3000', null],
  ['nonsense', null],
  ['', null],
])('suggests for %s: %s', (typed, meant) => {
  expect(repairedUrl(typed)).toBe(meant);
});

const details = (health: Endpoint['health'], retrying = 0): Endpoint => ({
  _id: 'ep_1',
  url: 'https://a.example/',
  types: ['*'],
  status: 'enabled',
  health,
  createdAt: '2026-01-01T00:00:00.000Z',
  probeAt: null,
  disabledAt: null,
  disabledBecause: null,
  waiting: retrying,
  retrying,
  attempts: 3,
  medianMs: 8,
  activity: [],
});

const early = '2026-01-01T00:00:00.000Z';
const late = '2026-01-01T00:01:00.000Z';

test.each([
  ['enabled', null, null, 0],
  ['enabled', late, early, 0],
  ['failing', early, late, 0],
  ['failing', null, late, 0],
  ['retrying', early, late, 2],
])(
  'an endpoint is %s, delivered to at %s, failed at %s, with %s to retry',
  (is, lastSuccessAt, lastFailureAt, retrying) => {
    const endpoint = details({ successRate: 0.5, lastSuccessAt, lastFailureAt }, retrying);
    const webhooks = [webhook(endpoint.url, '*', 1)];
    expect(listedEndpoints(webhooks, [endpoint]).map(conditionOf)).toEqual([is]);
    const paused = { ...endpoint, status: 'paused' as const };
    expect(listedEndpoints(webhooks, [paused]).map(conditionOf)).toEqual(['paused']);
  },
);
