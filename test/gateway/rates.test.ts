import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { noCaller } from '#gateway/access/callers.ts';
import { limitRates } from '#gateway/http/rates.ts';
import { knowCall } from '#platform/http/caller.ts';
import { createLive } from '#platform/live/live.ts';
import { createService } from '#service/service.ts';
import { problemOf } from '#test/support/calls.ts';
import { accessOver, gatewayOver, processToken, type GatewayLimits } from './testGateway.ts';
import { bearer, createAccessGateway, origin, signInWith } from './access/accessGateway.ts';

const minute = 60_000;
let close = async () => {};
afterEach(() => close());

async function opened(limits: Partial<GatewayLimits>) {
  const running = await createAccessGateway({}, { limits });
  close = () => running.tested.close();
  const { gateway } = running;
  /** A request over a connection from an address. */
  const from = async (
    address: string,
    headers: Record<string, string> = {},
    path = '/p/thematics',
  ): Promise<Response> =>
    gateway.request(
      `${origin}${path}`,
      { headers },
      { incoming: { socket: { remoteAddress: address } } },
    );
  const statuses = async (count: number, ...asked: Parameters<typeof from>) => {
    const found: number[] = [];
    for (let i = 0; i < count; i += 1) found.push((await from(...asked)).status);
    return found;
  };
  return { ...running, from, statuses };
}

test('requests per minute with one key and its sessions are limited, then 429 until the minute ends', async () => {
  const { tested, keyOf, cookieOf, from, statuses } = await opened({ ratePerKey: 5 });
  const { key } = await keyOf('admin');
  const other = bearer((await keyOf('analyst')).key);
  const cookie = await cookieOf(key);
  expect(await statuses(3, '192.0.2.1', bearer(key))).toEqual([200, 200, 200]);
  expect(await statuses(3, '192.0.2.2', { cookie })).toEqual([200, 200, 429]);
  tested.clock.now += 20_000;
  const refused = await from('192.0.2.3', bearer(key));
  expect(refused.headers.get('retry-after')).toBe('40');
  expect((await problemOf(refused, 'rate-limited')).detail).toBe(
    'The limit of 5 requests per minute with your key is exceeded. Try again in 40 s.',
  );
  expect(await statuses(5, '192.0.2.1', other)).toEqual([200, 200, 200, 200, 200]);
  tested.clock.now += 40_000;
  expect(await statuses(6, '192.0.2.1', bearer(key))).toEqual([200, 200, 200, 200, 200, 429]);
});

test('the live stream, health, sign-in, the page and commands of this machine are not counted', async () => {
  const { keyOf, ask, from, statuses } = await opened({ ratePerKey: 1, ratePerAddress: 1 });
  const { key } = await keyOf('admin');
  const address = '192.0.2.1';
  expect(await statuses(3, address, bearer(processToken))).toEqual([200, 200, 200]);
  expect(await statuses(2, address, {}, '/p/docs')).toEqual([200, 429]);
  expect(await statuses(2, address, bearer(key))).toEqual([200, 429]);
  for (const path of ['/', '/x/health', '/x/session']) {
    expect(await statuses(2, address, bearer(key), path)).toEqual([200, 200]);
  }
  expect((await ask('/x/session', signInWith(key))).status).toBe(201);
  for (let i = 0; i < 3; i += 1) {
    const live = await from(address, bearer(key), '/x/live');
    expect(live.status).toBe(200);
    await live.body?.cancel();
  }
});

test('an open service and a limit of 0 have no limit', async () => {
  const { keyOf, statuses } = await opened({ ratePerKey: 0, ratePerAddress: 2 });
  const all = [200, 200, 200, 200];
  expect(await statuses(4, '192.0.2.1')).toEqual(all);
  const { key } = await keyOf('admin');
  expect(await statuses(4, '192.0.2.1', bearer(key))).toEqual(all);
  expect(await statuses(4, '192.0.2.1')).toEqual([401, 401, 429, 429]);
});

test('without a key the address is limited, IPv6 by its network, and a wrong key counts as none', async () => {
  const { keyOf, from, statuses } = await opened({ ratePerAddress: 2 });
  await keyOf('admin');
  expect(await statuses(3, '192.0.2.1', bearer('wrong'))).toEqual([401, 401, 429]);
  const { detail } = await problemOf(from('192.0.2.1'), 'rate-limited');
  expect(detail).toMatch(
    /^The limit of 2 requests per minute from your address without a key is exceeded/,
  );
  expect(await statuses(2, '::ffff:192.0.2.1')).toEqual([429, 429]);
  expect(await statuses(1, '192.0.2.2')).toEqual([401]);
  expect(await statuses(1, '2001:db8::1')).toEqual([401]);
  expect(await statuses(1, '2001:db8::ffff:0:0:1')).toEqual([401]);
  expect(await statuses(1, '2001:db8::2')).toEqual([429]);
  expect(await statuses(1, '2001:db8:0:1::1')).toEqual([401]);
});

