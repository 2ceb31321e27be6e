import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { capabilities } from '#contract/capabilities.ts';
import { operations } from '#contract/operations/operations.ts';
import { problemDetails } from '#contract/problem.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { openReceiver, type Receiver } from '#test/support/receiver.ts';
import { endAll, serving, type Spawned } from './spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-connected-'));
});
const services: Receiver[] = [];
afterEach(async () => {
  await endAll();
  await Promise.all(services.splice(0).map((service) => service.close()));
});
afterAll(() => rm(folder, { recursive: true }));

test('with an unreachable service the process starts, and lists what is not offered', async () => {
  const dataDir = join(folder, 'down');
  await makeDataFolder(dataDir);
  const process = serving([`--data-dir=${dataDir}`, '--port=0'], {
    PORTFOLIO_SERVICE_URL: 'http://127.0.0.1:1/hunter2',
  });
  const url = await process.ready;
  const known = async () =>
    z.parse(capabilities, await (await fetch(`${url}/x/capabilities`)).json());
  const { service, market, offers, notOffered } = await known();
  expect(market.kind).toBe('connected');
  expect(offers).toEqual(['directory', 'tokens', 'holders', 'live']);
  // Only the host, because the path may contain a secret.
  expect(service.connectedTo).toBe('127.0.0.1:1');
  await expect.poll(async () => (await known()).service.faultSince).not.toBeNull();
  for (const [call, reason] of Object.entries(notOffered)) {
    const [method = '', path = ''] = call.split(' ');
    const refused = await fetch(url + path.replaceAll(/\{(\w+)\}/g, 'month'), { method });
    expect(refused.status).toBe(501);
    expect(z.parse(problemDetails, await refused.json())).toMatchObject({
      code: 'not-offered',
      detail: reason,
    });
  }
  expect(Object.keys(notOffered)).toContain(`PUT ${operations.putThematic.path}`);
});

const headers = '{"Authorization":"Bearer hunter2"}';

test('headers for a service without its address stop the start, and nothing is created', async () => {
  const dataDir = join(folder, 'no-address');
  const process = serving([`--data-dir=${dataDir}`, '--port=0'], {
    PORTFOLIO_SERVICE_HEADERS: headers,
  });
  await expect(process.ready).rejects.toThrow('It ended before it was ready');
  expect(await process.ended).toBe(1);
  expect(process.output()).toBe(
    'PORTFOLIO_SERVICE_HEADERS is set, but PORTFOLIO_SERVICE_URL is not. Set the address of the service, or unset PORTFOLIO_SERVICE_HEADERS.\n',
  );
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
});

/** A process connected to a service with the given answers. */
async function startBefore(name: string, answer: Receiver['answer']): Promise<Spawned> {
  const service = await openReceiver();
  services.push(service);
  service.answer = answer;
  const dataDir = join(folder, name);
  await makeDataFolder(dataDir);
  return serving([`--data-dir=${dataDir}`, '--port=0'], {
    PORTFOLIO_SERVICE_URL: `${new URL(service.url).origin}/hunter2`,
    PORTFOLIO_SERVICE_HEADERS: headers,
  });
}

test.each([
  ['page', 200, 'answered GET /p/users with a web page, not JSON: check PORTFOLIO_SERVICE_URL'],
  ['key', 401, 'rejected our credentials (401 Unauthorized): check PORTFOLIO_SERVICE_HEADERS'],
  ['path', 404, 'has nothing at GET /p/users (404 Not Found): check PORTFOLIO_SERVICE_URL'],
])(
  'a wrong %s is reported at the start, and the process keeps running',
  async (name, status, words) => {
    const process = await startBefore(name, ({ path, headers: given }, response) =>
      response.writeHead(status).end(`<p>Cannot GET ${path}, ${given.authorization}</p>`),
    );
    const url = await process.ready;
    await expect.poll(() => process.output(), { timeout: 10_000 }).toContain(words);
    const health = await fetch(`${url}/x/health`);
    expect(health.status).toBe(200);
    expect(process.output() + (await health.text())).not.toContain('hunter2');
  },
);

test('a service that starts later is detected automatically', async () => {
  let isUp = false;
  const process = await startBefore('later', (_, response) =>
    isUp ? response.end('[]') : response.destroy(),
  );
  await process.ready;
  await expect.poll(() => process.output(), { timeout: 10_000 }).toContain('cannot be reached');
  isUp = true;
  await expect
    .poll(() => process.output(), { timeout: 20_000, interval: 100 })
    .toMatch(/The connected service at http:\S+ answers/);
  expect(process.output()).not.toContain('hunter2');
}, 40_000);
