import { afterEach, expect, test } from 'vitest';
import { maxReplayed } from '#contract/live.ts';
import { getLive } from '#contract/operations/live.ts';
import { events } from '#platform/database/schema/webhooks.ts';
import { createLive } from '#platform/live/live.ts';
import { exampleEvent } from '#service/events/message.ts';
import { createService } from '#service/service.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { change, makeUser, problemOf, readEvents, stated } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { follow, type Follower } from '#test/support/liveStream.ts';
import type { TestService } from '#test/support/service.ts';

const odd = 'a/b?c#d e%2F 日本';

let open: Follower[] = [];
afterEach(async () => {
  for (const follower of open) await follower.leave();
  open = [];
});

async function live(
  { call }: Pick<TestService, 'call'>,
  query = '',
  headers: Record<string, string> = {},
): Promise<Follower> {
  const follower = await follow(call('GET', getLive.path + query, undefined, headers));
  open.push(follower);
  return follower;
}

const since = (id: string | number) => ({ 'Last-Event-ID': String(id) });

/** Writes events that tell of nobody, as many as are asked for. */
async function happen({ dependencies, database, clock }: TestService, count: number) {
  await database.transaction((tx) =>
    dependencies.events.publishNow(
      tx,
      clock.now,
      Array.from({ length: count }, (_, i) => exampleEvent('user.created', `u${i}`)),
    ),
  );
  await dependencies.events.eventsRelayed();
}

