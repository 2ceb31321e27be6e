import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSession } from '#contract/operations/access.ts';
import { getUsers } from '#contract/operations/users.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { describeLoad, runMixedLoad, thirds } from '#test/support/mixedLoad.ts';
import { percentile } from '#test/support/processFigures.ts';
import { endAll, serving, type Spawned } from './spawned.ts';

const users = 5000;
/** A third of a minute; `npm run bench -- fire` does the same with 100,000 users for the 180 s that were asked for. */
const loadSeconds = Number(process.env['LOAD_SECONDS'] ?? 20);
/** Megabytes: half as much again as it takes. */
const memoryBound = 1500;
const readerCount = 10;

let folder: string;
let running: Spawned;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-load-'));
  await makeDataFolder(folder);
  running = serving(['--port=0', `--sample-users=${users}`, `--data-dir=${folder}`], {
    WEBHOOKS_ALLOW_HTTP: '1',
    WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  url = await running.ready;
}, 180_000);
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});

test('small requests are answered while ten clients read uncompressed lists of all users', async () => {
  const seen = { begun: 0, ended: 0, answered: 0 };
  const list = async (path: string) => {
    const client = new Client(url);
    const chunks: Buffer[] = [];
    try {
      const { statusCode, body } = await client.request({ method: 'GET', path });
      expect(statusCode).toBe(200);
      for await (const chunk of body) {
        if (chunks.push(chunk) === 1) seen.begun += 1;
      }
    } finally {
      seen.ended += 1;
      await client.close();
    }
    return Buffer.concat(chunks);
  };
  const readers = Array.from({ length: readerCount }, () => list(getUsers.path));
  const client = new Client(url);
  while (seen.ended < readers.length) {
    const isBetween = seen.begun > 0 && seen.ended === 0;
    const { statusCode, body } = await client.request({ method: 'GET', path: getSession.path });
    await body.dump();
    expect(statusCode).toBe(200);
    // From the first byte of the first list to the end of the one that ends first.
    if (isBetween && seen.ended === 0) seen.answered += 1;
  }
  await client.close();
  const read = await Promise.all(readers);
  const lengths = read.map((bytes) => {
    const list: unknown[] = JSON.parse(bytes.toString());
    return list.length;
  });
  expect(lengths).toEqual(lengths.map(() => users));
  console.log(
    `${seen.answered} answers of /x/session while ${readers.length} lists of ${users} users were sent`,
  );
  // Lists that are not sent in parts allow none.
  expect(seen.answered).toBeGreaterThan(3);
});

test(
  `${loadSeconds} s of readers, writers, live streams and webhooks: nothing fails or is lost, and memory does not grow`,
  { timeout: loadSeconds * 1000 + 600_000 },
  async () => {
    const load = {
      url,
      pid: running.process.pid,
      seconds: loadSeconds,
      readers: 6,
      writers: 3,
      liveStreams: 20,
      pauseMs: 250,
      listPauseMs: 3000,
    };
    const report = await runMixedLoad(load);
    console.log(describeLoad(load, report).join('\n'));
    expect(report.errors).toEqual([]);
    expect(report.lost).toEqual([]);
    expect(report.users).toBeGreaterThan(0);
    // Where the system says how much there is.
    if (report.memory.length === 0) return;
    const [, middle = [], late = []] = thirds(report.memory);
    expect(percentile(late, 0.5)).toBeLessThan(1.15 * percentile(middle, 0.5));
    expect(Math.max(...report.memory)).toBeLessThan(memoryBound);
  },
);
