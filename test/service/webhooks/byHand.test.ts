import { expect, test } from 'vitest';
import { deliveryList } from '#contract/delivery.ts';
import { endpoint, endpointList, type Endpoint } from '#contract/endpoint.ts';
import { pathOf } from '#contract/operation.ts';
import {
  disableEndpoint,
  enableEndpoint,
  getDeliveries,
  getEndpoints,
  tryEndpoint,
} from '#contract/operations/endpoints.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { answerOf, makeUser, problemOf, readEvents } from '../../support/calls.ts';
import { delivering } from '../../support/delivering.ts';
import { onEachEngine } from '../../support/engines.ts';
import { localTargets } from '../../support/receiver.ts';

const second = 1000;
const minute = 60 * second;
const strange = 'a/b?c#d e%2F';

onEachEngine(
  (service) => {
    const rig = delivering(service);
    const call = (method: string, path: string, body?: unknown) =>
      service().call(method, path, body);
    const register = (type: string, url = rig().receiver.url) =>
      call('PUT', putWebhook.path, { url, type });
    const onlyEndpoint = async (): Promise<Endpoint> => {
      const [one] = await answerOf(call('GET', getEndpoints.path), endpointList);
      if (one === undefined) throw new Error('There is no endpoint');
      return one;
    };
    const states = async () =>
      (await answerOf(call('GET', getDeliveries.path), deliveryList)).map(({ state }) => state);
    const change = (operation: typeof disableEndpoint | typeof enableEndpoint, id: string) =>
      answerOf(call('POST', pathOf(operation, { params: { id } })), endpoint);
    const tryNow = (id: string) => call('POST', pathOf(tryEndpoint, { params: { id } }));
    const answers = (status: number) => {
      rig().receiver.answer = (_, response) => response.writeHead(status).end();
    };
    const received = () => rig().receiver.received.length;

    test('an endpoint disabled by hand gets nothing; enabled again it gets what waited', async () => {
      await register('user.created');
      const { _id } = await onlyEndpoint();
      await makeUser(service(), 'waits');
      const disabled = await change(disableEndpoint, _id);
      expect(disabled).toMatchObject({
        status: 'disabled',
        disabledBecause: 'Disabled manually.',
        waiting: 0,
      });
      expect(disabled.disabledAt).not.toBeNull();
      await makeUser(service(), 'missed');
      await rig().engine.idle();
      expect([received(), await states()]).toEqual([0, ['cancelled']]);
      // Once more changes nothing.
      expect(await change(disableEndpoint, _id)).toEqual(disabled);
      expect(await change(enableEndpoint, _id)).toMatchObject({
        status: 'enabled',
        disabledAt: null,
        disabledBecause: null,
        waiting: 1,
      });
      await rig().engine.idle();
      expect([received(), await states()]).toEqual([1, ['delivered']]);
      await problemOf(
        call('POST', pathOf(disableEndpoint, { params: { id: strange } })),
        'webhook-not-found',
      );
    });

    test('disabling is published to the other endpoints, once', async () => {
      await register('*');
      await register('*', `${rig().receiver.url}/other`);
      const { _id, url } = await onlyEndpoint();
      await change(disableEndpoint, _id);
      await change(disableEndpoint, _id);
      expect(await readEvents(service())).toMatchObject([
        { type: 'webhook.disabled', data: { _id, url, reason: 'Disabled manually.' } },
      ]);
      await rig().engine.idle();
      const paths = rig().receiver.received.map((message) => message.path);
      expect(paths).toEqual([expect.stringMatching(/other$/)]);
    });

    test('a paused endpoint is tried at once, and the attempt is judged like any', async () => {
      await register('user.created');
      const { _id } = await onlyEndpoint();
      answers(500);
      for (let user = 0; user < 10; user += 1) await makeUser(service(), `u${user}`);
      await rig().engine.idle();
      expect(await onlyEndpoint()).toMatchObject({ status: 'paused', waiting: 10 });
      const before = received();

      await answerOf(tryNow(_id), endpoint);
      await rig().engine.idle();
      expect(received()).toBe(before + 1);
      const probed = await onlyEndpoint();
      expect(probed.status).toBe('paused');
      // As after any probe that failed: twice the thirty seconds.
      expect(Date.parse(probed.probeAt ?? '')).toBe(service().clock.now + minute);

      answers(204);
      await answerOf(tryNow(_id), endpoint);
      await rig().engine.idle();
      expect(received()).toBe(before + 2);
      expect(await onlyEndpoint()).toMatchObject({ status: 'enabled', probeAt: null, waiting: 9 });
    });

    test('a retry whose wait is not over is tried at once, too', async () => {
      await register('user.created');
      const { _id } = await onlyEndpoint();
      answers(500);
      const engine = createWebhookEngine({
        ...service().dependencies,
        random: () => 0.5,
      });
      try {
        await makeUser(service(), 'ada');
        await engine.idle();
        expect(await onlyEndpoint()).toMatchObject({ status: 'enabled', retrying: 1 });
        answers(204);
        await answerOf(tryNow(_id), endpoint);
        await engine.idle();
        expect([received(), await states()]).toEqual([2, ['delivered']]);
      } finally {
        await engine.stop();
      }
    });

    test('trying needs an endpoint that exists and is not disabled', async () => {
      await register('user.created');
      const { _id } = await onlyEndpoint();
      expect(await answerOf(tryNow(_id), endpoint)).toMatchObject({ status: 'enabled' });
      await change(disableEndpoint, _id);
      await problemOf(tryNow(_id), 'webhook-is-disabled');
      await problemOf(tryNow(strange), 'webhook-not-found');
    });
  },
  { webhookTargets: localTargets },
);
