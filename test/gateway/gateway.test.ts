import { Validator } from '@seriousme/openapi-schema-validator';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilities, health, session } from '#contract/capabilities.ts';
import { problemCodes } from '#contract/problem.ts';
import { interfaceRoutes, routes } from '#contract/routes.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createTestService, type TestService } from '#test/support/service.ts';

let tested: TestService;
let gateway: Hono;
const logged: string[] = [];

beforeAll(async () => {
  tested = await createTestService({ sampleUsers: 30 });
  gateway = createGateway({
    service: tested.service,
    database: tested.database,
    market: tested.market,
    audience: { open: true },
    files: new Map([
      [
        '/index.html',
        {
          bytes: Buffer.from('<!doctype html>'),
          encoded: new Map(),
          type: 'text/html',
          etag: '"i"',
        },
      ],
    ]),
    currency: 'USD',
    version: '1.2.3',
    uptime: () => 61_500,
    log: (line) => logged.push(line),
  });
});
afterAll(() => tested.close());

const ask = async (path: string, init: RequestInit = {}) =>
  gateway.request(`http://127.0.0.1:5160${path}`, init);

const page = async (path: string) => (await ask(path, { headers: { accept: 'text/html' } })).text();

/** Templates of the paths that are answered, wildcards aside. */
function pathsOf(app: Hono): string[] {
  const templates = app.routes
    .map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
    .filter((path) => !path.includes('*') && path !== '/p' && path !== '/x');
  return [...new Set(templates)];
}

const described = () => new Set(routes.map(({ path }) => path));
/** The pages of the description, which do not describe themselves. */
const ofTheDescription = ['/p/docs', '/p/docs/style.css', '/p/openapi.json'];

