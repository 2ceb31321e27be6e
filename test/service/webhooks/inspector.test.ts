import { expect, test } from 'vitest';
import { endpointList, endpointSecret } from '#contract/endpoint.ts';
import { webhookTypeList } from '#contract/events.ts';
import { inspector, signatureVerdict } from '#contract/inspector.ts';
import {
  getEndpointSecret,
  getEndpoints,
  getWebhookTypes,
} from '#contract/operations/endpoints.ts';
import {
  deleteInspected,
  getInspector,
  putInspector,
  receiveMessage,
  verifySignature,
} from '#contract/operations/inspector.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { eventTypes } from '#contract/events.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { answerOf, makeUser, problemOf } from '../../support/calls.ts';
import { asking } from '../../support/delivering.ts';
import { onEmbedded } from '../../support/engines.ts';
import { headerOf, localTargets, openReceiver } from '../../support/receiver.ts';
import { pathTo } from '#test/support/pathTo.ts';

const minute = 60_000;
const strange = 'a/b?c#d e%2F';

onEmbedded(
  (service) => {
    const ask = asking(service);

    test('the inspector keeps what comes, judges its signature, and answers as it is set to', async () => {
      const own = await ask('GET', getInspector.path, inspector);
      expect(own).toMatchObject({ messages: [], settings: { status: 204, delaySeconds: 0 } });
      const path = pathTo(receiveMessage, strange);
      expect(`${own.url}${encodeURIComponent(strange)}`.endsWith(path)).toBe(true);
      expect((await service().call('POST', path, { a: 1 })).status).toBe(204);
      const set = (settings: unknown) => service().call('PUT', putInspector.path, settings);
      for (const status of [200, 205, 304, 503, 599]) {
        await answerOf(set({ status, delaySeconds: 0 }), inspector);
        const answer = await service().call('POST', path, { a: 1 });
        const wait = status === 503 ? '5' : null;
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, wait]);
      }
      for (const bad of [{ status: 199, delaySeconds: 0 }, { status: 200, delaySeconds: 61 }, {}]) {
        await problemOf(set(bad), 'invalid-body');
      }
      const { messages } = await ask('GET', getInspector.path, inspector);
      expect(messages.map(({ answered }) => answered)).toEqual([599, 503, 304, 205, 200, 204]);
      expect(messages[0]).toMatchObject({
        name: strange,
        body: '{"a":1}',
        verdict: { holds: false, why: expect.stringContaining('No endpoint has this URL') },
      });
      // Addresses may have a query: it is part of them.
      expect((await service().call('POST', `${path}?key=a&key=b`, { a: 1 })).status).toBe(599);
      const [latest] = (await ask('GET', getInspector.path, inspector)).messages;
      expect(latest?.name).toBe(`${strange}?key=a&key=b`);
      expect((await service().call('DELETE', deleteInspected.path)).status).toBe(204);
      expect((await ask('GET', getInspector.path, inspector)).messages).toEqual([]);
      await answerOf(set({ status: 204, delaySeconds: 0 }), inspector);
    });

    test('a signature check names the fault', async () => {
      const receiver = await openReceiver();
      const engine = createWebhookEngine(service().dependencies);
      await service().call('PUT', putWebhook.path, { url: receiver.url, type: 'user.created' });
      const [{ _id } = { _id: '' }] = await ask('GET', getEndpoints.path, endpointList);
      const { secret } = await ask('GET', pathTo(getEndpointSecret, _id), endpointSecret);
      await makeUser(service(), '日本');
      await engine.idle();
      await engine.stop();
      await receiver.close();
      const [message] = receiver.received;
      if (message === undefined) throw new Error('Nothing came');
      const headers = Object.fromEntries(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
          name.toUpperCase(),
          headerOf(message, name),
        ]),
      );
      const check = (change: Record<string, unknown>) =>
        ask('POST', verifySignature.path, signatureVerdict, {
          body: { headers, body: message.body, secret, ...change },
        });
      expect(await check({})).toEqual({ holds: true, why: null });
      const cases: readonly (readonly [Record<string, unknown>, RegExp])[] = [
        [{ headers: {} }, /webhook-id and webhook-timestamp and webhook-signature is missing/],
        [{ secret: 'whsec_!' }, /The secret is invalid/],
        [{ secret: 'whsec_AAAA' }, /another body, id, timestamp or secret/],
        [{ body: `${message.body}\n` }, /white space/],
        [{ body: JSON.stringify(JSON.parse(message.body), null, 2) }, /reformatted/],
        [{ headers: { ...headers, 'WEBHOOK-TIMESTAMP': 'now' } }, /not a whole number of seconds/],
        [{ headers: { ...headers, 'WEBHOOK-SIGNATURE': 'v2,abc' } }, /no signature of version 1/],
      ];
      for (const [change, why] of cases) {
        expect(await check(change)).toEqual({ holds: false, why: expect.stringMatching(why) });
      }
      service().clock.now += 6 * minute;
      expect(await check({})).toEqual({
        holds: true,
        why: expect.stringMatching(/signed 3\d\d s ago/),
      });
    });

    test('every type is described with a schema that its example keeps to', async () => {
      const types = await ask('GET', getWebhookTypes.path, webhookTypeList);
      expect(types.map(({ type }) => type)).toEqual([...eventTypes]);
      for (const { type, schema, example } of types) {
        expect(example).toMatchObject({ type });
        expect(schema).toMatchObject({ type: 'object', properties: { data: expect.anything() } });
      }
    });
  },
  { webhookTargets: localTargets },
);
