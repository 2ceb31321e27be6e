import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { paths } from '#contract/paths.ts';
import { interfaceRoutes, routes } from '#contract/routes.ts';
import { makeUser, problemOf, stated } from '../support/calls.ts';
import { onEachEngine } from '../support/engines.ts';
import type { TestService } from '../support/service.ts';

const id = 'a%2Fb%3Fc%23d%20e%252F';
const hook = { url: 'https://example.com/hook', type: 'wallet.updated' };
const since = { since: '2026-01-01T00:00:00Z' };
const definition = { name: 'Alone', tokens: [{ token: 'AUGRY', weight: 1 }] };

/** Ids that the service makes. */
interface Made {
  readonly endpoint: string;
  readonly delivery: string;
  readonly recovery: string;
}

interface Asked {
  readonly path: string | ((made: Made) => string);
  readonly body?: unknown;
  readonly status?: number;
}

/** The 16 calls of the interface, written out by hand, each as it is asked of the service that runs. */
const ofTheInterface: Record<string, Asked> = {
  'GET /p/users/{id}/wallets': { path: `/p/users/${id}/wallets` },
  'GET /p/users/{id}/wallets/history': { path: `/p/users/${id}/wallets/history` },
  'GET /p/users/{id}/wallets/history/{historyType}': { path: `/p/users/${id}/wallets/history/day` },
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history': {
    path: `/p/users/${id}/wallets/thematics/data-feeds/history`,
  },
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history/{historyType}': {
    path: `/p/users/${id}/wallets/thematics/data-feeds/history/all`,
  },
  'GET /p/users': { path: '/p/users' },
  'GET /p/users/{id}': { path: `/p/users/${id}` },
  'PUT /p/users': { path: '/p/users', body: { customId: 'new' }, status: 201 },
  'POST /p/users/{id}': { path: `/p/users/${id}`, body: { json: '{"name":"Ada"}' } },
  'GET /p/thematics': { path: '/p/thematics' },
  'GET /p/thematics/{id}': { path: '/p/thematics/data-feeds' },
  'GET /p/thematics/{id}/history': { path: '/p/thematics/data-feeds/history' },
  'GET /p/thematics/{id}/history/{historyType}': { path: '/p/thematics/data-feeds/history/week' },
  'GET /p/webhook': { path: '/p/webhook' },
  'PUT /p/webhook': { path: '/p/webhook', body: hook, status: 201 },
  'DELETE /p/webhook': { path: '/p/webhook', body: hook, status: 204 },
};

const beyond: Record<string, Asked> = {
  'GET /x/directory': { path: '/x/directory' },
  'GET /x/users/{id}/statements': { path: `/x/users/${id}/statements` },
  'GET /x/users/{id}/positions/history/{historyType}': {
    path: `/x/users/${id}/positions/history/month`,
  },
  'GET /x/thematics/{id}/users': { path: '/x/thematics/data-feeds/users' },
  'GET /x/thematics/{id}/contribution/{historyType}': {
    path: '/x/thematics/data-feeds/contribution/month',
  },
  'PUT /x/thematics/{id}': { path: '/x/thematics/alone', body: definition, status: 201 },
  'GET /x/tokens': { path: '/x/tokens' },
  'GET /x/tokens/{id}/history/{historyType}': { path: '/x/tokens/AUGRY/history/day' },
  'GET /x/webhooks': { path: '/x/webhooks' },
  'GET /x/webhooks/types': { path: '/x/webhooks/types' },
  'GET /x/webhooks/endpoints': { path: '/x/webhooks/endpoints' },
  'GET /x/webhooks/endpoints/{id}': { path: (made) => paths.endpoint(made.endpoint) },
  'POST /x/webhooks/endpoints/{id}/enable': {
    path: (made) => paths.endpointEnabling(made.endpoint),
  },
  'GET /x/webhooks/endpoints/{id}/secret': { path: (made) => paths.endpointSecret(made.endpoint) },
  'POST /x/webhooks/endpoints/{id}/secret': {
    path: (made) => paths.endpointSecret(made.endpoint),
  },
  'POST /x/webhooks/endpoints/{id}/test': {
    path: (made) => paths.endpointTest(made.endpoint),
    body: { type: 'wallet.updated' },
    status: 201,
  },
  'POST /x/webhooks/endpoints/{id}/recover': {
    path: (made) => paths.endpointRecovery(made.endpoint),
    body: since,
    status: 201,
  },
  'GET /x/webhooks/recoveries/{id}': { path: (made) => paths.recovery(made.recovery) },
  'DELETE /x/webhooks/recoveries/{id}': { path: (made) => paths.recovery(made.recovery) },
  'GET /x/webhooks/deliveries': { path: '/x/webhooks/deliveries' },
  'GET /x/webhooks/deliveries/{id}': { path: (made) => paths.delivery(made.delivery) },
  'POST /x/webhooks/deliveries/{id}/redeliver': {
    path: (made) => paths.redelivery(made.delivery),
  },
  'POST /x/webhooks/verify': {
    path: '/x/webhooks/verify',
    body: { headers: {}, body: '', secret: '' },
  },
  'GET /x/webhooks/inspector': { path: '/x/webhooks/inspector' },
  'PUT /x/webhooks/inspector': {
    path: '/x/webhooks/inspector',
    body: { status: 204, delaySeconds: 0 },
  },
  'DELETE /x/webhooks/inspector': { path: '/x/webhooks/inspector', status: 204 },
  'POST /x/webhooks/inspector/{name}': {
    path: `/x/webhooks/inspector/${id}`,
    body: { any: 'thing' },
    status: 204,
  },
};