test.each<[trusted: string[], forwarded: string, counted: string]>([
  [[], '203.0.113.9', '10.0.0.1'],
  [['10.0.0.0/8'], '203.0.113.9', '203.0.113.9'],
  [['10.0.0.0/8'], '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  [['10.0.0.0/8'], '203.0.113.9, 10.1.1.1', '203.0.113.9'],
  [['10.0.0.0/8'], '10.2.2.2, 10.1.1.1', '10.2.2.2'],
  [['10.0.0.0/8'], '203.0.113.9:5000', '203.0.113.9'],
  [['10.0.0.0/8'], '[2001:db8::7]:5000', '2001:db8::/64'],
  [['10.0.0.0/8'], 'unknown', '10.0.0.1'],
  [['10.0.0.0/8'], '203.0.113.9, unknown', '10.0.0.1'],
  [['10.0.0.0/8'], '', '10.0.0.1'],
  [['172.16.0.0/12'], '203.0.113.9', '10.0.0.1'],
])('behind %j, “%s” counts for %s', async (trustedProxies, forwarded, counted) => {
  const { keyOf, statuses } = await opened({ ratePerAddress: 1, trustedProxies });
  await keyOf('admin');
  const behind = { 'x-forwarded-for': forwarded };
  expect(await statuses(2, '10.0.0.1', behind)).toEqual([401, 429]);
  // The address itself has one left, unless it is the one that was counted.
  expect(await statuses(1, counted.replace('::/64', '::1'))).toEqual([429]);
});

test('wrong keys of one address do not keep another behind the same proxy from signing in', async () => {
  const { gateway, keyOf } = await opened({ trustedProxies: ['10.0.0.0/8'] });
  const { key } = await keyOf('admin');
  const proxy = { incoming: { socket: { remoteAddress: '10.0.0.1' } } };
  const signIn = async (text: string, address: string) => {
    const init = signInWith(text, { 'x-forwarded-for': address });
    return (await gateway.request(`${origin}/x/session`, init, proxy)).status;
  };
  const tries: number[] = [];
  for (let i = 0; i < 6; i += 1) tries.push(await signIn('wrong', '203.0.113.9'));
  expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await signIn(key, '203.0.113.9')).toBe(429);
  expect(await signIn(key, '203.0.113.10')).toBe(201);
});

test('live streams of one key and its sessions are limited, and a closed one makes room', async () => {
  const { tested, keyOf, cookieOf } = await createAccessGateway();
  close = () => tested.close();
  const { dependencies } = tested;
  const live = createLive({ ...dependencies, maxStreamsPerKey: 2 });
  const gateway = gatewayOver(tested, createService(dependencies, live), {
    access: accessOver(tested),
  });
  const { key } = await keyOf('admin');
  const other = bearer((await keyOf('analyst')).key);
  const open = async (headers: Record<string, string>) =>
    gateway.request(`${origin}/x/live`, { headers });
  const first = await open(bearer(key));
  const cookie = await cookieOf(key);
  await open({ cookie });
  const refused = await open(bearer(key));
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await problemOf(refused, 'rate-limited')).detail).toBe(
    'All 2 live streams of your key are in use. Try again in 5 s.',
  );
  expect((await open(other)).status).toBe(200);
  await first.body?.cancel();
  expect((await open({ cookie })).status).toBe(200);
  await live.stop();
});

test('processes on the same database share their counts', async () => {
  const { tested, keyOf } = await createAccessGateway();
  close = () => tested.close();
  const { key } = await keyOf('admin');
  // As with DATABASE_URL, where other processes write too.
  const shared = { ...tested, database: { ...tested.database, isShared: true, writes: null } };
  const process = () =>
    gatewayOver(shared, tested.service, { access: accessOver(shared), ratePerKey: 10 });
  const [one, two] = [process(), process()];
  const ask = async (gateway: typeof one) =>
    (await gateway.request(`${origin}/p/thematics`, { headers: bearer(key) })).status;
  for (let i = 0; i < 6; i += 1) expect(await ask(one)).toBe(200);
  tested.clock.now += 1000;
  expect(await ask(one)).toBe(200);
  expect(await ask(two)).toBe(200);
  tested.clock.now += 1000;
  const rest: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    rest.push(await ask(two));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(rest.filter((status) => status === 429).length).toBeGreaterThan(0);
  tested.clock.now += minute;
  expect([await ask(one), await ask(two)]).toEqual([200, 200]);
});

test('a database that waits keeps one connection per key for counts, and no request', async () => {
  let now = 0;
  const names: string[] = [];
  const waiting = Promise.withResolvers<{ count: number; endsAt: number }>();
  const counts = {
    add: (name: string) => {
      names.push(name);
      return waiting.promise;
    },
  };
  const app = new Hono();
  app.use(async (c, next) => {
    knowCall(c, noCaller(), { address: '192.0.2.1', isLocal: false });
    await next();
  });
  app.use(limitRates({ counts, clock: () => now, ratePerKey: 100, ratePerAddress: 100 }));
  app.get('/x/users', (c) => c.text('read'));
  const read = async () => {
    // Each by itself would be counted in the database.
    now += 2000;
    return (await app.request('/x/users', {}, {})).status;
  };
  for (let request = 0; request < 5; request += 1) expect(await read()).toBe(200);
  expect(names).toHaveLength(1);
  waiting.resolve({ count: 1, endsAt: 60_000 });
  await waiting.promise;
  await expect.poll(read).toBe(200);
  expect(names.length).toBeGreaterThan(1);
});
