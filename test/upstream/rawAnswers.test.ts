import { afterAll, afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { mebibyte } from '#contract/bytes.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { getRawAnswer } from '#contract/operations/upstream.ts';
import { responseNotesHeader, parseResponseNotes } from '#contract/responseNotes.ts';
import { localCaller, knowCall } from '#platform/http/caller.ts';
import { Hono } from 'hono';
import { problemOf } from '../support/calls.ts';
import { createConnected, type Connected } from '../support/connectedService.ts';
import { openFromTemplate } from '../support/embeddedTemplate.ts';

const database = await openFromTemplate();
afterAll(() => database.close());

const opened: Connected[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const secret = 'correct horse battery staple';

function connected(answer: (request: Request) => Promise<Response>): Connected {
  const one = createConnected({ answer, database, headers: { 'x-api-key': secret } });
  opened.push(one);
  return one;
}

const rawPath = (path: string) => `${getRawAnswer.path}?path=${encodeURIComponent(path)}`;

test('every call of the interface that reads can be seen as it came, by who may make it', async () => {
  const { call } = connected(
    async (request) => new Response(`{"to" : "${new URL(request.url).pathname}"}`),
  );
  const calls = Object.values<Operation>(operations).filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/p/'),
  );
  expect(calls).toHaveLength(12);
  for (const { path, role } of calls) {
    expect(role).toBe(getRawAnswer.role);
    const filled = path
      .replace('{historyType}', 'week')
      .replaceAll(/\{\w+\}/g, 'a%2Fb%20%E6%97%A5');
    const answer = await call('GET', rawPath(filled));
    expect([answer.status, await answer.text()]).toEqual([200, `{"to" : "${filled}"}`]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(parseResponseNotes(answer.headers.get(responseNotesHeader))).toMatchObject({
      stale: null,
      raw: filled,
    });
  }
});

test.each([
  '/p',
  '/p/users/',
  '/p/users?customId=a',
  '/p/users/a/wallets/history/decade',
  '/p/users/%ff',
  '/p/users/..',
  '/p/users/%2e%2e/wallets',
  '/x/upstream/raw',
  '/p/openapi.json',
  'http://elsewhere.example/p/users',
  '//elsewhere.example/p/users',
  '',
])('nothing else is requested: %s', async (path) => {
  const { call, requests } = connected(async () => Response.json([]));
  await problemOf(call('GET', rawPath(path)), 'invalid-query');
  expect(requests).toEqual([]);
});

test('a path that climbs stays an id', async () => {
  const { call, requests } = connected(async () => Response.json({}));
  await call('GET', rawPath('/p/users/%2e%2e%2Fthematics'));
  expect(requests).toEqual(['GET /p/users/..%2Fthematics']);
});

test('of a long answer the first mebibyte is shown, as text', async () => {
  const long = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => `user ${index}`));
  const { call } = connected(async () => new Response(long));
  const answer = await call('GET', rawPath('/p/users'));
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  expect([text.length, long.startsWith(text)]).toEqual([mebibyte, true]);
});

test('the secret of the connection is in no raw answer', async () => {
  const { call } = connected(async (request) => Response.json({ headers: [...request.headers] }));
  const text = await (await call('GET', rawPath('/p/users'))).text();
  expect(text).toContain('x-api-key');
  expect(text).not.toContain(secret);
});

function asAnalyst(app: Hono): Hono {
  const analyst = new Hono();
  analyst.use(async (c, next) => {
    knowCall(c, { ...localCaller, role: 'analyst' });
    await next();
  });
  analyst.all('*', (c) => app.fetch(c.req.raw, c.env));
  return analyst;
}

test('who may only read sees webhooks without secrets and without queries of addresses', async () => {
  const hook = {
    url: 'https://example.com/hook?token=hunter2',
    type: '*',
    secret: 'whsec_hunter2',
    nested: [{ apiKey: 'hunter2', signing_secret: 'hunter2', name: 'shown' }],
  };
  const { app, call } = connected(async () => Response.json([hook]));
  const analyst = asAnalyst(app);
  for (const path of [rawPath('/p/webhook'), '/p/webhook']) {
    const text = await (await analyst.request(path)).text();
    expect(text).toContain('https://example.com/hook?…');
    expect(text).not.toContain('hunter2');
  }
  const raw = await (await call('GET', rawPath('/p/webhook'))).json();
  expect(z.parse(z.array(z.json()), raw)).toEqual([hook]);
});

test('the secret of our own webhook is in no raw answer', async () => {
  const body = [{ url: 'https://we.example/x/upstream/hook/hunter2', type: '*' }];
  const { call } = connected(async () => Response.json(body));
  const raw = await (await call('GET', rawPath('/p/webhook'))).text();
  expect(raw).toContain('/x/upstream/hook/…"');
  expect(raw).not.toContain('hunter2');
});

test('an answer nested without end is refused before anything of it is shown', async () => {
  const body = `[{"url":"https://we.example/","type":"*","more":${'['.repeat(100_000)}`;
  const { app, call } = connected(async () => new Response(body));
  for (const answer of [
    call('GET', rawPath('/p/webhook')),
    asAnalyst(app).request(rawPath('/p/webhook')),
  ]) {
    const { detail } = await problemOf(answer, 'upstream-unreadable');
    expect(detail).toContain('nested deeper than 64 levels');
  }
});

test('who is not known is said by code', async () => {
  const { call } = connected(async () => Response.json({}, { status: 404 }));
  await problemOf(call('GET', rawPath('/p/users/a/wallets')), 'user-not-found');
  await problemOf(call('GET', rawPath('/p/thematics/a/history')), 'thematic-not-found');
});
