import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkUpstream } from '#contract/operations/upstream.ts';
import { serviceCheckLine } from '#contract/serviceCheck.ts';
import type { Database } from '#platform/database/database.ts';
import { connect } from '#test/support/foreign/connect.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { faultyService, slow, type Fault } from '#test/support/foreign/faultyService.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { testNow } from '#test/support/service.ts';

let database: Database;
beforeAll(async () => {
  database = await openFromTemplate();
});
afterAll(() => database.close());

const dialect = dialectOf('no zone');

async function front(...faults: readonly Fault[]) {
  const answer = dialectService(dialect, createTruth({ now: testNow }), async () => undefined);
  return connect(dialect, faultyService(answer, faults), database, { now: testNow });
}

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => z.parse(serviceCheckLine, JSON.parse(line)));

test('says how far it is, then the report: with the agreement changes are tried, without it none', async () => {
  const connected = await front();
  const { served } = connected;
  const answer = await connected.call('POST', checkUpstream.path);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = linesOf(await answer.text());
  expect(lines[0]).toMatchObject({ progress: 'Lists', done: 0 });
  const last = lines.at(-1);
  expect(last).toMatchObject({
    report: { service: new URL(served.url).origin, hasWrites: false, unreachable: null },
  });
  expect(served.arrived.every((one) => one.call.startsWith('GET /api/v2/p/'))).toBe(true);
  // The base address may hold a secret.
  expect(JSON.stringify(last)).not.toContain('/api/v2');

  const withWrites = await connected.call('POST', `${checkUpstream.path}?writes=1`);
  expect(linesOf(await withWrites.text()).at(-1)).toMatchObject({
    report: { hasWrites: true, counts: { unreadable: 0, 'not-tried': 0 } },
  });
  const methods = served.arrived.map((one) => one.call.split(' ')[0]);
  expect(new Set(methods)).toEqual(new Set(['GET', 'PUT', 'POST', 'DELETE']));
  await connected.close();
});

test('a caller who goes away ends it', async () => {
  const connected = await front(slow(30));
  const { served } = connected;
  const answer = await connected.call('POST', checkUpstream.path);
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const count = served.arrived.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(served.arrived).toHaveLength(count);
  expect(count).toBeLessThan(50);
  await connected.close();
});
