import { afterEach, expect, test } from 'vitest';
import { getUsers } from '#contract/operations/users.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import {
  atRandom,
  busy,
  dropped,
  endless,
  type Fault,
  faultyService,
  needsHeader,
  notThere,
  on,
  redirected,
  redirectLoop,
  replacedBy,
  serverError,
  silent,
  slow,
  times,
  torn,
  truncated,
  webPage,
} from '#test/support/foreign/faultyService.ts';
import { type Served, serveForeign } from '#test/support/foreign/serveForeign.ts';
import { createTruth } from '#test/support/foreign/truth.ts';

let served: Served[] = [];
afterEach(async () => {
  await Promise.all(served.map((one) => one.stop()));
  served = [];
});

async function serveWith(...faults: Fault[]): Promise<Served> {
  const inner = dialectService(dialectOf('plain'), createTruth());
  const one = await serveForeign(faultyService(inner, faults));
  served.push(one);
  return one;
}

const { path } = getUsers;

const soon = () => ({ signal: AbortSignal.timeout(200) });

test('faults over HTTP are what they are called', async () => {
  const whole = await (await fetch((await serveWith()).url + path)).text();
  const status = async (fault: Fault) => (await fetch((await serveWith(fault)).url + path)).status;
  expect(await status(serverError)).toBe(500);
  expect(await status(notThere)).toBe(404);
  expect(await status(on(/thematics/, serverError))).toBe(200);
  const page = await fetch((await serveWith(webPage)).url + path);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const half = await (await fetch((await serveWith(truncated)).url + path)).text();
  expect(whole.startsWith(half) && half.length < whole.length).toBe(true);
  const tornInTwo = await fetch((await serveWith(torn)).url + path);
  await expect(tornInTwo.text()).rejects.toThrow('terminated');
  await expect(fetch((await serveWith(dropped)).url + path)).rejects.toThrow('fetch failed');

  await expect(fetch((await serveWith(silent)).url + path, soon())).rejects.toThrow(/timeout/);
  const begun = await fetch((await serveWith(endless)).url + path, soon());
  expect(begun.status).toBe(200);
  await expect(begun.text()).rejects.toThrow(/timeout/);

  const waiting = await serveWith(times(1, busy('7')));
  const first = await fetch(waiting.url + path);
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
  expect((await fetch(waiting.url + path)).status).toBe(200);

  const guarded = await serveWith(needsHeader('authorization', 'Bearer x'));
  expect((await fetch(guarded.url + path)).status).toBe(401);
  const headers = { authorization: 'Bearer x' };
  expect((await fetch(guarded.url + path, { headers })).status).toBe(200);

  const moved = await serveWith(redirected(null));
  expect(await (await fetch(moved.url + path)).text()).toBe(whole);
  expect(moved.arrived.map(({ call }) => call)).toEqual([`GET ${path}`, `GET /moved${path}`]);
  const away = await serveWith(redirected(moved.url));
  expect(new URL((await fetch(away.url + path)).url).origin).toBe(moved.url);
  await expect(fetch((await serveWith(redirectLoop)).url + path)).rejects.toThrow('fetch failed');

  const other = dialectService(dialectOf('pairs'), createTruth({ users: 1 }));
  const changed = await fetch((await serveWith(replacedBy(other))).url + path);
  expect(await changed.json()).toHaveLength(1);
});

/** The statuses of 200 requests. */
async function failing(seed: number): Promise<number[]> {
  const answer = faultyService(async () => new Response(), [atRandom(0.3, seed, serverError)]);
  const statuses: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    statuses.push((await answer(new Request('http://foreign.example'))).status);
  }
  return statuses;
}

test('chance is the same for the same seed', async () => {
  const first = await failing(7);
  expect(first).toEqual(await failing(7));
  expect(first).not.toEqual(await failing(8));
  const failed = first.filter((status) => status === 500).length;
  expect(failed).toBeGreaterThan(30);
  expect(failed).toBeLessThan(90);
});

test('requests are counted as they arrive, and a stopped service is gone until it starts again', async () => {
  const one = await serveWith(slow(50));
  await Promise.all(Array.from({ length: 9 }, async () => (await fetch(one.url + path)).text()));
  expect(one.maxAtOnce()).toBeGreaterThan(1);
  expect(one.maxAtOnce()).toBeLessThanOrEqual(9);
  expect(one.maxPerSecond()).toBe(9);
  one.forget();
  for (let turn = 0; turn < 3; turn += 1) await (await fetch(one.url + path)).text();
  expect(one.maxAtOnce()).toBe(1);
  expect(one.arrived).toHaveLength(3);
  await one.stop();
  await expect(fetch(one.url + path)).rejects.toThrow('fetch failed');
  await one.start();
  expect((await fetch(one.url + path)).status).toBe(200);
});
