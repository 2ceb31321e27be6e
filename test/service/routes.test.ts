import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pathOf, type Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations/operations.ts';
import * as upstream from '#contract/operations/upstream.ts';
import { callProse } from '#gateway/openapi/prose/allProse.ts';
import { makeUser, problemOf, stated } from '../support/calls.ts';
import { onEachEngine } from '../support/engines.ts';
import { operationsOfProcess } from '../support/ofProcess.ts';
import { requiredQuery } from '../support/requiredQuery.ts';
import type { TestService } from '../support/service.ts';
import { operationsAt } from '../support/operationsAt.ts';

/** The 16 calls of the interface, copied by hand from its tables. */
const ofTheInterface = [
  'GET /p/users/{id}/wallets',
  'GET /p/users/{id}/wallets/history',
  'GET /p/users/{id}/wallets/history/{historyType}',
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history',
  'GET /p/users/{id}/wallets/thematics/{thematicId}/history/{historyType}',
  'GET /p/users',
  'GET /p/users/{id}',
  'PUT /p/users',
  'POST /p/users/{id}',
  'GET /p/thematics',
  'GET /p/thematics/{id}',
  'GET /p/thematics/{id}/history',
  'GET /p/thematics/{id}/history/{historyType}',
  'GET /p/webhook',
  'PUT /p/webhook',
  'DELETE /p/webhook',
];

/** Not called here: what needs a stored market (imports of prices), what answers lines (imports of users), what never ends (live), what the process answers (test/gateway), what is of another service (test/upstream). */
const elsewhere = new Set<string>([
  'pushPrices',
  'importFiles',
  'importUsers',
  'changeAttributes',
  'putSamples',
  'undoImport',
  'getLive',
  ...Object.keys(operationsOfProcess),
  ...Object.keys(upstream),
]);

const id = 'a/b?c#d e%2F';
const hook = { url: 'https://example.com/hook', type: 'wallet.updated' };
const alone = [{ token: 'AUGRY', weight: 1 }];
const definedFrom = '2024-06-01T12:00:00.000Z';
const since = { since: '2026-01-01T00:00:00Z' };

interface Sent {
  readonly body: unknown;
  /** 200 where left out. */
  readonly status?: number;
}

/** What each call that reads a body is sent, and how it answers where that is not 200. */
const sent: Partial<Record<OperationName, Sent>> = {
  createUser: { body: { customId: 'new' }, status: 201 },
  createSelection: { body: { ids: ['ada'] } },
  putUser: { body: { attributes: { name: 'Ada' } }, status: 201 },
  updateUser: { body: { json: '{"name":"Ada"}' } },
  putThematic: { body: { name: 'Alone', tokens: alone } },
  previewDefinition: { body: { name: 'Alone', tokens: alone } },
  deleteDefinition: { body: undefined, status: 204 },
  putWebhook: { body: hook, status: 201 },
  removeWebhook: { body: hook, status: 204 },
  testEndpoint: { body: { type: 'wallet.updated' }, status: 201 },
  recoverEndpoint: { body: since, status: 201 },
  verifySignature: { body: { headers: {}, body: '', secret: '' } },
  putInspector: { body: { status: 204, delaySeconds: 0 } },
  deleteInspected: { body: undefined, status: 204 },
  receiveMessage: { body: { any: 'thing' }, status: 204 },
};

const names = Object.keys(operations).filter((name): name is OperationName => name in operations);
const called = names.filter((name) => !elsewhere.has(name));
const read = called.filter((name) => operations[name].method === 'GET');
const encoded = encodeURIComponent(id);

/** The paths of all calls with ids of what there is. */
type Paths = (name: OperationName) => string;

async function fill(service: TestService): Promise<Paths> {
  await makeUser(service, id);
  await stated(service, id, {
    thematics: 'data-feeds',
    tokens: [{ token: 'AUGRY', amount: 2 }],
    at: '2024-05-05T05:05:05Z',
  });
  const redefined = { name: 'Feeds', tokens: alone, from: definedFrom };
  await service.call('PUT', '/x/thematics/data-feeds', redefined);
  const { getEndpoints, testEndpoint, recoverEndpoint } = operations;
  await service.call('PUT', '/p/webhook', { ...hook, type: 'user.created' });
  const [endpoint = ''] = await idsOf(service.call('GET', getEndpoints.path));
  const params = { id: endpoint };
  const [delivery = ''] = await idsOf(
    service.call('POST', pathOf(testEndpoint, { params }), { type: 'user.created' }),
  );
  const [recovery = ''] = await idsOf(
    service.call('POST', pathOf(recoverEndpoint, { params }), since),
  );
  const idUnder: Record<string, string> = {
    users: id,
    inspector: id,
    thematics: 'data-feeds',
    definitions: definedFrom,
    tokens: 'AUGRY',
    endpoints: endpoint,
    deliveries: delivery,
    recoveries: recovery,
  };
  return (name) =>
    operations[name].path
      .replace('{historyType}', 'month')
      // Of one that does not exist.
      .replace(operations.putUser.path, name === 'putUser' ? '/x/users/new%2Fone' : '$&')
      .replaceAll(/(\w+)\/\{\w+\}/g, (_, collection: string) =>
        [collection, encodeURIComponent(idUnder[collection] ?? '')].join('/'),
      );
}

const withId = z.looseObject({ _id: z.string() });

/** Ids of what was answered, one thing or a list. */
async function idsOf(response: Promise<Response>): Promise<string[]> {
  const body: unknown = await (await response).json();
  return z.parse(z.array(withId), Array.isArray(body) ? body : [body]).map(({ _id }) => _id);
}

