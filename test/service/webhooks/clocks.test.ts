import { expect, test } from 'vitest';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { attempts, deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { makeUser } from '../../support/calls.ts';
import { delivering } from '../../support/delivering.ts';
import { onEmbedded } from '../../support/engines.ts';
import { headerOf, localTargets } from '../../support/receiver.ts';

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
