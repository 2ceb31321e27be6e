import { expect, test, vi } from 'vitest';
import { minute } from '#contract/historyType.ts';
import { eventThrottle } from '#platform/database/schema/webhooks.ts';
import { pruneThrottle } from '#service/events/throttle.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { change, makeUser, readEvents, stated } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';

/** The longest that can be set. */
const interval = 60 * minute;
const holding = (amount: number) => ({
  thematics: 'data-feeds',
  tokens: [{ token: 'AUGRY', amount }],
});

onEachEngine(
  (service) => {
    const updates = async () =>
      (await readEvents(service())).filter(({ type }) => type.endsWith('.updated'));
    const later = async (milliseconds: number) => {
      service().clock.now += milliseconds;
      const engine = createWebhookEngine(service().dependencies);
      await engine.idle();
      // Left running it would go on claiming in the tests after this one.
      await engine.stop();
    };
    const rename = (customId: string, name: string) => change(service(), customId, { name });

    test('of a burst the first change is published at once, and the last state once more', async () => {
      await makeUser(service(), 'ada');
      for (const name of ['a', 'b', 'c', 'd']) {
        await rename('ada', name);
        service().clock.now += 1000;
      }
      expect((await updates()).map(({ data }) => data['name'])).toEqual(['a']);
      await later(interval - 4000 - 1);
      expect(await updates()).toHaveLength(1);
      await later(1);
      const [, second] = await updates();
      expect(second?.data).toMatchObject({ name: 'd', previous: { name: 'a' } });
      // Nothing is left to publish.
      await later(10 * interval);
      expect(await updates()).toHaveLength(2);
      await rename('ada', 'e');
      expect((await updates()).map(({ data }) => data['name'])).toEqual(['a', 'd', 'e']);
    });

    test('`previous` holds everything that changed in between, as it was before the first change', async () => {
      await makeUser(service(), 'ada');
      await change(service(), 'ada', { name: 'Ada', tier: 'gold' });
      await change(service(), 'ada', { tier: 'silver' });
      await change(service(), 'ada', { name: 'Countess', tier: 'bronze' });
      await later(interval);
      const [, second] = await updates();
      expect(second?.data).toMatchObject({
        name: 'Countess',
        tier: 'bronze',
        previous: { name: 'Ada', tier: 'gold' },
      });
    });

    test('each resource and each type is throttled by itself', async () => {
      for (const customId of ['ada', 'a/b?c#d e%2F', '日本']) {
        await makeUser(service(), customId);
        await rename(customId, 'x');
        await stated(service(), customId, holding(1));
        await stated(service(), customId, holding(2));
      }
      // The creation of a wallet is never throttled, and does not throttle its first change.
      expect((await readEvents(service())).map(({ type }) => type)).toEqual(
        Array.from({ length: 3 }, () => [
          'user.created',
          'user.updated',
          'wallet.created',
          'wallet.updated',
        ]).flat(),
      );
    });

    test('a change that is rolled back is not published', async () => {
      await makeUser(service(), 'ada');
      await rename('ada', 'a');
      const refused = await service().call('POST', '/p/users/ada', {
        json: JSON.stringify({ name: 'b', wallets: [{ thematics: 'nowhere', tokens: [] }] }),
      });
      expect(refused.status).toBe(422);
      await later(interval);
      expect(await updates()).toHaveLength(1);
    });

    test('old rows of the throttle are deleted unless an event is pending', async () => {
      await makeUser(service(), 'ada');
      await makeUser(service(), 'bob');
      await rename('ada', 'a');
      await rename('bob', 'a');
      await rename('bob', 'b');
      await pruneThrottle(service().database.queries, service().clock.now + 1);
      const left = await service().database.queries.select().from(eventThrottle);
      expect(left.map(({ subject }) => subject)).toEqual(['bob']);
    });

    test('the engine deletes old rows of the throttle, none within the interval', async () => {
      await makeUser(service(), 'ada');
      await makeUser(service(), 'bob');
      await rename('bob', 'a');
      service().clock.now += 2;
      await rename('ada', 'a');
      service().clock.now += interval - 1;
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const engine = createWebhookEngine(service().dependencies);
        await engine.start();
        vi.advanceTimersByTime(10 * minute);
        await engine.stop();
      } finally {
        vi.useRealTimers();
      }
      const left = await service().database.queries.select().from(eventThrottle);
      expect(left.map(({ subject }) => subject)).toEqual(['ada']);
      await rename('ada', 'b');
      expect(await updates()).toHaveLength(2);
      await later(1);
      expect((await updates()).map(({ data }) => data['name'])).toEqual(['a', 'a', 'b']);
    });
  },
  { minIntervalMs: interval },
);