onEachEngine((service) => {
  test('says of each change what to fetch again, in order, and nothing more', async () => {
    const follower = await live(service());
    expect(Object.fromEntries(follower.response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(await follower.next()).toEqual({
      event: 'tick',
      id: '',
      data: {
        kind: 'simulated',
        asOf: '2026-06-17T14:23:40.000Z',
        tickSeconds: 10,
        version: expect.any(Number),
      },
    });
    await makeUser(service(), odd);
    await change(service(), odd, { name: 'Ada', secret: 'x'.repeat(30_000) });
    await stated(service(), odd, {
      thematics: 'data-feeds',
      tokens: [{ token: 'AUGRY', amount: 2 }],
    });
    const name = { name: 'Alone', tokens: [{ token: 'AUGRY', weight: 1 }] };
    await service().call('PUT', '/x/thematics/alone', name);
    const told = await follower.events(4);
    const [made, changed, wallet, thematic] = told.map(({ data }) => data);
    expect(made).toEqual({ seq: 1, type: 'user.created', of: 'user', subject: odd, customId: odd });
    expect(changed).toEqual({
      seq: 2,
      type: 'user.updated',
      of: 'user',
      subject: odd,
      customId: odd,
    });
    expect(wallet).toMatchObject({ type: 'wallet.created', user: odd, thematics: 'data-feeds' });
    expect(Object.keys(wallet ?? {})).toEqual([
      'seq',
      'type',
      'of',
      'subject',
      'user',
      'thematics',
    ]);
    expect(thematic).toMatchObject({ type: 'thematic.created', thematics: 'alone' });
    expect(told.map(({ id, event }) => [id, event])).toEqual(
      (await readEvents(service())).map(({ seq, type }) => [String(seq), type]),
    );
  });

  test('a returning client gets the events since, once, without tests of receivers', async () => {
    await makeUser(service(), 'before');
    await makeUser(service(), 'missed');
    const { database, dependencies, clock } = service();
    await database.transaction((tx) =>
      dependencies.events.publishNow(tx, clock.now, [
        { ...exampleEvent('user.created', 'test'), test: true },
      ]),
    );
    await makeUser(service(), 'missed too');
    for (const follower of [
      await live(service(), '', since(1)),
      await live(service(), '?lastEventId=1'),
      // What an EventSource sends by itself is newer than its address.
      await live(service(), '?lastEventId=0', since(1)),
    ]) {
      const told = await follower.events(2);
      expect(told.map(({ data }) => data)).toMatchObject([
        { seq: 2, customId: 'missed' },
        { seq: 4, customId: 'missed too' },
      ]);
    }
    const now = await live(service());
    await now.next();
    expect(now.position()).toBe('4');
  });

  test('a new client that missed more than the replay limit is sent resync', async () => {
    await happen(service(), maxReplayed + 1);
    const follower = await live(service(), '?before=5');
    expect((await follower.next('tick')).event).toBe('resync');
    await makeUser(service(), 'ada');
    expect((await follower.events(1))[0]?.data).toMatchObject({ customId: 'ada' });
  });

  test('a new client may request the events since it loaded', async () => {
    const { clock } = service();
    await makeUser(service(), 'long ago');
    clock.now += 30_000;
    await makeUser(service(), 'just now');
    clock.now += 2_000;
    const [told] = await (await live(service(), '?before=5')).events(1);
    expect(told?.data).toMatchObject({ customId: 'just now' });
    for (const before of ['-1', '61', 'x', '']) {
      await problemOf(service().call('GET', `/x/live?before=${before}`), 'invalid-query');
    }
  });

  test('a client that missed too much, or sends unknown numbers, is sent resync', async () => {
    await happen(service(), 1001);
    const resynced = async (id: string, query = '') => {
      const follower = await live(service(), query, since(id));
      expect(await follower.next('tick')).toEqual({ event: 'resync', id: '1001', data: {} });
      await follower.leave();
    };
    await resynced('0');
    await resynced('1002');
    await resynced('x');
    await resynced('-1');
    await resynced('99999999999999999999');
    const follower = await live(service(), '', since(1));
    expect(await follower.events(1000)).toHaveLength(1000);
    // Some of what was missed is kept no longer.
    await service().database.queries.delete(events);
    await resynced('900');
    await makeUser(service(), 'after');
    const [told] = await follower.events(1);
    expect(told).toMatchObject({ id: '1002', data: { customId: 'after' } });
  });

  test('sends new prices, and the newest at once to a returning client', async () => {
    const { clock } = service();
    const follower = await live(service());
    await follower.next();
    clock.now += 13_000;
    const tick = { event: 'tick', id: '', data: { asOf: '2026-06-17T14:23:50.000Z' } };
    expect(await follower.next()).toMatchObject(tick);
    await follower.leave();
    clock.now += 20_000;
    const again = await live(service(), '', since(0));
    expect(await again.next()).toMatchObject({ data: { asOf: '2026-06-17T14:24:10.000Z' } });
  });

  test('a client that reads nothing takes no memory, and is sent resync', async () => {
    const slow = await live(service());
    await slow.next();
    const quick = await live(service());
    for (let part = 0; part < 5; part += 1) {
      await happen(service(), 300);
      expect(await quick.events(300)).toHaveLength(300);
    }
    // What was on its way before it stopped taking is told still.
    let told = await slow.next('tick');
    while (told.event !== 'resync') told = await slow.next('tick');
    expect(told.id).toBe('1500');
    await happen(service(), 1);
    expect((await slow.events(1))[0]?.id).toBe('1501');
  });

  test('50 writers, and readers who come and go: each gets every event once', async () => {
    const writers = 50;
    const each = 6;
    const all = writers * each;
    const writing = { isOver: false };
    const reading = Array.from({ length: 8 }, async (_, reader) => {
      const seen: number[] = [];
      let position = '0';
      while (seen.length < all) {
        const follower = await follow(
          service().call('GET', getLive.path, undefined, since(position)),
        );
        // Each leaves after another number of messages, and at the end stays.
        for (let i = 0; seen.length < all && (writing.isOver || i < 3 + reader * 5); i += 1) {
          const { data } = await follower.next('tick', 'deliveries');
          expect(data).toMatchObject({ seq: expect.any(Number) });
          seen.push(Number(Reflect.get(Object(data), 'seq')));
        }
        position = String(seen.at(-1) ?? 0);
        await follower.leave();
      }
      return seen;
    });
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let i = 0; i < each; i += 1) await makeUser(service(), `w${writer}-${i}`);
      }),
    );
    writing.isOver = true;
    const expected = Array.from({ length: all }, (_, i) => i + 1);
    for (const seen of await Promise.all(reading)) expect(seen).toEqual(expected);
  });

  test('a client that goes is forgotten, HEAD is none, and a process that stops ends all', async () => {
    const { dependencies } = service();
    const hub = createLive({ ...dependencies, keepAlive: 500 });
    const app = createService(dependencies, hub);
    const call: TestService['call'] = async (method, path) =>
      app.request(`http://127.0.0.1:4173${path}`, { method });
    const head = await call('HEAD', getLive.path);
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/event-stream',
      '',
    ]);
    expect(hub.clients()).toBe(0);
    const followers = await Promise.all([live({ call }), live({ call })]);
    for (const follower of followers) await follower.next();
    expect(hub.clients()).toBe(2);
    await followers[0]?.leave();
    expect(hub.clients()).toBe(1);
    expect(await followers[1]?.raw()).toBe(': still here\n\n');
    hub.deliveriesChanged();
    hub.deliveriesChanged();
    expect(await followers[1]?.raw()).toBe('event: deliveries\ndata: {}\n\n');
    await hub.stop();
    expect(await followers[1]?.raw()).toBeNull();
    expect(hub.clients()).toBe(0);
    await problemOf(call('GET', getLive.path), 'unavailable');
  });

  test('many clients at once get at most the limit of streams, and one that leaves makes room', async () => {
    const { dependencies } = service();
    const hub = createLive({ ...dependencies, maxStreams: 3 });
    const app = createService(dependencies, hub);
    const open = async () => {
      const response = await app.request('/x/live');
      return { response, status: response.status, wait: response.headers.get('retry-after') };
    };
    const all = await Promise.all(Array.from({ length: 8 }, open));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(all.filter(({ status, wait }) => status === 503 && wait === '5')).toHaveLength(5);
    const [, second, third] = all.filter(({ status }) => status === 200);
    // One that was read, and one that never was.
    const reader = second?.response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await third?.response.body?.cancel();
    const again = await Promise.all([open(), open(), open()]);
    expect(again.filter(({ status }) => status === 200)).toHaveLength(2);
    await hub.stop();
  });

  test('attempts of webhooks that begin and end are signalled', async () => {
    const { dependencies } = service();
    const hub = createLive(dependencies);
    const app = createService(dependencies, hub);
    const engine = createWebhookEngine({
      ...dependencies,
      lookup: () => Promise.reject(new Error('There is no such name')),
      onProgress: () => hub.deliveriesChanged(),
    });
    await engine.start();
    const follower = await live({ call: async (_, path) => app.request(path) });
    await follower.next();
    const hook = { url: 'https://nowhere.example/hook', type: 'user.created' };
    await service().call('PUT', '/p/webhook', hook);
    await makeUser(service(), 'ada');
    expect((await follower.events(1))[0]?.data).toMatchObject({ customId: 'ada' });
    expect(await follower.next('tick')).toEqual({ event: 'deliveries', id: '', data: {} });
    await engine.stop();
    await hub.stop();
  });
});