/** Not asked here: what needs a stored market (test/service/market), what never ends (test/service/live), what the process answers (test/gateway). */
const elsewhere = [
  'POST /x/prices',
  'POST /x/import',
  'GET /x/live',
  'GET /x/capabilities',
  'GET /x/health',
  'GET /x/session',
];

const described = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
const asked = Object.entries({ ...ofTheInterface, ...beyond });
const methodOf = (call: string): string => call.slice(0, call.indexOf(' '));
const noise = '_=1';

async function fill(service: TestService): Promise<Made> {
  await makeUser(service, 'a/b?c#d e%2F');
  await stated(service, 'a/b?c#d e%2F', {
    thematics: 'data-feeds',
    tokens: [{ token: 'AUGRY', amount: 2 }],
    at: '2024-05-05T05:05:05Z',
  });
  await service.call('PUT', '/p/webhook', { ...hook, type: 'user.created' });
  const [endpoint = ''] = await idsOf(service.call('GET', paths.endpoints()));
  const [delivery = ''] = await idsOf(
    service.call('POST', paths.endpointTest(endpoint), { type: 'user.created' }),
  );
  const [recovery = ''] = await idsOf(
    service.call('POST', paths.endpointRecovery(endpoint), since),
  );
  return { endpoint, delivery, recovery };
}

const withId = z.looseObject({ _id: z.string() });

/** Ids of what was answered, one thing or a list. */
async function idsOf(response: Promise<Response>): Promise<string[]> {
  const body: unknown = await (await response).json();
  return z.parse(z.array(withId), Array.isArray(body) ? body : [body]).map(({ _id }) => _id);
}

function pathOf(path: Asked['path'], made: Made): string {
  return typeof path === 'string' ? path : path(made);
}

test('the 16 method–path pairs of the interface are asked, and every call beyond it', () => {
  expect(Object.keys(ofTheInterface)).toHaveLength(16);
  const pairs = interfaceRoutes.map((pair) => pair.join(' '));
  expect(Object.keys(ofTheInterface).toSorted()).toEqual(pairs.toSorted());
  expect([...asked.map(([call]) => call), ...elsewhere].toSorted()).toEqual(
    [...described.keys()].toSorted(),
  );
});

