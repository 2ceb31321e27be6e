import { once } from 'node:events';
import { request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSource } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { endAll, serving } from './spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-live-'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

const make = (url: string, customId: string) =>
  fetch(`${url}/p/users`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customId }),
  });

test(
  'an EventSource follows over a real socket, through a restart, and stops nobody',
  { timeout: 150_000 },
  async () => {
    await makeDataFolder(join(folder, 'data'));
    const settings = ['--sample-users=0', `--data-dir=${join(folder, 'data')}`];
    const first = serving(['--port=0', ...settings]);
    const url = await first.ready;
    const told: unknown[] = [];
    const open = (address: string) => {
      const source = new EventSource(address);
      source.addEventListener('user.created', (event: Event) => {
        const { customId } = JSON.parse(String(Reflect.get(event, 'data')));
        told.push([Reflect.get(event, 'lastEventId'), customId]);
      });
      return source;
    };
    const source = open(`${url}/x/live`);
    await once(source, 'tick');
    const began = performance.now();
    await make(url, 'a/b?c#d e%2F 日本');
    await expect.poll(() => told).toEqual([['1', 'a/b?c#d e%2F 日本']]);
    console.log(`committed and told in ${(performance.now() - began).toFixed(0)} ms`);

    const stopping = performance.now();
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const took = performance.now() - stopping;
    console.log(`stopped with a stream open in ${took.toFixed(0)} ms`);
    expect(took).toBeLessThan(5_000);

    source.close();

    const second = serving([`--port=${new URL(url).port}`, ...settings]);
    await second.ready;
    await make(url, 'while away');
    // An EventSource gives up after the 503 of a starting process. Another one continues.
    const again = open(`${url}/x/live?lastEventId=1`);
    await once(again, 'tick');
    await make(url, 'later');
    await expect.poll(() => told).toHaveLength(3);
    expect(told.slice(1)).toEqual([
      ['2', 'while away'],
      ['3', 'later'],
    ]);
    again.close();
  },
);

test('messages arrive at once, uncompressed, and HEAD ends', async () => {
  await makeDataFolder(join(folder, 'other'));
  const running = serving(['--port=0', '--sample-users=0', `--data-dir=${join(folder, 'other')}`]);
  const url = await running.ready;
  const head = await fetch(`${url}/x/live`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const asked = request(`${url}/x/live`, { headers: { 'accept-encoding': 'br, gzip' } }).end();
  const [response] = await once(asked, 'response');
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  expect(response.headers['content-encoding']).toBeUndefined();
  const [first] = await once(response, 'data');
  expect(String(first)).toMatch(
    /^retry: 1000\nid: 0\n\nevent: tick\ndata: \{"kind":"simulated","asOf":"/,
  );
  asked.destroy();
});