test('the 16 method–path pairs of the interface are called, and no other under /p', () => {
  const pairs = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(ofTheInterface).toHaveLength(16);
  expect(pairs.filter((pair) => pair.includes(' /p/')).toSorted()).toEqual(
    ofTheInterface.toSorted(),
  );
  expect(new Set(pairs).size).toBe(pairs.length);
});

test('whatever changes something but views and selections is for admins alone, and so are secrets', () => {
  const open: OperationName[] = [
    'verifySignature',
    'receiveMessage',
    'receiveHint',
    'createSession',
    'beginProviderSignIn',
    'finishProviderSignIn',
    'deleteSession',
    'deleteSessions',
    'endSession',
  ];
  for (const name of names) {
    const { method, path, role } = operations[name];
    const isAdmins =
      (method !== 'GET' && !open.includes(name) && !/(View|Selection)$/.test(name)) ||
      /\/(secret|keys|backup|audit|verification|imports)$/.test(path);
    expect([name, role === 'admin']).toEqual([name, isAdmins]);
  }
});

onEachEngine((service) => {
  test.each(called)('%s answers as it is described', async (name) => {
    const pathTo = await fill(service());
    if (name !== 'putWebhook') await service().call('PUT', '/p/webhook', hook);
    if (name === 'getImports') {
      const request = { method: 'POST', body: 'customId,tier\nnew,private' };
      const path = pathOf(operations.importUsers, {});
      await (await service().service.request(`http://127.0.0.1:4173${path}`, request)).text();
    }
    const operation: Operation = operations[name];
    const { body, status = 200 } = sent[name] ?? { body: undefined };
    const path = pathTo(name) + requiredQuery(name);
    const response = await service().call(operation.method, path, body);
    const text = await response.text();
    expect([response.status, text.slice(0, 300)]).toEqual([status, expect.any(String)]);
    expect(Object.keys(operation.answers)).toContain(String(status));
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    const schema = operation.answers[status] ?? z.undefined();
    expect(z.safeParse(schema, value).error).toBeUndefined();
    const type = response.headers.get('content-type') ?? 'application/json';
    expect(type).toMatch(/^application\/json(;|$)/);
    // Nothing of what is described is only ever empty here.
    expect(text).not.toBe('[]');
    const described: Record<number, { headers?: object }> = callProse[name].answers;
    for (const header of Object.keys(described[status]?.headers ?? {})) {
      if (header === 'Link') continue;
      expect([header, response.headers.get(header)]).toEqual([header, expect.any(String)]);
    }
  });

  test('HEAD works wherever GET does: the same without the body', async () => {
    const pathTo = await fill(service());
    await service().call('PUT', '/p/webhook', hook);
    for (const name of read) {
      const path = pathTo(name) + requiredQuery(name);
      const get = await service().call('GET', path);
      const head = await service().call('HEAD', path);
      expect([name, head.status, await head.text()]).toEqual([name, get.status, '']);
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
      await get.body?.cancel();
    }
    const missing = await service().call('HEAD', '/p/users/nobody');
    expect([missing.status, await missing.text()]).toEqual([404, '']);
  });

  test('caches never store user data or secrets, and revalidate public data', async () => {
    const pathTo = await fill(service());
    for (const name of read) {
      const path = pathTo(name) + requiredQuery(name);
      const response = await service().call('GET', path);
      // Who holds a token is told of users.
      const isPublic =
        /^\/(p\/thematics|x\/thematics|x\/levels|x\/tokens|x\/webhooks\/types)/.test(path) &&
        !/\/(users|rebalance|outliers)$/.test(path);
      expect([
        name,
        response.headers.get('cache-control'),
        /^"[^"]+"$/.test(response.headers.get('etag') ?? ''),
      ]).toEqual([name, isPublic ? 'no-cache' : 'no-store', isPublic || name === 'getUser']);
      await response.body?.cancel();
    }
  });

  test('every other method is refused with those there are', async () => {
    const pathTo = await fill(service());
    const methods = 'GET HEAD PUT POST DELETE PATCH OPTIONS PROPFIND get-it'.split(' ');
    const all: Operation[] = called.map((name) => operations[name]);
    for (const path of new Set(called.map(pathTo))) {
      const allow = operationsAt(all, path)
        .map(({ method }) => method)
        .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      for (const method of methods.filter((one) => !allow.some((other) => other === one))) {
        const response = await service().call(method, path);
        const allowed = response.headers.get('allow')?.split(', ').toSorted();
        expect([method, path, allowed]).toEqual([method, path, allow.toSorted()]);
        expect([method, path, response.status]).toEqual([method, path, 405]);
        if (method !== 'HEAD') await problemOf(response, 'method-not-allowed');
      }
    }
  });

  test('each query parameter that is described is read, and no other', async () => {
    const pathTo = await fill(service());
    for (const name of called) {
      const { method, query = {}, takesAnyQuery }: Operation = operations[name];
      const path = pathTo(name);
      for (const parameter of Object.keys(query)) {
        const response = await service().call(method, `${path}?${parameter}=1`);
        expect([name, parameter, await response.text()]).toEqual([
          name,
          parameter,
          expect.not.stringContaining('Unknown query parameter'),
        ]);
      }
      if (takesAnyQuery === true) continue;
      await problemOf(service().call(method, `${path}?_=1`), 'invalid-query');
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
    `/p/users/${encoded}/`,
    `/p/users/${encoded}/wallet`,
    `/p/users/${encoded}/wallets/`,
    `/p/users/${encoded}/wallets/history/day/more`,
    `/p/users/${encoded}/wallets/thematics/data-feeds`,
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
      const response = await service().call(method, `${path}?_=1`, undefined, {
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
