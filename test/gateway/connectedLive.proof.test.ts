import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { upstream } from '#contract/upstreamState.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { serveForeign, type Served } from '#test/support/foreign/serveForeign.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { freePort, npmRun } from '#test/support/process.ts';
import { endAll, serving } from './spawned.ts';

let dataDir: string;
let foreign: Served;
const truth = createTruth({ users: 3 });
beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'gateway-connected-live-')), 'data');
  await makeDataFolder(dataDir);
  foreign = await serveForeign(dialectService(dialectOf('plain'), truth));
});
afterEach(() => endAll());
afterAll(async () => {
  await foreign.stop();
  await rm(join(dataDir, '..'), { recursive: true });
});

async function start(publicUrl?: string) {
  const port = await freePort();
  const own = publicUrl ?? `http://127.0.0.1:${port}`;
  const process = serving([`--data-dir=${dataDir}`, `--port=${port}`], {
    PORTFOLIO_SERVICE_URL: foreign.url,
    PUBLIC_URL: own,
  });
  const url = await process.ready;
  const state = async () => z.parse(upstream, await (await fetch(`${url}/x/upstream`)).json()).live;
  return { url, process, state };
}

const listed = async () => (await fetch(`${foreign.url}/p/webhook`)).text();

/** Removes our webhook. */
const command = () =>
  npmRun({ PORTFOLIO_SERVICE_URL: foreign.url, DATA_DIR: dataDir }, 'upstream', '--', 'unregister');

test('changes of the service reach the live stream within 2 s; a command removes our webhook', async () => {
  const { url, state, process } = await start();
  await vi.waitFor(async () => expect((await state()).registration).not.toBeNull(), 10_000);
  const ending = new AbortController();
  const stream = await fetch(`${url}/x/live`, { signal: ending.signal });
  const versions: number[] = [];
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of stream.body ?? []) {
      for (const [, version] of decoder.decode(bytes).matchAll(/"version":(\d+)/g)) {
        versions.push(Number(version));
      }
    }
  })().catch(() => {});
  await vi.waitFor(() => expect(versions).not.toEqual([]));
  const { customId = '' } = truth.users()[0] ?? {};
  const path = `${url}/p/users/${encodeURIComponent(customId)}`;
  await (await fetch(path)).text();
  const before = versions.at(-1);
  truth.setAttributes(customId, { name: 'Ada the Second' });
  const changedAt = performance.now();
  await vi.waitFor(() => expect(versions.at(-1)).not.toBe(before), { timeout: 2000, interval: 5 });
  expect(await (await fetch(path)).text()).toContain('Ada the Second');
  expect(performance.now() - changedAt).toBeLessThan(2000);
  expect((await state()).by).toBe('webhooks');
  ending.abort();
  await reading;

  expect(await listed()).toContain('/x/upstream/hook/');
  const removed = await command();
  expect(removed).toMatchObject({ code: 0, output: expect.stringContaining('was removed') });
  expect(await listed()).not.toContain('/x/upstream/hook/');
  expect((await state()).registration).toBeNull();

  // And where no process holds the folder.
  await fetch(`${url}/x/upstream/hook`, { method: 'POST' });
  expect(await listed()).toContain('/x/upstream/hook/');
  process.process.kill('SIGTERM');
  await process.ended;
  expect(await command()).toMatchObject({ code: 0 });
  expect(await listed()).not.toContain('/x/upstream/hook/');
});

/** Sends as a proxy does at whose address the process is reached; gives the status. */
function sendTo(url: string, path: string, host: string): Promise<number | undefined> {
  const headers = { host, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end('{}');
  });
}

test('without a key, PUBLIC_URL accepts only messages of our webhook', async () => {
  const { url, state } = await start('http://folio.example');
  await fetch(`${url}/x/upstream/hook`, { method: 'POST' });
  const [, path = ''] =
    /http:\/\/folio\.example(\/x\/upstream\/hook\/[\w-]+)/.exec(await listed()) ?? [];
  expect(await sendTo(url, path, 'folio.example')).toBe(204);
  expect((await state()).by).toBe('webhooks');
  expect(await sendTo(url, `${path}x`, 'folio.example')).toBe(404);
  expect(await sendTo(url, '/x/upstream/hook', 'folio.example')).toBe(421);
  expect(await sendTo(url, path, 'evil.example')).toBe(421);
});

test('the command prints its usage', async () => {
  expect(await npmRun({}, 'upstream', '--', 'away')).toMatchObject({ code: 2 });
  const help = await npmRun({}, 'upstream', '--', '--help');
  expect(help.output).toContain('npm run upstream -- unregister');
});