onEachEngine((service) => {
  describe('answers as it is described', () => {
    test.each(asked)('%s', async (call, { path, body, status = 200 }) => {
      const made = await fill(service());
      if (call !== 'PUT /p/webhook') await service().call('PUT', '/p/webhook', hook);
      const response = await service().call(methodOf(call), pathOf(path, made), body);
      const text = await response.text();
      expect([response.status, text.slice(0, 300)]).toEqual([status, expect.any(String)]);
      const answer = described.get(call)?.answers.find((one) => one.status === status);
      expect(answer).toBeDefined();
      const value: unknown = text === '' ? undefined : JSON.parse(text);
      expect(z.safeParse(answer?.schema ?? z.undefined(), value).error).toBeUndefined();
      const type = response.headers.get('content-type') ?? 'application/json';
      expect(type).toMatch(/^application\/json(;|$)/);
      // Nothing of what is described is only ever empty here.
      expect(text).not.toBe('[]');
      for (const name of Object.keys(answer?.headers ?? {}).filter((one) => one !== 'Link')) {
        expect([name, response.headers.get(name)]).toEqual([name, expect.any(String)]);
      }
    });
  });

  test('HEAD works wherever GET does: the same without the body', async () => {
    const made = await fill(service());
    await service().call('PUT', '/p/webhook', hook);
    for (const [call, asking] of asked.filter(([one]) => methodOf(one) === 'GET')) {
      const path = pathOf(asking.path, made);
      const get = await service().call('GET', path);
      const head = await service().call('HEAD', path);
      expect([call, head.status, await head.text()]).toEqual([call, get.status, '']);
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
      await get.body?.cancel();
    }
    const missing = await service().call('HEAD', '/p/users/nobody');
    expect([missing.status, await missing.text()]).toEqual([404, '']);
  });

  test('what is a user’s or secret is kept by no cache, what is everyone’s is asked for again', async () => {
    const made = await fill(service());
    for (const [call, asking] of asked.filter(([one]) => methodOf(one) === 'GET')) {
      const path = pathOf(asking.path, made);
      const response = await service().call('GET', path);
      const isPublic = /^\/(p\/thematics|x\/tokens|x\/webhooks\/types)|\/contribution\//.test(path);
      expect([
        call,
        response.headers.get('cache-control'),
        /^"[^"]+"$/.test(response.headers.get('etag') ?? ''),
      ]).toEqual([
        call,
        isPublic ? 'no-cache' : 'no-store',
        isPublic || call === 'GET /p/users/{id}',
      ]);
      await response.body?.cancel();
    }
  });

  test('every other method is refused with those there are', async () => {
    const made = await fill(service());
    const methods = 'GET HEAD PUT POST DELETE PATCH OPTIONS PROPFIND get-it'.split(' ');
    const byPath = Map.groupBy(asked, ([, { path }]) => pathOf(path, made));
    for (const [path, calls] of byPath) {
      const offered = calls.map(([call]) => methodOf(call));
      const allow = offered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      for (const method of methods.filter((one) => !allow.includes(one))) {
        const response = await service().call(method, path);
        expect([method, path, response.headers.get('allow')]).toEqual([
          method,
          path,
          allow.join(', '),
        ]);
        expect([method, path, response.status]).toEqual([method, path, 405]);
        if (method !== 'HEAD') await problemOf(response, 'method-not-allowed');
      }
    }
  });

  test('each query parameter that is described is read, and no other', async () => {
    const made = await fill(service());
    for (const [call, asking] of asked) {
      const path = pathOf(asking.path, made);
      const query = (described.get(call)?.parameters ?? []).filter((one) => one.in === 'query');
      for (const { name } of query) {
        const response = await service().call(methodOf(call), `${path}?${name}=1`);
        expect([call, name, await response.text()]).toEqual([
          call,
          name,
          expect.not.stringContaining('has no query parameter'),
        ]);
      }
      if (described.get(call)?.takesAnyQuery === true) continue;
      await problemOf(service().call(methodOf(call), `${path}?${noise}`), 'invalid-query');
    }
  });

  test.each([
    '/',
    '/p',
    '/p/',
    '/x',
    '/P/users',
    '/p/Users',
    '/p/users/',
    '/p//users',
    '/p/users/a/b',
    `/p/users/${id}/`,
    `/p/users/${id}/wallet`,
    `/p/users/${id}/wallets/`,
    `/p/users/${id}/wallets/history/day/more`,
    `/p/users/${id}/wallets/thematics/data-feeds`,
    '/p/thematics/data-feeds/',
    '/p/webhooks',
    '/p/webhook/whk_1',
    '/x/users',
    '/x/users/a/positions/history',
    '/x/tokens/AUGRY',
    '/p/users/%ff',
    '/p/users/%zz',
    '/p/users/%',
    '/p/users/%ED%A0%80',
    '/favicon.ico',
  ])('there is nothing at %s, whatever is asked of it', async (path) => {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']) {
      const response = await service().call(method, `${path}?${noise}`, undefined, {
        accept: 'image/png',
        'content-type': 'text/plain',
      });
      const problem = await problemOf(response, 'route-not-found');
      expect(problem.instance).toBe(path);
    }
    const head = await service().call('HEAD', path);
    expect([head.status, await head.text()]).toEqual([404, '']);
  });
});