describe('the description', () => {
  test('is OpenAPI 3.1, by a validator that is not ours', async () => {
    const document = await (await ask('/p/openapi.json')).json();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('1.2.3');
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    // The validator does find what is wrong.
    const broken = { ...document, paths: { '/p/users': { get: { responses: 'none' } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('names every reference it uses, and no two calls alike', async () => {
    const text = await (await ask('/p/openapi.json')).text();
    const document = JSON.parse(text);
    const referred = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(referred.length).toBeGreaterThan(50);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(referred));
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(routes.length);
  });

  test('covers every route of the running service, with its methods, and nothing else', async () => {
    const running = [...pathsOf(tested.service), ...pathsOf(gateway)];
    expect(running.filter((path) => !ofTheDescription.includes(path)).toSorted()).toEqual(
      [...described()].toSorted(),
    );
    for (const path of described()) {
      const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
      const response = await ask(path.replaceAll(/\{\w+\}/g, 'day'), { method: 'PATCH' });
      const allowed = (response.headers.get('allow') ?? '').split(', ');
      expect([
        path,
        response.status,
        allowed.filter((method) => method !== 'HEAD').toSorted(),
      ]).toEqual([path, 405, methods.toSorted()]);
    }
  });

  test('the 16 calls of the interface are answered by the running service', async () => {
    for (const [method, path] of interfaceRoutes) {
      const response = await ask(path.replaceAll(/\{\w+\}/g, 'day'), { method });
      const problem = response.ok ? null : (await response.json()).code;
      expect([method, path, problem]).not.toEqual([method, path, 'route-not-found']);
      expect([method, path, problem]).not.toEqual([method, path, 'method-not-allowed']);
    }
  });

  test('describes the answers as they are', async () => {
    const document = await (await ask('/p/openapi.json')).json();
    const [user] = await (await ask('/p/users')).json();
    const id = encodeURIComponent(user.customId);
    const calls: Record<string, string> = {
      '/p/users': '/p/users',
      '/p/users/{id}': `/p/users/${id}`,
      '/p/users/{id}/wallets/history/{historyType}': `/p/users/${id}/wallets/history/day`,
      '/p/thematics': '/p/thematics',
      '/p/webhook': '/p/webhook',
      '/x/tokens': '/x/tokens',
      '/x/capabilities': '/x/capabilities',
    };
    for (const [template, path] of Object.entries(calls)) {
      const response = await ask(path);
      const answer = document.paths[template].get.responses[String(response.status)];
      const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
      expect(Object.keys(answer.content)).toEqual([type]);
      // The last page has no link to a next one.
      const headers = Object.keys(answer.headers ?? {}).filter((name) => name !== 'Link');
      expect(headers.filter((name) => !response.headers.has(name))).toEqual([]);
    }
  });
});

describe('its pages', () => {
  test('tell every call, schema and problem under an anchor, and no anchor leads nowhere', async () => {
    const response = await ask('/p/docs', { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    const page = await response.text();
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
    for (const code of Object.keys(problemCodes)) expect(anchors).toContain(`problem-${code}`);
    for (const { method, summary } of routes) {
      expect(page).toContain(summary);
      expect(page).toContain(`<b>${method}</b>`);
    }
  });

  test('load nothing from elsewhere, hold no script and no style', async () => {
    const page = await (await ask('/p/docs')).text();
    expect(page).not.toMatch(/<script|<style|style=|\son\w+=|javascript:/i);
    const loaded = [...page.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(['/p/docs/style.css']);
    const style = await ask('/p/docs/style.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ]);
    const css = await style.text();
    expect(css).not.toMatch(/url\(|@import/);
    expect(css).toContain('light-dark(');
  });

  test('show lines to try that work as they stand', async () => {
    const page = await (await ask('/p/docs')).text();
    const lines = [...page.matchAll(/<pre><code>([^<]+)<\/code>/g)].map(([, line]) =>
      (line ?? '').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    );
    expect(lines).toHaveLength(routes.length);
    const creates = lines.find((line) =>
      line.startsWith("curl -X PUT 'http://127.0.0.1:5160/p/users'"),
    );
    expect(creates).toContain(`-H 'content-type: application/json' -d '{"customId":"ada"}'`);
    const states = lines.find((line) => line.includes('-X POST') && line.includes('/p/users/ada'));
    for (const line of [creates, states]) {
      const [, method, url, body] = /-X (\w+) '([^']+)'.*-d '([^']+)'/.exec(line ?? '') ?? [];
      const response = await gateway.request(url ?? '', {
        method: method ?? '',
        body: body ?? '',
        headers: { 'content-type': 'application/json' },
      });
      expect(response.ok).toBe(true);
    }
    const wallets = await (await ask('/p/users/ada/wallets')).json();
    expect(wallets[0].tokens[0].amount).toBe(2);
  });
});

test('tells what it is', async () => {
  const told = capabilities.parse(await (await ask('/x/capabilities')).json());
  expect(told).toMatchObject({
    service: { name: 'Portfolio Service', version: '1.2.3' },
    market: { kind: 'simulated', tickSeconds: 10 },
    currency: 'USD',
  });
  expect(health.parse(await (await ask('/x/health')).json())).toMatchObject({
    status: 'ok',
    database: { engine: tested.database.engine, ok: true },
    uptimeSeconds: 61,
  });
  expect(session.parse(await (await ask('/x/session')).json())).toEqual({
    role: 'admin',
    open: true,
  });
});

test('a database that is gone is told by /x/health, and by nothing that leaks', async () => {
  const gone = await createTestService();
  const app = createGateway({
    service: gone.service,
    database: gone.database,
    market: gone.market,
    audience: { open: true },
    files: null,
    currency: null,
    version: '0',
    uptime: () => 0,
    log: () => {},
  });
  await gone.close();
  const response = await app.request('http://localhost/x/health');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ status: 'unavailable', database: { ok: false } });
  for (const path of ['/p/users', '/x/directory', '/p/thematics']) {
    for (const encoding of ['identity', 'br']) {
      const users = await app.request(`http://localhost${path}`, {
        headers: { 'accept-encoding': encoding },
      });
      expect(users.headers.get('content-type')).toBe('application/problem+json');
      expect(await users.text()).not.toMatch(/PGlite|select|closed/i);
    }
  }
});

describe('every answer', () => {
  const paths = [
    '/',
    '/users/a%2Fb',
    '/p/users',
    '/p/nothing',
    '/x/health',
    '/p/docs',
    '/nothing.js',
    '/p/users/none',
  ];

  test.each(paths)('%s carries the security headers, on HEAD and on GET the same', async (path) => {
    const headers = { 'accept-encoding': 'br', accept: '*/*' };
    const [full, head] = [
      await ask(path, { headers }),
      await ask(path, { headers, method: 'HEAD' }),
    ];
    expect(full.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(full.headers.get('x-content-type-options')).toBe('nosniff');
    expect(head.status).toBe(full.status);
    expect([...head.headers]).toEqual([...full.headers]);
    expect(await head.text()).toBe('');
  });

  test('another host is refused before anything else is looked at', async () => {
    for (const path of paths) {
      const response = await ask(path, { headers: { host: 'evil.example' } });
      expect([path, response.status]).toEqual([path, 421]);
      expect((await response.json()).code).toBe('misdirected-request');
    }
    expect(await ask('/p/users', { method: 'PUT', headers: { origin: 'null' } })).toMatchObject({
      status: 403,
    });
  });

  test('the page is for what is not the service', async () => {
    expect(await page('/users/x%252Fy')).toBe('<!doctype html>');
    for (const path of [
      '/p',
      '/x',
      '/p/',
      '/x/',
      '/p/nothing',
      '/x/live',
      '/x/webhooks',
      '/%70/nothing',
      '/p/users/%FF',
    ]) {
      expect(JSON.parse(await page(path))).toMatchObject({ code: 'route-not-found' });
    }
    expect(logged).toEqual([]);
  });

  test('a user’s own tag may come back in any encoding', async () => {
    const path = '/p/users/ada';
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' };
    const body = JSON.stringify({ json: JSON.stringify({ note: 'long '.repeat(400) }) });
    const changed = await ask(path, { method: 'POST', headers, body });
    const tag = changed.headers.get('etag') ?? '';
    expect(changed.headers.get('content-encoding')).toBe('br');
    expect(tag).toMatch(/-br"$/);
    const again = (match: string) =>
      ask(path, {
        method: 'POST',
        headers: { ...headers, 'if-match': match },
        body: '{"json":"{\\"a\\":1}"}',
      });
    expect((await again(tag)).status).toBe(200);
    expect((await again(tag)).status).toBe(412);
  });
});
