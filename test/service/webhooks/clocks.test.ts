import { describe, expect, test } from 'vitest';
import { redeliverDelivery } from '#contract/operations/endpoints.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { attempts, deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import { createRetries } from '#service/webhooks/delivery/retries.ts';
import { createWebhookEngine, type WebhookEngine } from '#service/webhooks/engine.ts';
import { makeUser } from '../../support/calls.ts';
import { delivering } from '../../support/delivering.ts';
import { onEmbedded } from '../../support/engines.ts';
import { headerOf, localTargets } from '../../support/receiver.ts';
import { pathTo } from '#test/support/pathTo.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

onEmbedded(
  (service) => {
    const rig = delivering(service);
    const sent = (): string[] =>
      rig().receiver.received.map(({ body }) => JSON.parse(body).data.customId);
    const fails = (status = 500, headers = {}) => {
      rig().receiver.answer = (_, response) => response.writeHead(status, headers).end();
    };
    const register = () =>
      service().call('PUT', putWebhook.path, { url: rig().receiver.url, type: 'user.created' });
    const readDeliveries = () =>
      service().database.queries.select().from(deliveries).orderBy(deliveries.seq);

    /** An engine whose elapsed time is independent of the clock. */
    async function withElapsed(
      work: (engine: WebhookEngine, pass: (milliseconds: number) => Promise<void>) => Promise<void>,
    ): Promise<void> {
      const time = { elapsed: 0 };
      const engine = createWebhookEngine({
        ...service().dependencies,
        random: () => 0.5,
        elapsed: () => time.elapsed,
      });
      const pass = async (milliseconds: number) => {
        service().clock.now += milliseconds;
        time.elapsed += milliseconds;
        await engine.idle();
      };
      try {
        await work(engine, pass);
      } finally {
        await engine.stop();
      }
    }

    test('a clock set ahead by six days disables no endpoint, and nothing that waits fails', async () => {
      await register();
      fails();
      await makeUser(service(), 'ada');
      await rig().engine.idle();
      service().clock.now += 6 * day;
      await makeUser(service(), 'bob');
      await rig().engine.idle();
      expect(sent().toSorted()).toEqual(['ada', 'ada', 'bob']);
      const [endpoint] = await service().database.queries.select().from(endpoints);
      expect(endpoint).toMatchObject({ status: 'enabled', failingSince: expect.any(Number) });
      expect((await readDeliveries()).map(({ state }) => state)).toEqual(['pending', 'pending']);
    });

    test('an endpoint is disabled where attempts failed on four days of five or more', async () => {
      await register();
      fails();
      const statuses: unknown[] = [];
      for (const [index, days] of [0, 1, 3, 2].entries()) {
        service().clock.now += days * day;
        await makeUser(service(), `user ${index}`);
        await rig().engine.idle();
        const [endpoint] = await service().database.queries.select().from(endpoints);
        statuses.push(endpoint?.status);
      }
      expect(statuses).toEqual(['enabled', 'enabled', 'enabled', 'disabled']);
    });

    test('a retry waits for as long as it should, wherever the clock is set', async () => {
      await register();
      fails();
      await withElapsed(async (engine, pass) => {
        for (let user = 0; user < 9; user += 1) await makeUser(service(), `user ${user}`);
        await engine.idle();
        expect(sent()).toHaveLength(9);
        service().clock.now += 6 * day;
        // What is new is sent, though retries have been due for longer by the clock.
        await makeUser(service(), 'new');
        await engine.idle();
        expect(sent().slice(9)).toEqual(['new']);
        const due = (await readDeliveries()).slice(0, 9).map(({ dueAt, claim }) => [dueAt, claim]);
        expect(due).toEqual(due.map(() => [service().clock.now + 5 * second, null]));
        rig().receiver.answer = (_, response) => response.writeHead(204).end();
        await pass(5 * second - 100);
        expect(sent()).toHaveLength(10);
        await pass(100);
        expect(sent()).toHaveLength(20);
        expect(new Set((await readDeliveries()).map(({ state }) => state))).toEqual(
          new Set(['delivered']),
        );
      });
    });

    test('what is sent again by hand does not wait', async () => {
      await register();
      fails();
      await withElapsed(async (engine) => {
        await makeUser(service(), 'ada');
        await engine.idle();
        service().clock.now += day;
        await service().call('POST', pathTo(redeliverDelivery, 'dlv_1'));
        await engine.idle();
        expect(sent()).toEqual(['ada', 'ada']);
      });
    });

    test('a message has the time of the system clock, and so has what a receiver answers', async () => {
      await register();
      const wall = service().clock.now - 60 * minute;
      const later = new Date(wall + 10 * minute).toUTCString();
      fails(503, { 'retry-after': later });
      await makeUser(service(), 'ada');
      const engine = createWebhookEngine({
        ...service().dependencies,
        wall: () => wall,
        random: () => 0.5,
      });
      await engine.idle();
      await engine.stop();
      const [message] = rig().receiver.received;
      if (message === undefined) throw new Error('Nothing came');
      expect(headerOf(message, 'webhook-timestamp')).toBe(String(wall / 1000));
      const { now } = service().clock;
      expect(await service().database.queries.select().from(attempts)).toMatchObject([{ at: now }]);
      expect(await readDeliveries()).toMatchObject([{ dueAt: now + 10 * minute }]);
    });
  },
  { webhookTargets: localTargets },
);

describe('a scheduled retry', () => {
  const retry = { seq: 1, attempts: 2, dueAt: 9 };

  test('waits, unless the delivery was attempted or rescheduled meanwhile', () => {
    let elapsed = 500;
    const retries = createRetries(() => elapsed);
    expect(retries.left(retry)).toBe(0);
    retries.add(retry, minute);
    elapsed += 20 * second;
    expect(retries.left(retry)).toBe(40 * second);
    expect(retries.left({ ...retry, seq: 2 })).toBe(0);
    elapsed += 40 * second;
    expect(retries.left(retry)).toBe(0);
    for (const other of [
      { ...retry, attempts: 3 },
      { ...retry, dueAt: 8 },
    ]) {
      retries.add(retry, minute);
      expect(retries.left(other)).toBe(0);
      expect(retries.left(retry)).toBe(0);
    }
  });

  test('is one of ten thousand at most: those that are due are dropped first, then the oldest', () => {
    let elapsed = 0;
    const retries = createRetries(() => elapsed);
    const add = (from: number, to: number) => {
      for (let seq = from; seq < to; seq += 1) retries.add({ ...retry, seq }, minute);
    };
    const left = (seq: number) => retries.left({ ...retry, seq }) > 0;
    add(0, 10_000);
    expect(left(0)).toBe(true);
    add(10_000, 10_002);
    expect([0, 1, 2, 10_001].map(left)).toEqual([false, false, true, true]);
    elapsed = 30 * second;
    add(20_000, 20_100);
    elapsed = minute;
    add(30_000, 30_001);
    expect([5000, 10_001, 20_000, 20_099, 30_000].map(left)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
