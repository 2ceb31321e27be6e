import { expect, test } from 'vitest';
import { redeliverDelivery } from '#contract/operations/endpoints.ts';
import { putWebhook, removeWebhook } from '#contract/operations/webhooks.ts';
import { attempts, deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { makeUser } from '../../support/calls.ts';
import { delivering } from '../../support/delivering.ts';
import { onEachEngine } from '../../support/engines.ts';
import { headerOf, localTargets, openReceiver, verify } from '../../support/receiver.ts';
import { pathTo } from '#test/support/pathTo.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

onEachEngine(
  (service) => {
    const rig = delivering(service);

    async function register(type: string, url = rig().receiver.url): Promise<string> {
      const response = await service().call('PUT', putWebhook.path, { url, type });
      const { secret } = await response.json();
      return secret;
    }
    const sent = () => rig().receiver.received.map((message) => JSON.parse(message.body));
    const readDeliveries = () => service().database.queries.select().from(deliveries);
    const endpointNow = async () => {
      const [row] = await service()
        .database.queries.select()
        .from(endpoints)
        .orderBy(endpoints.seq);
      if (row === undefined) throw new Error('There is no endpoint');
      return row;
    };
    const wait = async (milliseconds: number) => {
      service().clock.now += milliseconds;
      await rig().engine.idle();
    };

    test('a user that is created is sent, signed, with its headers, once for two webhooks of it', async () => {
      const secret = await register('user.created');
      await register('*');
      await register('thematic.updated');
      const made = await makeUser(service(), '日本');
      await rig().engine.idle();
      expect(sent()).toEqual([
        { type: 'user.created', timestamp: made.createdAt, seq: 1, data: made },
      ]);
      const [message] = rig().receiver.received;
      if (message === undefined) throw new Error('Nothing came');
      expect(message.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'PortfolioService-Webhooks/1.0',
        'webhook-timestamp': String(service().clock.now / 1000),
        'webhook-attempt': '1',
        'webhook-seq': '1',
      });
      expect(headerOf(message, 'webhook-id')).toMatch(/^msg_[0-9a-f]{32}$/);
      verify(message, secret);
      expect(() => verify({ ...message, body: `${message.body} ` }, secret)).toThrow(
        /does not hold/,
      );
      expect(await readDeliveries()).toMatchObject([
        {
          state: 'delivered',
          attempts: 1,
          number: 1,
          status: 204,
          fault: null,
          dueAt: null,
          claim: null,
        },
      ]);
      const [attempt] = await service().database.queries.select().from(attempts);
      expect(attempt).toMatchObject({
        number: 1,
        succeeded: true,
        status: 204,
        detail: { address: '127.0.0.1', rule: null, answer: { body: '', isCut: false } },
      });
    });

    test('events without a webhook are not delivered', async () => {
      await register('thematic.updated');
      await makeUser(service(), 'ada');
      await rig().engine.idle();
      expect(await readDeliveries()).toEqual([]);
    });

    test('what fails is tried again by the schedule, with the same id and number, and then has failed', async () => {
      await register('*');
      rig().receiver.answer = (_, response) => response.writeHead(500).end('Broken.');
      await makeUser(service(), 'ada');
      await rig().engine.idle();
      const steps = [
        5 * second,
        5 * minute,
        30 * minute,
        2 * hour,
        5 * hour,
        10 * hour,
        14 * hour,
        20 * hour,
        24 * hour,
      ];
      for (const [index, step] of steps.entries()) {
        expect(rig().receiver.received).toHaveLength(index + 1);
        await wait(step - 1);
        expect(rig().receiver.received).toHaveLength(index + 1);
        await wait(1);
      }
      expect(rig().receiver.received).toHaveLength(10);
      const ids = new Set(
        rig().receiver.received.map((message) => headerOf(message, 'webhook-id')),
      );
      expect(ids.size).toBe(1);
      expect(
        rig().receiver.received.map((message) => headerOf(message, 'webhook-attempt')),
      ).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 1)));
      expect(
        rig().receiver.received.every((message) => headerOf(message, 'webhook-seq') === '1'),
      ).toBe(true);
      expect(await readDeliveries()).toMatchObject([
        { state: 'failed', attempts: 10, status: 500, fault: 'Answered 500.', dueAt: null },
      ]);
      await wait(100 * hour);
      expect(rig().receiver.received).toHaveLength(10);
    });

    test('410 disables, and is published to the others', async () => {
      const other = await openReceiver();
      await register('*');
      await register('webhook.disabled', other.url);
      rig().receiver.answer = (_, response) => response.writeHead(410).end();
      await makeUser(service(), 'ada');
      await rig().engine.idle();
      expect(await endpointNow()).toMatchObject({
        status: 'disabled',
        disabledAt: service().clock.now,
      });
      expect(other.received.map(({ body }) => JSON.parse(body))).toMatchObject([
        {
          type: 'webhook.disabled',
          data: { url: rig().receiver.url, reason: expect.stringMatching(/410/) },
        },
      ]);
      // Nothing more is sent, until it is registered again.
      await makeUser(service(), 'bob');
      await rig().engine.idle();
      expect(rig().receiver.received).toHaveLength(1);
      rig().receiver.answer = (_, response) => response.writeHead(200).end();
      await register('*');
      await makeUser(service(), 'cleo');
      await rig().engine.idle();
      expect(sent().at(-1)).toMatchObject({ data: { customId: 'cleo' } });
      await other.close();
    });

    test('one that fails most of ten attempts pauses, and is probed after 30 s, then twice as late', async () => {
      await register('*');
      rig().receiver.answer = (_, response) => response.writeHead(503).end();
      for (let user = 0; user < 12; user += 1) await makeUser(service(), `u${user}`);
      await rig().engine.idle();
      expect((await endpointNow()).status).toBe('paused');
      const before = rig().receiver.received.length;
      await wait(30 * second - 1);
      expect(rig().receiver.received).toHaveLength(before);
      await wait(1);
      expect(rig().receiver.received).toHaveLength(before + 1);
      await wait(60 * second - 1);
      expect(rig().receiver.received).toHaveLength(before + 1);
      rig().receiver.answer = (_, response) => response.writeHead(204).end();
      await wait(1);
      expect((await endpointNow()).status).toBe('enabled');
      await wait(10 * minute);
      const states = (await readDeliveries()).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['delivered']));
      expect(states).toHaveLength(12);
    });

    test('what was claimed ahead is not sent to one that pauses meanwhile', async () => {
      await register('user.created');
      // Quick as it is, many are claimed ahead of it.
      for (let user = 0; user < 60; user += 1) await makeUser(service(), `well ${user}`);
      await rig().engine.idle();
      rig().receiver.received.length = 0;
      service().clock.now += 10 * minute;
      rig().receiver.answer = (_, response) => response.writeHead(500).end();
      for (let user = 0; user < 100; user += 1) await makeUser(service(), `ill ${user}`);
      await rig().engine.idle();
      expect((await endpointNow()).status).toBe('paused');
      expect(rig().receiver.received.length).toBeLessThan(80);
      const waiting = (await readDeliveries()).filter(({ state }) => state === 'pending');
      expect(waiting).toHaveLength(100);
      expect(waiting.filter(({ claim }) => claim !== null)).toEqual([]);
    });

    test('messages under way during an answer 410 count as delivered if they arrived', async () => {
      await register('user.created');
      let gone = 0;
      rig().receiver.answer = (_, response) => {
        gone += 1;
        response.writeHead(gone === 1 ? 410 : 204);
        // All are under way before the first of them is told.
        setTimeout(() => response.end(), 50 + gone * 20);
      };
      for (let user = 0; user < 8; user += 1) await makeUser(service(), `u${user}`);
      await rig().engine.idle();
      expect(await endpointNow()).toMatchObject({ status: 'disabled' });
      const states = (await readDeliveries()).map(({ state, claim }) => [state, claim]);
      expect(states.filter(([state]) => state === 'delivered')).toHaveLength(7);
      expect(states.filter(([state]) => state === 'failed')).toHaveLength(1);
      expect(states.filter(([, claim]) => claim !== null)).toEqual([]);
      expect(await service().database.queries.$count(attempts)).toBe(8);
    });

    test('a secret that another key sealed is a failure in words, and no end of the process', async () => {
      await register('user.created');
      await makeUser(service(), 'ada');
      const other = createWebhookEngine({
        ...service().dependencies,
        secretKey: new Uint8Array(32).fill(9),
      });
      await other.idle();
      expect(await readDeliveries()).toMatchObject([
        { state: 'pending', attempts: 1, fault: expect.stringContaining('SECRET_KEY') },
      ]);
      await other.stop();
      await wait(6 * second);
      expect(sent()).toMatchObject([{ data: { customId: 'ada' } }]);
    });

    test('a claim that a process left behind is void once its lease has ended', async () => {
      await register('user.created');
      await makeUser(service(), 'ada');
      const { queries } = service().database;
      const until = service().clock.now + 40 * second;
      await queries
        .update(deliveries)
        .set({ state: 'cancelled', claim: 'of one that died', claimedUntil: until });
      const again = async () => {
        await service().call('POST', pathTo(redeliverDelivery, 'dlv_1'));
        await rig().engine.idle();
        return rig().receiver.received.length;
      };
      expect(await again()).toBe(0);
      service().clock.now += 40 * second;
      expect(await again()).toBe(1);
    });

    test('numbers have no gap, and every event arrives, with many at once', async () => {
      const secret = await register('*');
      for (let user = 0; user < 200; user += 1) await makeUser(service(), `u${user}`);
      await rig().engine.idle();
      const numbers = rig().receiver.received.map((message) =>
        Number(headerOf(message, 'webhook-seq')),
      );
      expect(numbers.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 200 }, (_, i) => i + 1),
      );
      expect(new Set(sent().map(({ seq }) => seq)).size).toBe(200);
      rig().receiver.received.forEach((message) => verify(message, secret));
    });

    test('removing a webhook cancels its pending deliveries, unless another webhook wants them', async () => {
      await register('user.created');
      await makeUser(service(), 'ada');
      await service().call('DELETE', removeWebhook.path, {
        url: rig().receiver.url,
        type: 'user.created',
      });
      await rig().engine.idle();
      expect(rig().receiver.received).toHaveLength(0);
      expect(await readDeliveries()).toMatchObject([{ state: 'cancelled' }]);
      await register('user.created');
      await register('*');
      await makeUser(service(), 'bob');
      await service().call('DELETE', removeWebhook.path, {
        url: rig().receiver.url,
        type: 'user.created',
      });
      await rig().engine.idle();
      expect(sent()).toMatchObject([{ data: { customId: 'ada' } }, { data: { customId: 'bob' } }]);
    });
  },
  { webhookTargets: localTargets },
);
