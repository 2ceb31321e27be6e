import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpointList } from '#contract/endpoint.ts';
import { eventDescriptions, eventTypes, isEventType } from '#contract/events.ts';
import { disableEndpoint, getEndpoints } from '#contract/operations/endpoints.ts';
import { putThematic } from '#contract/operations/thematics.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { exampleEvent } from '#service/events/message.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { createHistoryPublisher } from '#service/webhooks/historyEvents.ts';
import { answerOf, changed, makeUser, readEvents, stated } from '../../support/calls.ts';
import { pathTo } from '../../support/pathTo.ts';
import { onEachEngine } from '../../support/engines.ts';
import { headerOf, localTargets, openReceiver, type Receiver } from '../../support/receiver.ts';
import { webhook } from '#test/support/embedded.ts';

/** On each engine; `npm run bench -- webhooks` sends more. */
const count = 2500;
const atOnce = 250;
const minute = 60_000;

onEachEngine(
  (service) => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await openReceiver();
    });
    afterAll(() => receiver.close());

    test('every type is published by what happens, as its description says', async () => {
      const call = (method: string, path: string, body?: unknown) =>
        service().call(method, path, body);
      const url = 'https://example.com/hook';
      await answerOf(call('PUT', putWebhook.path, { url, type: '*' }), webhook, 201);
      const publishHistories = createHistoryPublisher(service().dependencies);
      await publishHistories();
      const thematics = 'pair';
      for (const weight of [0.5, 0.25]) {
        const weights = { AUGRY: weight, TALO: 1 - weight };
        const tokens = Object.entries(weights).map(([token, of]) => ({ token, weight: of }));
        await call('PUT', pathTo(putThematic, thematics), { name: 'Pair', tokens });
        service().clock.now += 10 * minute;
      }
      await makeUser(service(), 'ada');
      await changed(service(), 'ada', { tier: 'gold' });
      for (const amount of [1, 2]) {
        await stated(service(), 'ada', { thematics, tokens: [{ token: 'TALO', amount }] });
        service().clock.now += 10 * minute;
      }
      await publishHistories();
      const [endpoint] = await answerOf(call('GET', getEndpoints.path), endpointList);
      await call('POST', pathTo(disableEndpoint, endpoint?._id ?? ''));

      const events = await readEvents(service());
      for (const { type, data } of events) {
        if (!isEventType(type)) throw new Error(`${type} is no type of event`);
        expect(z.safeParse(eventDescriptions[type].data, data)).toMatchObject({ success: true });
      }
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(eventTypes));
    });

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
            return exampleEvent(type, `${made + index}`);
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
