import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { capabilities } from '#contract/capabilities.ts';
import { operations } from '#contract/operations/operations.ts';
import { problemDetails } from '#contract/problem.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { endAll, serving } from './spawned.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-connected-'));
});
afterEach(endAll);
afterAll(() => rm(folder, { recursive: true }));

test('in front of a service that is down the process starts, and says what is not offered', async () => {
  const dataDir = join(folder, 'down');
  await makeDataFolder(dataDir);
  const process = serving([`--data-dir=${dataDir}`, '--port=0'], {
    PORTFOLIO_SERVICE_URL: 'http://127.0.0.1:1/hunter2',
  });
  const url = await process.ready;
  const answer = await fetch(`${url}/x/capabilities`);
  const { service, market, notOffered } = z.parse(capabilities, await answer.json());
  expect(market.kind).toBe('connected');
  // The host alone: its path may hold a secret.
  expect(service.connectedTo).toBe('127.0.0.1:1');
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
