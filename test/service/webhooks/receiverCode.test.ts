import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliveryList } from '#contract/delivery.ts';
import { endpointList, endpointSecret } from '#contract/endpoint.ts';
import {
  getDeliveries,
  getEndpoints,
  rotateEndpointSecret,
} from '#contract/operations/endpoints.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { receiverCode } from '#dashboard/webhooks/tools/receiverCode.ts';
import { createWebhookEngine, type WebhookEngine } from '#service/webhooks/engine.ts';
import { answerOf, makeUser } from '../../support/calls.ts';
import { localTargets } from '../../support/receiver.ts';
import { createTestService, type TestService } from '../../support/service.ts';
import { pathTo } from '#test/support/pathTo.ts';

// The code that the page shows, run as it is shown, against deliveries of the engine; Go alone is read and not run.

const samples = [
  { language: 'node', file: 'receiver.mjs', command: process.execPath },
  { language: 'python', file: 'receiver.py', command: 'python3' },
] as const;
const runs = (command: string) => spawnSync(command, ['--version']).status === 0;

let service: TestService;
let engine: WebhookEngine;
let folder: string;
let receiver: ChildProcess | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-receiver-'));
  service = await createTestService({ webhookTargets: localTargets });
});
beforeEach(async () => {
  await service.reset();
  // The receivers look at this machine's clock.
  service.clock.now = Date.now();
  engine = createWebhookEngine({ ...service.dependencies, random: () => 0.5 });
});
afterEach(async () => {
  await engine.stop();
  if (receiver !== null) {
    const exited = once(receiver, 'exit');
    receiver.kill('SIGKILL');
    await exited;
  }
  receiver = null;
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** A port where nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** Starts a receiver. @returns all it writes, as it grows. */
async function start(
  { language, file, command }: (typeof samples)[number],
  secret: string,
  port: number,
): Promise<() => string> {
  await writeFile(join(folder, file), receiverCode[language]);
  const child = spawn(command, [file], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  receiver = child;
  let text = '';
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
  await expect.poll(() => text, { timeout: 20_000 }).toContain(`listening on ${port}`);
  return () => text;
}

const states = async () =>
  (await answerOf(service.call('GET', getDeliveries.path), deliveryList)).map(
    ({ state, status }) => ({ state, status }),
  );

test.each(samples.filter(({ command }) => runs(command)))(
  'the receiver in $language takes what is signed, rotated secrets too, and nothing else',
  async (sample) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const registration = { url, type: 'user.created' };
    const { secret } = await (await service.call('PUT', putWebhook.path, registration)).json();
    const written = await start(sample, secret, port);

    await makeUser(service, '日本');
    await engine.idle();
    expect(await states()).toEqual([{ state: 'delivered', status: 204 }]);
    await expect.poll(written).toMatch(/^user\.created usr_[0-9a-f]{32}$/m);

    const [endpoint] = await answerOf(service.call('GET', getEndpoints.path), endpointList);
    await answerOf(
      service.call('POST', pathTo(rotateEndpointSecret, endpoint?._id ?? '')),
      endpointSecret,
    );
    await makeUser(service, 'after the rotation');
    await engine.idle();
    expect(await states()).toEqual([
      { state: 'delivered', status: 204 },
      { state: 'delivered', status: 204 },
    ]);

    const forged = await fetch(url, {
      method: 'POST',
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,Zm9yZ2Vk',
      },
      body: '{"type":"user.created","data":{}}',
    });
    expect(forged.status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);

    // Rightly signed, but long ago.
    service.clock.now -= 10 * 60_000;
    await makeUser(service, 'long ago');
    await engine.idle();
    expect(await states()).toContainEqual({ state: 'pending', status: 401 });
    expect(written().match(/^user\.created/gm)).toHaveLength(2);
  },
);
