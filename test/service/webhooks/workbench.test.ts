import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { delivery, deliveryList, deliveryWithAttempts } from '#contract/delivery.ts';
import { endpoint, endpointList, endpointSecret, webhooksSummary } from '#contract/endpoint.ts';
import {
  getDeliveries,
  getDelivery,
  getEndpoint,
  getEndpointSecret,
  getEndpoints,
  getWebhooksSummary,
  redeliverDelivery,
  testEndpoint,
} from '#contract/operations/endpoints.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { formatTime } from '#contract/time.ts';
import { eventTypes } from '#contract/events.ts';
import { changed, makeUser, problemOf } from '../../support/calls.ts';
import { asking, delivering } from '../../support/delivering.ts';
import { onEachEngine } from '../../support/engines.ts';
import { headerOf, localTargets, verify } from '../../support/receiver.ts';
import { pathTo } from '#test/support/pathTo.ts';

const minute = 60_000;
const strange = 'a/b?c#d e%2F';

onEachEngine(
  (service) => {
    const rig = delivering(service);

    const ask = asking(service);
    const register = (type: string, url = rig().receiver.url) =>
      service().call('PUT', putWebhook.path, { url, type });
    const endpoints = () => ask('GET', getEndpoints.path, endpointList);
    const onlyEndpoint = async () => {
      const [one] = await endpoints();
      if (one === undefined) throw new Error('There is no endpoint');
      return one;
    };
    const list = (query = '') => ask('GET', `${getDeliveries.path}${query}`, deliveryList);
    const failing = () => {
      rig().receiver.answer = (_, response) => response.writeHead(503).end('no');
    };
    const sendTest = (id: string, type: string) =>
      service().call('POST', pathTo(testEndpoint, id), { type });

    test('endpoints have figures of the past day, half hour by half hour', async () => {
      expect(await endpoints()).toEqual([]);
      await register('user.created');
      await register('*');
      expect(await onlyEndpoint()).toMatchObject({ health: null, attempts: 0, medianMs: null });
      await makeUser(service(), 'ada');
      await rig().engine.idle();
      service().clock.now += 31 * minute;
      failing();
      await makeUser(service(), 'bob');
      await rig().engine.idle();
      const one = await onlyEndpoint();
      expect(one).toMatchObject({
        types: ['user.created', '*'],
        status: 'enabled',
        attempts: 2,
        waiting: 1,
        retrying: 1,
        health: { successRate: 0.5, lastFailureAt: formatTime(service().clock.now) },
      });
      expect(one.activity).toHaveLength(48);
      expect(one.activity.at(-2)).toMatchObject({ delivered: 1, failed: 0 });
      expect(one.activity.at(-1)).toMatchObject({ delivered: 0, failed: 1 });
      expect(one.medianMs).toBeGreaterThanOrEqual(0);
      expect(await ask('GET', pathTo(getEndpoint, one._id), endpoint)).toEqual(one);
      expect(await ask('GET', getWebhooksSummary.path, webhooksSummary)).toEqual({
        deliveries: 2,
        atFirstAttempt: 0.5,
        failed: 0,
        cancelled: 0,
        waiting: 1,
        failing: 1,
        oldestWaitingAt: formatTime(service().clock.now),
        deliveriesPausedSince: null,
      });
      service().clock.now += 24 * 60 * minute;
      expect(await onlyEndpoint()).toMatchObject({ attempts: 0, health: { successRate: null } });
    });

    test('deliveries are listed newest first, page by page, by endpoint, type, state and time', async () => {
      await register('*');
      await register('user.updated', `${rig().receiver.url}/other`);
      for (const name of ['a', 'b', 'c']) {
        await makeUser(service(), name);
        service().clock.now += minute;
      }
      const later = formatTime(service().clock.now);
      failing();
      await changed(service(), 'a', { note: 1 });
      await rig().engine.idle();
      const all = await list();
      expect(all.map(({ type }) => type)).toEqual([
        'user.updated',
        'user.updated',
        'user.created',
        'user.created',
        'user.created',
      ]);
      const [first, second] = await endpoints();
      expect(await list(`?endpoint=${second?._id}`)).toHaveLength(1);
      expect(await list(`?endpoint=${first?._id}&type=user.created`)).toHaveLength(3);
      expect(await list('?state=delivered')).toEqual([]);
      expect(await list('?state=pending')).toHaveLength(5);
      expect(await list(`?from=${later}`)).toHaveLength(2);
      expect(await list(`?to=${later}`)).toHaveLength(3);
      expect(await list(`?endpoint=${encodeURIComponent(strange)}`)).toEqual([]);
      const page = await service().call('GET', `${getDeliveries.path}?limit=2&type=user.created`);
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      expect(await ask('GET', next, deliveryList)).toEqual(all.slice(4));
      const last = await service().call('GET', next);
      expect(last.headers.get('link')).toBeNull();
      await problemOf(service().call('GET', `${getDeliveries.path}?state=lost`), 'invalid-query');
      await problemOf(service().call('GET', `${getDeliveries.path}?from=today`), 'invalid-query');
    });

    test('a delivery shows each attempt, byte by byte, and redelivered it keeps its id and number', async () => {
      await register('user.created');
      failing();
      await makeUser(service(), strange);
      await rig().engine.idle();
      const [waiting] = await list();
      if (waiting === undefined) throw new Error('Nothing was to be delivered');
      // It waits after a failed attempt; nothing has been given up.
      expect(await list('?state=failing')).toEqual([waiting]);
      expect(await list('?state=failed')).toEqual([]);
      expect(await ask('GET', getWebhooksSummary.path, webhooksSummary)).toMatchObject({
        failing: 1,
        failed: 0,
      });
      expect(waiting).toMatchObject({
        state: 'pending',
        attempts: 1,
        attemptsAtMost: 10,
        number: 1,
        status: 503,
        fault: 'Answered 503.',
        isSending: false,
        nextAt: formatTime(service().clock.now + 5000),
      });
      rig().receiver.answer = (_, response) =>
        response.writeHead(200, { 'x-a': 'b' }).end('thanks');
      const again = await ask('POST', pathTo(redeliverDelivery, waiting._id), delivery);
      expect(again).toMatchObject({ state: 'pending', attemptsAtMost: 11 });
      await rig().engine.idle();
      const opened = await ask('GET', pathTo(getDelivery, waiting._id), deliveryWithAttempts);
      expect(opened).toMatchObject({ state: 'delivered', attempts: 2, number: 1, nextAt: null });
      expect(opened.body).toBe(rig().receiver.received[1]?.body);
      expect(opened.history).toMatchObject([
        { number: 1, succeeded: false, status: 503, answer: { body: 'no' } },
        {
          number: 2,
          succeeded: true,
          status: 200,
          answer: { body: 'thanks', headers: { 'x-a': 'b' } },
        },
      ]);
      const ids = rig().receiver.received.map((message) => headerOf(message, 'webhook-id'));
      expect(ids).toEqual([waiting.message, waiting.message]);
      for (const path of [pathTo(getDelivery, strange), pathTo(redeliverDelivery, strange)]) {
        const method = path.endsWith('redeliver') ? 'POST' : 'GET';
        await problemOf(service().call(method, path), 'delivery-not-found');
      }
    });

    test('a rotated secret signs beside the one before for a day', async () => {
      const made = await (await register('user.created')).json();
      const before = z.parse(z.looseObject({ secret: z.string() }), made).secret;
      const { _id } = await onlyEndpoint();
      const path = pathTo(getEndpointSecret, _id);
      expect(await ask('GET', path, endpointSecret)).toEqual({
        secret: before,
        previousUntil: null,
      });
      const until = formatTime(service().clock.now + 24 * 60 * minute);
      const rotated = await ask('POST', path, endpointSecret);
      expect(rotated.previousUntil).toBe(until);
      expect(rotated.secret).not.toBe(before);
      expect(await ask('GET', path, endpointSecret)).toEqual(rotated);
      await makeUser(service(), 'ada');
      await rig().engine.idle();
      service().clock.now += 24 * 60 * minute;
      await makeUser(service(), 'bob');
      await rig().engine.idle();
      const [both, one] = rig().receiver.received;
      if (both === undefined || one === undefined) throw new Error('Two were to come');
      verify(both, before);
      verify(both, rotated.secret);
      verify(one, rotated.secret);
      expect(() => verify(one, before)).toThrow('does not hold');
      expect(await ask('GET', path, endpointSecret)).toEqual({ ...rotated, previousUntil: null });
    });

    test.each(eventTypes)('a test of %s goes to one endpoint alone and says so', async (type) => {
      await register('thematic.created');
      await register('*', `${rig().receiver.url}/other`);
      const { _id } = await onlyEndpoint();
      const sent = await ask('POST', pathTo(testEndpoint, _id), delivery, {
        body: { type },
        status: 201,
      });
      expect(sent).toMatchObject({ type, test: true, state: 'pending', attempts: 0, number: null });
      await rig().engine.idle();
      expect(rig().receiver.received.map(({ path }) => path)).toEqual(['/hook']);
      expect(JSON.parse(rig().receiver.received[0]?.body ?? '')).toMatchObject({
        type,
        test: true,
      });
    });

    test('a test is of a known type, to an endpoint that is there and enabled', async () => {
      await register('user.created');
      const { _id } = await onlyEndpoint();
      await problemOf(sendTest(_id, '*'), 'webhook-type-unknown');
      await problemOf(sendTest(strange, 'user.created'), 'webhook-not-found');
      rig().receiver.answer = (_, response) => response.writeHead(410).end();
      await sendTest(_id, 'user.created');
      await rig().engine.idle();
      await problemOf(sendTest(_id, 'user.created'), 'webhook-is-disabled');
    });
  },
  { webhookTargets: localTargets },
);
