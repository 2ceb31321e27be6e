import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { webhookTypes } from '#contract/webhook.ts';
import { endpoints, webhooks } from '#platform/database/schema/webhooks.ts';
import { unseal } from '#platform/http/secrets.ts';
import { answerOf, problemOf, readEvents } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { webhook, webhookList } from '#test/support/embedded.ts';

const url = 'https://example.com/hook';
const type = 'wallet.updated';
const path = '/p/webhook';

const queryOf = (target: string, one: string) =>
  `?${new URLSearchParams({ url: target, type: one }).toString()}`;

onEachEngine((service) => {
  const remove = (body?: unknown, query = '') => service().call('DELETE', path + query, body);
  const put = (body: unknown, headers?: Record<string, string>) =>
    service().call('PUT', path, body, headers);
  const list = () => answerOf(service().call('GET', path), webhookList);

  test('a webhook is registered, listed, and registered no second time', async () => {
    const response = await put({ url: 'HTTPS://EXAMPLE.com:443/hook#x', type });
    expect(response.headers.get('location')).toBe(path);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const made = await answerOf(response, webhook, 201);
    const createdAt = new Date(service().clock.now).toISOString();
    expect(made).toMatchObject({ url, type, status: 'enabled', health: null, createdAt });
    expect(made._id).toMatch(/^whk_[0-9a-f]{32}$/);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

    service().clock.now += 60_000;
    const { secret, ...shown } = made;
    expect(await answerOf(put({ url, type }), webhook)).toEqual(shown);
    expect(await list()).toEqual([shown]);
    const response2 = await service().call('GET', path);
    expect(response2.headers.get('cache-control')).toBe('no-store');
    expect(await response2.text()).not.toContain('secret');
    expect(secret).toBeDefined();
    // Registering is the caller's own doing: no event tells of it.
    expect(await readEvents(service())).toEqual([]);
  });

  test('If-None-Match: * registers, and refuses the second time without touching anything', async () => {
    const { queries } = service().database;
    const onlyNew = { 'if-none-match': '*' };
    expect((await put({ url, type }, onlyNew)).status).toBe(201);
    await queries.update(endpoints).set({ status: 'disabled' });
    await problemOf(put({ url, type }, onlyNew), 'precondition-failed');
    expect(await list()).toMatchObject([{ status: 'disabled' }]);
  });

  test('registering again enables a disabled endpoint', async () => {
    const made = await answerOf(put({ url, type }), webhook, 201);
    await service().database.queries.update(endpoints).set({ status: 'disabled' });
    expect(await list()).toMatchObject([{ status: 'disabled' }]);
    expect(await answerOf(put({ url, type }), webhook)).toMatchObject({
      _id: made._id,
      status: 'enabled',
    });
  });

  test('an address has one secret for all its types, shown once', async () => {
    const secrets = [];
    for (const one of webhookTypes) {
      secrets.push((await answerOf(put({ url, type: one }), webhook, 201)).secret);
    }
    expect(secrets.map((secret) => typeof secret)).toEqual([
      'string',
      ...webhookTypes.slice(1).map(() => 'undefined'),
    ]);
    const all = await list();
    expect(all.map((one) => one.type)).toEqual([...webhookTypes]);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(webhookTypes.length);
    const other = await answerOf(put({ url: `${url}/`, type }), webhook, 201);
    expect(other.secret).toMatch(/^whsec_/);
    expect(secrets).not.toContain(other.secret);
  });

  test('a hundred at once make one, and show its secret once', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => put({ url, type })));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(99);
    const bodies = await Promise.all(
      responses.map(async (response) => webhook.parse(await response.json())),
    );
    expect(new Set(bodies.map(({ _id }) => _id)).size).toBe(1);
    expect(bodies.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
    const { queries } = service().database;
    expect(await queries.$count(webhooks)).toBe(1);
    expect(await queries.$count(endpoints)).toBe(1);
  });

  test('many addresses and types at once are all there', async () => {
    const wanted = Array.from({ length: 60 }, (_, n) => ({
      url: `https://example.com/${n % 12}`,
      type: webhookTypes[Math.floor(n / 12)],
    }));
    const responses = await Promise.all(wanted.map((body) => put(body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    const bodies = await Promise.all(
      responses.map(async (response) => webhook.parse(await response.json())),
    );
    expect(bodies.filter(({ secret }) => secret !== undefined)).toHaveLength(12);
    expect(await list()).toHaveLength(60);
    expect(await service().database.queries.$count(endpoints)).toBe(12);
  });

  describe('refuses', () => {
    test.each([
      ['an unknown type', { url, type: 'wallet.deleted' }],
      ['a type in capitals', { url, type: 'Wallet.Updated' }],
      ['no type at all', { url, type: '' }],
      ['a type with U+0000', { url, type: 'user.created\0' }],
    ])('%s', async (_, body) => {
      const problem = await problemOf(put(body), 'webhook-type-unknown');
      expect(problem).toMatchObject({ allowed: webhookTypes, errors: [{ pointer: '/type' }] });
      expect(await list()).toEqual([]);
    });

    test.each([
      ['https://127.1/hook', 'loopback'],
      ['https://localhost/hook', 'localhost'],
      ['https://[::1]/', 'not-global'],
      ['http://example.com/', 'https-only'],
    ])('%s', async (target, rule) => {
      const problem = await problemOf(put({ url: target, type }), 'webhook-target-forbidden');
      expect(problem).toMatchObject({ rule, errors: [{ pointer: '/url' }] });
      expect(await list()).toEqual([]);
    });

    test('an invalid URL', async () => {
      for (const target of ['', 'example.com', 'https://user:hunter2@example.com/']) {
        const problem = await problemOf(put({ url: target, type }), 'invalid-url');
        expect(problem.errors).toEqual([{ pointer: '/url', detail: expect.any(String) }]);
        expect(JSON.stringify(problem)).not.toContain('hunter2');
      }
    });

    test.each([
      ['no url', { type }, '/url'],
      ['no type', { url }, '/type'],
      ['a url that is no text', { url: 7, type }, '/url'],
      ['a secret of one’s own', { url, type, secret: 'whsec_hunter2' }, ''],
      ['an array', [{ url, type }], ''],
    ])('%s', async (_, body, pointer) => {
      const problem = await problemOf(put(body), 'invalid-body');
      expect(problem.errors?.map((fault) => fault.pointer)).toEqual([pointer]);
      expect(JSON.stringify(problem)).not.toContain('hunter2');
    });

    test('a body over 8 KiB', async () => {
      const body = { url: `https://example.com/${'a'.repeat(8 * 1024)}`, type };
      await problemOf(put(body), 'too-large');
      const search = new URLSearchParams({ url: 'x'.repeat(9000), type }).toString();
      await problemOf(service().call('DELETE', `${path}?${search}`), 'invalid-url');
    });
  });

  test('at rest the secret is there under the key alone', async () => {
    const { secret = '' } = await answerOf(put({ url, type }), webhook, 201);
    const [endpoint] = await service().database.queries.select().from(endpoints);
    const kept = Buffer.from(endpoint?.secret ?? []);
    expect(kept.byteLength).toBeGreaterThan(28);
    for (const part of [secret, secret.replace('whsec_', '')]) {
      expect(kept.includes(part)).toBe(false);
    }
    expect(kept.includes(Buffer.from(secret.replace('whsec_', ''), 'base64'))).toBe(false);
    expect(unseal(kept, new Uint8Array(32).fill(7))).toBe(secret);
    expect(() => unseal(kept, new Uint8Array(32).fill(8))).toThrow(/cannot be decrypted/);
    expect(service().logged.join('')).not.toContain('whsec_');
  });

  describe('removal', () => {
    test('takes one webhook away, by body or by query, in any form of its URL', async () => {
      for (const one of webhookTypes) await put({ url, type: one });
      const gone = await remove({ url: 'https://EXAMPLE.com:443/hook#part', type });
      expect([gone.status, await gone.text()]).toEqual([204, '']);
      expect((await remove(undefined, queryOf(`${url}#`, '*'))).status).toBe(204);
      const left = (await list()).map((one) => one.type);
      expect(left).toEqual(webhookTypes.filter((one) => one !== type && one !== '*'));
    });

    test('of an unknown webhook is rejected', async () => {
      await put({ url, type });
      for (const [target, one] of [
        [`${url}/`, type],
        [`${url}?`, type],
        [url, '*'],
        [url, 'no-such-type'],
        [url, 'a\0b'],
        ['https://127.0.0.1/', type],
      ] as const) {
        await problemOf(remove({ url: target, type: one }), 'webhook-not-found');
        await problemOf(remove(undefined, queryOf(target, one)), 'webhook-not-found');
      }
      expect((await remove({ url, type })).status).toBe(204);
      await problemOf(remove({ url, type }), 'webhook-not-found');
    });

    test('needs a name of what', async () => {
      for (const query of ['', `?type=${type}`, '?url=https%3A%2F%2Fexample.com%2Fhook']) {
        const problem = await problemOf(remove(undefined, query), 'missing-parameter');
        expect(problem.detail).toContain('?url=&type=');
      }
      await problemOf(remove({ url }), 'invalid-body');
      await problemOf(remove({ url: 'nowhere', type }), 'invalid-url');
      await problemOf(remove({ url: 'a\0', type }), 'invalid-url');
      const withPassword = 'https://user:hunter2@example.com/hook';
      const problem = await problemOf(remove({ url: withPassword, type }), 'invalid-url');
      expect(JSON.stringify(problem)).not.toContain('hunter2');
      await problemOf(remove({ url, type }, '?urls=x'), 'invalid-query');
    });

    test('undone within a day, the address keeps its secret; later it gets another', async () => {
      const { queries } = service().database;
      const sealed = async () => {
        const rows = await queries.select().from(endpoints).where(eq(endpoints.url, url));
        return rows.map(({ secret }) => unseal(secret, new Uint8Array(32).fill(7)));
      };
      const first = await answerOf(put({ url, type }), webhook, 201);
      await remove({ url, type });
      service().clock.now += 86_400_000;
      const second = await answerOf(put({ url, type: '*' }), webhook, 201);
      expect(second.secret).toBeUndefined();
      expect(second._id).not.toBe(first._id);
      expect(await sealed()).toEqual([first.secret]);

      // The day counts from the removal of the last webhook, and ends with the next one put.
      await put({ url, type });
      await remove({ url, type });
      service().clock.now += 2 * 86_400_000;
      expect((await answerOf(put({ url, type }), webhook, 201)).secret).toBeUndefined();
      await remove({ url, type });
      await remove({ url, type: '*' });
      service().clock.now += 86_400_001;
      const third = await answerOf(put({ url, type }), webhook, 201);
      expect(third.secret).toMatch(/^whsec_/);
      expect(third.secret).not.toBe(first.secret);
      expect(await sealed()).toEqual([third.secret]);
    });

    test('and registration at once leave one state that holds together', async () => {
      for (let round = 0; round < 10; round += 1) {
        await Promise.all([
          put({ url, type }),
          remove({ url, type }),
          put({ url, type }),
          remove({ url, type }),
        ]);
        const rows = z
          .array(z.looseObject({ abandonedAt: z.nullable(z.number()) }))
          .parse(await service().database.queries.select().from(endpoints));
        const registered = (await list()).length;
        expect(rows).toHaveLength(1);
        expect(rows[0]?.abandonedAt === null).toBe(registered > 0);
      }
    });
  });
});
