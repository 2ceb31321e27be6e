import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listen } from '#gateway/process/listen.ts';
import { readBytes } from '#platform/http/body.ts';
import { sendErrors } from '#platform/http/errors.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { get, limits, rawClient, type RawClient } from './rawClient.ts';
import { endAll, serving, type Spawned } from './spawned.ts';

let folder: string;
let running: Spawned;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-hostile-'));
  await makeDataFolder(join(folder, 'data'));
  running = serving([
    '--port=0',
    '--sample-users=500',
    '--max-requests-per-connection=100',
    `--data-dir=${join(folder, 'data')}`,
    '--max-connections=600',
    '--max-requests=400',
    '--client-timeout-seconds=2',
    '--headers-timeout-seconds=2',
    '--body-timeout-seconds=2',
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

async function connected(count: number, first = ''): Promise<RawClient[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => rawClient(url, first)));
  clients.push(...opened);
  return opened;
}

/** Bytes of memory the process has. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${running.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

const mebibyte = 1024 * 1024;

/** Reads by a client of good will, one after another, for as long as something is so. @returns how long each took. */
async function readsWhile(isSo: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (isSo() || times.length < 20) {
    const begunAt = performance.now();
    const response = await fetch(`${url}/p/users?limit=10`);
    expect([response.status, await response.json()]).toEqual([200, expect.any(Array)]);
    times.push(performance.now() - begunAt);
  }
  return times.toSorted((a, b) => a - b);
}

const areOpen = (sockets: readonly RawClient[]) => sockets.some(({ socket }) => !socket.closed);
const p95 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? 0;

const put = (length: number) =>
  `PUT /p/users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test.each([
  ['headers', 'GET /p/users HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n', 500],
  ['bodies', put(10_000), '{', 300],
])(
  'of 500 sockets or so that send their %s a few bytes at a time each is refused, others are served meanwhile',
  async (_, first, drop, count) => {
    await readsWhile(() => false);
    const before = await memory();
    const slow = await connected(count, first);
    const drops = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write(drop);
    }, 500);
    const times = await readsWhile(() => areOpen(slow));
    clearInterval(drops);
    // The machine may be busy. The test only checks that no client waits for the slow ones.
    expect(p95(times)).toBeLessThan(1000);
    for (const { received } of slow) expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect((await memory()) - before).toBeLessThan(100 * mebibyte);
  },
);

test('clients that never read are disconnected without using memory, while others are served', async () => {
  await readsWhile(() => false);
  const before = await memory();
  const list = await (await fetch(`${url}/p/users`)).text();
  const unread = await connected(10);
  for (const { socket } of unread) {
    socket.pause();
    // More than the system keeps for a connection.
    socket.write(get('/p/users').repeat(100));
  }
  const until = performance.now() + 4000;
  const times = await readsWhile(() => performance.now() < until);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(1000);
  expect((await memory()) - before).toBeLessThan(150 * mebibyte);
  for (const { socket } of unread) socket.resume();
  const texts = await Promise.all(unread.map(({ closed, received }) => closed.catch(received)));
  for (const text of texts) expect(text.length).toBeLessThan(100 * list.length);
});

test('twice the allowed number of idle connections block no other client', async () => {
  const before = await memory();
  await connected(600);
  const second = await connected(600);
  const times = await readsWhile(() => false);
  expect(p95(times)).toBeLessThan(1000);
  // The newest connections remain: they replaced older ones.
  expect(second.filter(({ socket }) => !socket.closed).length).toBeGreaterThan(500);
  expect((await memory()) - before).toBeLessThan(100 * mebibyte);
});

test('bodies over the limit are not read further, with or without a length', async () => {
  const before = await memory();
  const announced = await connected(20, put(10_000 * mebibyte));
  const endless = await connected(20);
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  for (const { socket } of endless) {
    socket.write(
      `PUT /p/users HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}`,
    );
  }
  const all = [...announced, ...endless];
  await Promise.all(all.map(({ answers }) => answers(1)));
  for (const { received } of all) expect(received()).toMatch(/^HTTP\/1\.1 413 /);
  await readsWhile(() => false);
  expect((await memory()) - before).toBeLessThan(100 * mebibyte);
});

test('a slow body is rejected, unless this process reads it slowly', async () => {
  const logged: string[] = [];
  const open = await listen(
    '127.0.0.1',
    0,
    (line) => logged.push(line),
    limits({ bodyTimeoutMs: 200 }),
  );
  const late = Promise.withResolvers<void>();
  const size = 4 * mebibyte;
  const app = new Hono();
  sendErrors(app, (line) => logged.push(line));
  app.put('/p/users', async (c) => {
    if (c.req.header('content-length') === String(size)) await late.promise;
    return c.text(`${(await readBytes(c, size)).byteLength} bytes`);
  });
  open.serve(app.fetch);
  const trickle = await rawClient(open.url, put(1000));
  const patient = await rawClient(open.url, put(size));
  clients.push(trickle, patient);
  const drops = setInterval(() => trickle.socket.write('x'), 20);
  patient.socket.write('x'.repeat(size));
  expect(await trickle.closed).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request-timeout"/);
  clearInterval(drops);
  await new Promise((resolve) => setTimeout(resolve, 600));
  late.resolve();
  await patient.answers(1);
  expect(patient.received()).toMatch(new RegExp(`${size} bytes$`));
  expect(logged).toEqual([]);
  await open.stop(0);
});
