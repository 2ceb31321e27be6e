import { expect, test } from 'vitest';
import type { Receiver } from '#test/support/receiver.ts';
import type { Priority } from '#upstream/source/limiter.ts';
import { byPerson, openService, openSource, problemOfAttempt } from './opened.ts';

/** Most requests that the service had within any second. */
function mostPerSecond({ received }: Receiver): number {
  const times = received.map(({ at }) => at);
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length),
  );
}

test('two hundred readers never send more at once, or within any second, than the limits', async () => {
  const service = await openService();
  const source = openSource(service.base, { limits: { concurrent: 6, perSecond: 50 } });
  let open = 0;
  let mostOpen = 0;
  service.answer = (_, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    setTimeout(() => {
      open -= 1;
      response.end('{}');
    }, 20);
  };
  const readers = Array.from({ length: 200 }, (_, at) =>
    source.read(`/p/users/${at}`, { priority: at % 2 === 0 ? 'person' : 'background' }),
  );
  await expect.poll(() => source.statistics().waiting).toBeGreaterThan(100);
  expect(source.statistics().running).toBe(6);
  await Promise.all(readers);
  expect(service.received).toHaveLength(200);
  expect(mostOpen).toBe(6);
  expect(mostPerSecond(service)).toBeLessThanOrEqual(50);
  // And it makes use of them.
  const [first, last] = [service.received[0], service.received.at(-1)];
  expect((last?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(8000);
}, 20_000);

test('connections that take long do not let more through in the second when they are there', async () => {
  const service = await openService();
  // What is sent first arrives late, as over connections that are slow to open.
  const source = openSource(service.base, {
    limits: { concurrent: 4, perSecond: 4 },
    async fetch(address, init) {
      await new Promise(
        (resolve) => void setTimeout(resolve, service.received.length < 4 ? 900 : 0),
      );
      return fetch(address, init);
    },
  });
  await Promise.all(Array.from({ length: 10 }, (_, at) => source.read(`/p/users/${at}`, byPerson)));
  expect(mostPerSecond(service)).toBeLessThanOrEqual(4);
}, 20_000);

test('what people look at goes before background reading, and takes over what waits in it', async () => {
  const service = await openService();
  const source = openSource(service.base, { limits: { concurrent: 2, perSecond: 1000 } });
  const read = (id: string, priority: Priority) => source.read(`/p/users/${id}`, { priority });
  const finishers: (() => void)[] = [];
  service.answer = (_, response) => finishers.push(() => response.end('{}'));
  const all = ['b1', 'b2', 'b3', 'b4'].map((id) => read(id, 'background'));
  await expect.poll(() => finishers.length).toBe(1);
  // One of the two is left free for people.
  all.push(read('p1', 'person'));
  await expect.poll(() => finishers.length).toBe(2);
  all.push(read('p2', 'person'), read('b4', 'person'));
  for (let done = 0; done < 6; done += 1) {
    await expect.poll(() => finishers.length).toBeGreaterThan(done);
    finishers[done]?.();
  }
  await Promise.all(all);
  expect(service.received.map(({ path }) => path.slice(9))).toEqual([
    'b1',
    'p1',
    'b4',
    'p2',
    'b2',
    'b3',
  ]);
});

test('a busy service is left alone for as long as it says, on all paths', async () => {
  const service = await openService();
  const source = openSource(service.base);
  await source.read('/p/thematics', byPerson);
  service.answer = (_, response) => response.writeHead(429, { 'retry-after': '120' }).end();
  const refused = await problemOfAttempt(source.read('/p/users', byPerson));
  expect(refused).toMatchObject({
    status: 503,
    code: 'upstream-busy',
    extras: { headers: { 'Retry-After': '120' } },
  });
  expect(await source.read('/p/thematics', byPerson)).toMatchObject({
    stale: 'The connected service asks us to wait 120 s.',
  });
  const change = await problemOfAttempt(source.write('PUT', '/p/users', {}));
  expect(change.code).toBe('upstream-busy');
  expect(service.received).toHaveLength(2);
  const { heldUntil } = source.statistics();
  expect((heldUntil ?? 0) - Date.now()).toBeGreaterThan(118_000);
});

test.each([
  ['3600', 300],
  ['Thu, 01 Jan 2026 00:01:40 GMT', 100],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 1],
  ['0', 1],
  ['soon', 1],
])('Retry-After %s is at least a second and at most five minutes', async (given, seconds) => {
  const service = await openService();
  const now = Date.UTC(2026, 0, 1);
  const source = openSource(service.base, { clock: () => now, elapsed: () => now });
  service.answer = (_, response) => response.writeHead(429, { 'retry-after': given }).end();
  await problemOfAttempt(source.write('POST', '/p/users/u1', {}));
  expect(source.statistics().heldUntil).toBe(now + seconds * 1000);
});

test('a throttled caller waits, and waiting requests are sent afterwards', async () => {
  const service = await openService();
  const source = openSource(service.base);
  service.answer = ({ path }, response) => {
    const isFirst = service.received.filter((one) => one.path === path).length === 1;
    if (path === '/p/users' && isFirst) response.writeHead(429, { 'retry-after': '1' }).end();
    else response.end('[1]');
  };
  const first = source.read('/p/users', byPerson);
  await expect.poll(() => source.statistics().heldUntil).not.toBeNull();
  const second = source.read('/p/thematics', byPerson);
  expect(await first).toMatchObject({ json: [1], stale: null });
  await second;
  const [refused, ...others] = service.received;
  expect(others).toHaveLength(2);
  for (const { at } of others) expect(at - (refused?.at ?? 0)).toBeGreaterThanOrEqual(999);
});

test('without a time to wait for, it is doubled each time', async () => {
  const service = await openService();
  let now = 0;
  const source = openSource(service.base, { clock: () => now, elapsed: () => now });
  service.answer = (_, response) => response.writeHead(429).end();
  const waits = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await problemOfAttempt(source.write('PUT', '/p/users', {}));
    waits.push((source.statistics().heldUntil ?? 0) - now);
    now += 100_000;
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('however much waits in the background, there is room for people', async () => {
  const service = await openService();
  service.answer = () => {};
  const source = openSource(service.base, { limits: { concurrent: 1, perSecond: 1000 } });
  const read = (id: number, priority: Priority) =>
    problemOfAttempt(source.read(`/p/users/${id}`, { priority }));
  const ends = Array.from({ length: 5001 }, (_, id) => read(id, 'background'));
  expect(await read(6000, 'background')).toMatchObject({
    code: 'upstream-busy',
    extras: { headers: { 'Retry-After': '5' } },
  });
  const { waiting } = source.statistics();
  ends.push(read(6001, 'person'));
  expect(source.statistics().waiting).toBe(waiting + 1);
  await source.close();
  expect(new Set((await Promise.all(ends)).map(({ code }) => code))).toEqual(
    new Set(['unavailable']),
  );
});
