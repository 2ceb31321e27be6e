import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { session } from '#contract/access.ts';
import { capabilities, health } from '#contract/capabilities.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { createTestService } from '#test/support/service.ts';
import { createTestGateway, gatewayOver, type TestGateway } from './testGateway.ts';

let running: TestGateway;
beforeAll(async () => {
  running = await createTestGateway(3);
});
afterAll(() => running.tested.close());

const ask: TestGateway['ask'] = (path, init) => running.ask(path, init);
const page = async (path: string) => (await ask(path, { headers: { accept: 'text/html' } })).text();

test('reports its name and version', async () => {
  const told = capabilities.parse(await (await ask('/x/capabilities')).json());
  expect(told).toMatchObject({
    service: { name: 'Portfolio Service', version: '1.2.3' },
    market: { kind: 'simulated', tickSeconds: 10 },
    currency: 'USD',
  });
  expect(health.parse(await (await ask('/x/health')).json())).toMatchObject({
    status: 'ok',
    database: { engine: running.tested.database.engine, ok: true },
    uptimeSeconds: 61,
  });
  expect(session.parse(await (await ask('/x/session')).json())).toEqual({
    role: 'admin',
    open: true,
    name: null,
    endsAt: null,
    provider: null,
    home: null,
  });
});

test('a lost database is reported by /x/health, and no answer leaks details', async () => {
  const gone = await createTestService({ database: await openFromTemplate() });
  const app = gatewayOver(gone, gone.service);
  await gone.close();
  const unknown = await app.request('http://localhost/x/health');
  expect([unknown.status, await unknown.json()]).toEqual([503, { status: 'unavailable' }]);
  const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const response = await app.request('http://localhost/x/health', {}, local);
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

  test.each(paths)('%s has the same security headers on HEAD and GET', async (path) => {
    const headers = { 'accept-encoding': 'gzip', accept: '*/*' };
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

  test('another host is rejected before any other check', async () => {
    for (const path of paths) {
      const response = await ask(path, { headers: { host: 'evil.example' } });
      expect([path, response.status]).toEqual([path, 421]);
      expect((await response.json()).code).toBe('misdirected-request');
    }
    expect(await ask('/p/users', { method: 'PUT', headers: { origin: 'null' } })).toMatchObject({
      status: 403,
    });
  });

  test('the page answers all paths outside the service', async () => {
    expect(await page('/users/x%252Fy')).toBe('<!doctype html>');
    for (const path of [
      '/p',
      '/x',
      '/p/',
      '/x/',
      '/p/nothing',
      '/x/nothing',
      '/x/webhooks/nothing',
      '/%70/nothing',
      '/p/users/%FF',
    ]) {
      expect(JSON.parse(await page(path))).toMatchObject({ code: 'route-not-found' });
    }
    expect(running.logged).toEqual([]);
  });

  test('a user’s tag that compression made weak is accepted', async () => {
    const path = '/p/users/ada';
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'br, gzip' };
    await ask('/p/users', { method: 'PUT', headers, body: '{"customId":"ada"}' });
    const body = JSON.stringify({ json: JSON.stringify({ note: 'long '.repeat(400) }) });
    const changed = await ask(path, { method: 'POST', headers, body });
    const tag = changed.headers.get('etag') ?? '';
    expect(changed.headers.get('content-encoding')).toBe('gzip');
    expect(tag).toMatch(/^W\/"/);
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
