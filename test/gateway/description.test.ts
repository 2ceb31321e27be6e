import { Validator } from '@seriousme/openapi-schema-validator';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemCodes } from '#contract/problem.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { callProse } from '#gateway/openapi/prose/allProse.ts';
import { describeService, type DescribedCall } from '#gateway/openapi/document.ts';
import { createTestGateway, type TestGateway } from './testGateway.ts';
import { operationsAt } from '../support/operationsAt.ts';

let running: TestGateway;
beforeAll(async () => {
  running = await createTestGateway(30);
});
afterAll(() => running.tested.close());

const ask: TestGateway['ask'] = (path, init) => running.ask(path, init);

const calls: readonly Operation[] = Object.values(operations);

/** Templates of the paths that are answered, each as often as it is, wildcards aside. */
function pathsOf(app: Hono): string[] {
  return app.routes
    .map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
    .filter((path) => !path.includes('*') && path !== '/p' && path !== '/x');
}

const described = () => new Set(calls.map(({ path }) => path));
/** The pages of the description, which do not describe themselves. */
const ofTheDescription = ['/p/docs', '/p/docs/style.css', '/p/openapi.json'];

describe('the API description', () => {
  test('is valid OpenAPI 3.1 by an independent validator', async () => {
    const document = await (await ask('/p/openapi.json')).json();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('1.2.3');
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    // Proves that the validator finds faults.
    const broken = { ...document, paths: { '/p/users': { get: { responses: 'none' } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('defines every reference, and no two operations with one id', async () => {
    const text = await (await ask('/p/openapi.json')).text();
    const document = JSON.parse(text);
    const referred = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(referred.length).toBeGreaterThan(50);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(referred));
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(calls.length);
  });

  test('every operation is implemented exactly once, and nothing else', async () => {
    const answered = [...pathsOf(running.tested.service), ...pathsOf(running.gateway)];
    expect(answered.filter((path) => !ofTheDescription.includes(path)).toSorted()).toEqual(
      [...described()].toSorted(),
    );
    for (const path of described()) {
      const address = path.replaceAll(/\{\w+\}/g, 'day');
      const methods = operationsAt(calls, address).map(({ method }) => method);
      const response = await ask(address, { method: 'PATCH' });
      const allowed = (response.headers.get('allow') ?? '').split(', ');
      expect([
        path,
        response.status,
        allowed.filter((method) => method !== 'HEAD').toSorted(),
      ]).toEqual([path, 405, methods.toSorted()]);
    }
  });

  test('lists exactly the query parameters of each call', async () => {
    for (const { method, path, query = {}, takesAnyQuery } of calls) {
      if (takesAnyQuery === true) continue;
      const named = Object.keys(query);
      const response = await ask(`${path.replaceAll(/\{\w+\}/g, 'day')}?misspelt=1`, { method });
      const { code, detail } = await response.json();
      const takes =
        named.length === 0 ? 'This operation has none.' : `Known parameters: ${named.join(', ')}.`;
      expect([method, path, code, detail]).toEqual([
        method,
        path,
        'invalid-query',
        expect.stringContaining(takes),
      ]);
    }
  });

  test('the 16 calls of the interface are answered by the running service', async () => {
    for (const { method, path } of calls.filter((call) => call.path.startsWith('/p/'))) {
      const response = await ask(path.replaceAll(/\{\w+\}/g, 'day'), { method });
      const problem = response.ok ? null : (await response.json()).code;
      expect([method, path, problem]).not.toEqual([method, path, 'route-not-found']);
      expect([method, path, problem]).not.toEqual([method, path, 'method-not-allowed']);
    }
  });

  test('every 429 and 503 lists Retry-After, in the document and on the page', async () => {
    const all = Object.values(describeService('1.2.3').paths).flatMap(Object.values<DescribedCall>);
    const statuses = [429, 503];
    const without = all.filter(
      ({ responses }) => !statuses.every((status) => responses[status]?.headers?.['Retry-After']),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
    const page = await (await ask('/p/docs')).text();
    expect(page.match(/<code>Retry-After<\/code>/g)).toHaveLength(statuses.length * all.length);
  });

  test('describes the actual answers', async () => {
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

describe('its page', () => {
  test('describes every call, schema and problem under an anchor, and has no broken links', async () => {
    const response = await ask('/p/docs', { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    const page = await response.text();
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
    for (const code of Object.keys(problemCodes)) expect(anchors).toContain(`problem-${code}`);
    for (const { summary } of Object.values(callProse)) {
      expect(page).toContain(summary);
    }
  });

  test('loads nothing from other hosts, and has no script or inline style', async () => {
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

  test('shows examples that work unchanged', async () => {
    const page = await (await ask('/p/docs')).text();
    const lines = [...page.matchAll(/<pre><code>([^<]+)<\/code>/g)].map(([, line]) =>
      (line ?? '').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    );
    expect(lines).toHaveLength(calls.length);
    const creates = lines.find((line) =>
      line.startsWith("curl -X PUT 'http://127.0.0.1:5160/p/users'"),
    );
    expect(creates).toContain(`-H 'content-type: application/json' -d '{"customId":"ada"}'`);
    const states = lines.find((line) => line.includes('-X POST') && line.includes('/p/users/ada'));
    for (const line of [creates, states]) {
      const [, method, url, body] = /-X (\w+) '([^']+)'.*-d '([^']+)'/.exec(line ?? '') ?? [];
      const response = await running.gateway.request(url ?? '', {
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
