import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventDescriptions, eventTypes } from '#contract/events.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { readEvents } from '../../support/calls.ts';
import { onEachEngine } from '../../support/engines.ts';
import { headerOf, localTargets, openReceiver, type Receiver } from '../../support/receiver.ts';

/** On each engine: ten thousand on both. */
const count = 5000;
const atOnce = 250;

onEachEngine(
  (service) => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await openReceiver();
    });
    afterAll(() => receiver.close());

    test(
      `${count} events of all types come, each verified by the library of Standard Webhooks, without a hole`,
      { timeout: 300_000 },
      async () => {
        // The library looks at the time: that of this machine.
        const dependencies = { ...service().dependencies, clock: Date.now };
        const engine = createWebhookEngine(dependencies);
        await engine.start();
        const registered = await service().call('PUT', putWebhook.path, {
          url: receiver.url,
          type: '*',
        });
        const { secret }: { secret: string } = await registered.json();
        let made = 0;
        while (made < count) {
          const happened = Array.from({ length: atOnce }, (_, index) => {
            const type = eventTypes[(made + index) % eventTypes.length] ?? 'user.created';
            return { type, subject: `${made + index}`, data: eventDescriptions[type].example };
          });
          await service().database.transaction((tx) =>
            dependencies.events.publishNow(tx, Date.now(), happened),
          );
          made += atOnce;
        }
        await engine.idle();
        await engine.stop();
        const library = new Webhook(secret);
        const seen = receiver.received.map((message) => {
          library.verify(message.body, {
            'webhook-id': headerOf(message, 'webhook-id'),
            'webhook-timestamp': headerOf(message, 'webhook-timestamp'),
            'webhook-signature': headerOf(message, 'webhook-signature'),
          });
          const { seq, type }: { seq: number; type: string } = JSON.parse(message.body);
          return { id: headerOf(message, 'webhook-id'), seq, type };
        });
        const events = await readEvents(service());
        expect(events).toHaveLength(count);
        const ids = new Set(seen.map(({ id }) => id));
        expect(events.filter(({ id }) => !ids.has(id))).toEqual([]);
        expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(eventTypes));
        const numbers = new Set(
          receiver.received.map((message) => Number(headerOf(message, 'webhook-seq'))),
        );
        expect([...numbers].toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, index) => index + 1),
        );
      },
    );
  },
  { webhookTargets: localTargets },
);
