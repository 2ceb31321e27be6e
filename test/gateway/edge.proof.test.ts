import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { codeOf } from '#gateway/config/refusal.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { get, rawClient, type RawClient } from './rawClient.ts';
import { endAll, serving, type Spawned } from './spawned.ts';

let folder: string;
let running: Spawned;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-edge-'));
  await makeDataFolder(join(folder, 'data'));
  running = serving([
    ...settings('data', 500),
    '--max-live-streams=2',
    '--max-requests=1',
    '--max-requests-per-connection=100',
    '--client-timeout-seconds=1',
  ]);
  url = await running.ready;
}, 120_000);
const clients: RawClient[] = [];
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy();
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});

const settings = (name: string, users: number) => [
  '--port=0',
  `--sample-users=${users}`,
  `--data-dir=${join(folder, name)}`,
];

async function client(url: string, first = ''): Promise<RawClient> {
  const one = await rawClient(url, first);
  clients.push(one);
  return one;
}

/** The machine may be busy. */
const slow = { timeout: 30_000, interval: 200 };

const putUser = (url: string, customId: string) =>
  fetch(`${url}/p/users`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customId }),
  });

const isClosed = (one: RawClient | null) => one === null || one.socket.closed;

/** Sends consecutive requests over one connection and counts the answers, until one fails. @returns its error. */
async function hammer(url: string, seen: { answered: number }): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) {
      const [response] = await once(request(`${url}/x/session`, { agent }).end(), 'response');
      response.resume();
      await once(response, 'end');
      seen.answered += 1;
    }
  } catch (error) {
    return codeOf(error);
  } finally {
    agent.destroy();
  }
}

test('live streams over the limit are rejected, and a closed one makes room', async () => {
  const live = () => client(url, get('/x/live'));
  const first = await live();
  const second = await live();
  await Promise.all([first.answers(1), second.answers(1)]);
  const refused = await fetch(`${url}/x/live`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({
    code: 'unavailable',
    detail: 'All 2 live streams are in use. Try again in 5 s.',
  });
  first.socket.destroy();
  const status = async () => {
    const { answers, statuses } = await live();
    await answers(1);
    return statuses()[0];
  };
  await expect.poll(status).toBe(200);
  // HEAD opens none.
  second.socket.destroy();
  await expect
    .poll(async () => (await fetch(`${url}/x/live`, { method: 'HEAD' })).status)
    .toBe(200);
  expect((await fetch(`${url}/x/live`, { method: 'HEAD' })).status).toBe(200);
});

test('a client that never reads its answers is disconnected, and makes room', async () => {
  const unread = await client(url);
  unread.socket.pause();
  // More than the system keeps for one connection.
  unread.socket.write(get('/p/users').repeat(100));
  const other = await client(url);
  // It has the one place there is, until it is disconnected.
  await expect
    .poll(async () => {
      other.socket.write(get('/x/session'));
      await other.answers(other.statuses().length + 1);
      return other.statuses();
    }, slow)
    .toContain(503);
  await expect
    .poll(async () => {
      other.socket.write(get('/x/session'));
      await other.answers(other.statuses().length + 1);
      return other.statuses().at(-1);
    }, slow)
    .toBe(200);
});

test('a stop resets no connection of 20 clients with consecutive requests', async () => {
  const seen = Array.from({ length: 20 }, () => ({ answered: 0 }));
  const hammering = Promise.all(seen.map((one) => hammer(url, one)));
  await expect
    .poll(() => Math.min(...seen.map(({ answered }) => answered)), slow)
    .toBeGreaterThan(5);
  running.process.kill('SIGTERM');
  expect(new Set(await hammering)).toEqual(new Set(['ECONNREFUSED']));
  expect(await running.ended).toBe(0);
});

test('with 300 open files, excess connections leave enough files for the database', async () => {
  // Its own at each try.
  const data = await mkdtemp(join(folder, 'files-'));
  await makeDataFolder(data);
  const small = serving(
    ['--port=0', '--sample-users=0', `--data-dir=${data}`, '--max-connections=400'],
    {},
    { ulimit: '-n 300' },
  );
  const url = await small.ready;
  expect(small.output()).toMatch(
    /MAX_CONNECTIONS is 400, but this process may open only 300 files .* It accepts 150 connections\./,
  );
  expect((await putUser(url, 'before')).status).toBe(201);
  const many = await Promise.all(
    Array.from({ length: 400 }, () => client(url, get('/x/live')).catch(() => null)),
  );
  // Each is either answered or cut off: none is on its way.
  const pending = () => many.filter((one) => !isClosed(one) && one?.statuses().length === 0).length;
  await expect.poll(pending, slow).toBe(0);
  const [leaving, ...staying] = many.filter((one) => !isClosed(one));
  expect(staying.length).toBeGreaterThan(140);
  expect(staying.length).toBeLessThan(150);
  leaving?.socket.destroy();
  const written = async () => (await putUser(url, 'during').catch(() => null))?.ok;
  await expect.poll(written, slow).toBe(true);
  for (let i = 0; i < 20; i += 1) expect((await putUser(url, `during ${i}`)).status).toBe(201);
  expect(staying.filter(isClosed).length).toBe(0);
  expect(small.output()).not.toMatch(/failed|EMFILE/);
  small.process.kill('SIGKILL');
  await small.ended;
});
