import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getInspector } from '#contract/operations/inspector.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { facts } from '#platform/database/schema/store.ts';
import { attempts, deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import type { Dependencies } from '#service/portfolio/dependencies.ts';
import { createService } from '#service/service.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { createProcesses } from '#service/webhooks/guard/processes.ts';
import { makeUser } from '../../support/calls.ts';
import { delivering } from '../../support/delivering.ts';
import { onEachEngine } from '../../support/engines.ts';
import { localTargets, openReceiver } from '../../support/receiver.ts';

const closed = { allowHttp: false, allowNetworks: [] };

onEachEngine(
  (service, { name }) => {
    const rig = delivering(service);
    const origin = () => new URL(rig().receiver.url).origin;
    const inspected = () => `${origin()}${getInspector.path}/try`;
    const changed = (change: Partial<Dependencies>) => ({ ...service().dependencies, ...change });

    /** The answer to a registration through a process of the service. */
    async function register(url: string, change: Partial<Dependencies> = {}): Promise<unknown> {
      const request = new Request(`http://127.0.0.1:4173${getWebhooks.path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url, type: 'user.created' }),
      });
      const response = await createService(changed(change)).fetch(request);
      return response.status < 300 ? response.status : await response.json();
    }
    /** Sends what is due by a process of the service. */
    async function send(change: Partial<Dependencies> = {}): Promise<void> {
      const engine = createWebhookEngine(changed(change));
      await engine.idle();
      await engine.stop();
    }
    const pathsReceived = () => rig().receiver.received.map(({ path }) => path);

    test('localhost is delivered to 127.0.0.1 where that is allowed, as OPERATIONS.md says', async () => {
      const { port } = new URL(rig().receiver.url);
      for (const host of ['localhost', 'api.localhost']) {
        expect(await register(`http://${host}:${port}/${host}`)).toBe(201);
      }
      await makeUser(service(), 'ada');
      await send();
      expect(pathsReceived().toSorted()).toEqual(['/api.localhost', '/localhost']);
      const [attempt] = await service().database.queries.select().from(attempts);
      expect(attempt).toMatchObject({ succeeded: true, detail: { address: '127.0.0.1' } });
    });

    test('the service itself is no target, whatever networks are allowed', async () => {
      const ownUrl = origin;
      const { port } = new URL(origin());
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0']) {
        expect(await register(`http://${host}:${port}/p/users`, { ownUrl })).toMatchObject({
          code: 'webhook-target-forbidden',
          rule: 'own-service',
        });
      }
      // Registered while that port was another program's.
      expect(await register(`${origin()}/x/webhooks/endpoints/ep_1/secret`)).toBe(201);
      await makeUser(service(), 'ada');
      await send({ ownUrl });
      expect(pathsReceived()).toEqual([]);
      const [attempt] = await service().database.queries.select().from(attempts);
      expect(attempt).toMatchObject({
        fault: '127.0.0.1 is this service itself, which the rule own-service forbids.',
        detail: { rule: 'own-service', address: '127.0.0.1' },
      });
    });

    test('its inspector is one, though nothing is allowed', async () => {
      const change = { ownUrl: origin, webhookTargets: closed };
      expect(await register(inspected(), change)).toBe(201);
      await makeUser(service(), 'ada');
      await send(change);
      expect(pathsReceived()).toEqual([`${getInspector.path}/try`]);
    });

    test('its inspector follows the service to another port; a listener at the old one gets nothing', async () => {
      const other = await openReceiver();
      try {
        const old = new URL(other.url).origin;
        const path = `${getInspector.path}/try?a=b`;
        const before = { ownUrl: () => old, webhookTargets: closed };
        expect(await register(`${old}${path}`, before)).toBe(201);
        // Not this service's inspector: another service, which an admin allowed.
        const foreign = `${old}${getInspector.path}/foreign`;
        expect(await register(foreign)).toBe(201);
        await makeUser(service(), 'ada');

        const after = changed({ ownUrl: origin, webhookTargets: closed });
        const engine = createWebhookEngine(after);
        await engine.start();
        await engine.idle();
        await engine.stop();
        expect(pathsReceived()).toEqual([path]);
        expect(other.received).toEqual([]);
        const { queries } = service().database;
        const urls = await queries.select({ url: endpoints.url }).from(endpoints);
        expect(urls.map(({ url }) => url).toSorted()).toEqual(
          [`${origin()}${path}`, foreign].toSorted(),
        );
        const failed = await queries.select().from(attempts).where(eq(attempts.succeeded, false));
        expect(failed).toMatchObject([{ detail: { rule: 'loopback' } }]);
      } finally {
        await other.close();
      }
    });

    test('an inspector that a version before registered is known as one from the next start on', async () => {
      const { queries } = service().database;
      expect(await register(inspected(), { ownUrl: origin })).toBe(201);
      await queries.update(endpoints).set({ inspector: false });
      for (const ownUrl of [origin, () => 'http://127.0.0.1:1']) {
        const engine = createWebhookEngine(changed({ ownUrl }));
        await engine.start();
        await engine.stop();
      }
      expect(await queries.select({ url: endpoints.url }).from(endpoints)).toEqual([
        { url: `http://127.0.0.1:1${getInspector.path}/try` },
      ]);
    });

    test.skipIf(name === 'PGlite')(
      'the inspector of another process is one while that runs on this machine, its calls are not',
      async () => {
        const { queries } = service().database;
        const rows = () => queries.select().from(facts).where(like(facts.name, 'process %'));
        const change = { webhookTargets: closed };
        const refused = { code: 'webhook-target-forbidden' };
        expect(await register(inspected(), change)).toMatchObject(refused);

        const other = createProcesses(changed({ ownUrl: origin }), queries);
        await other.announce();
        await other.announce();
        expect(await rows()).toHaveLength(1);
        expect(await register(inspected(), change)).toBe(201);
        expect(await register(`${origin()}/p/users`)).toMatchObject({ rule: 'own-service' });
        await makeUser(service(), 'ada');
        await send(change);
        expect(pathsReceived()).toEqual([`${getInspector.path}/try`]);
        expect(await queries.select().from(deliveries)).toMatchObject([{ state: 'delivered' }]);

        // One on another machine, and one that has not written for two minutes, are none.
        const [row] = await rows();
        if (row === undefined) throw new Error('It was not written down');
        const known: { machine: string; origin: string; at: number } = JSON.parse(row.value);
        for (const value of [
          { ...known, machine: 'elsewhere' },
          { ...known, at: known.at - 120_000 },
          { ...known, at: known.at + 3_600_000 },
          { another: 'version' },
        ]) {
          await queries
            .update(facts)
            .set({ value: JSON.stringify(value) })
            .where(eq(facts.name, row.name));
          expect(await register(inspected(), change)).toMatchObject(refused);
        }
        await queries
          .update(facts)
          .set({ value: JSON.stringify({ ...known, at: known.at - 120_000 }) })
          .where(eq(facts.name, row.name));
        const third = createProcesses(service().dependencies, queries);
        await third.announce();
        expect((await rows()).map(({ value }) => JSON.parse(value))).toMatchObject([
          { origin: service().dependencies.ownUrl() },
        ]);
        await third.withdraw();
        expect(await rows()).toEqual([]);
      },
    );

    test('an engine writes down where its process listens while it runs, on PostgreSQL alone', async () => {
      const { queries } = service().database;
      const rows = () => queries.select().from(facts).where(like(facts.name, 'process %'));
      const engine = createWebhookEngine(service().dependencies);
      await engine.start();
      expect(await rows()).toHaveLength(name === 'PGlite' ? 0 : 1);
      await engine.stop();
      expect(await rows()).toEqual([]);
    });
  },
  { webhookTargets: localTargets },
);
