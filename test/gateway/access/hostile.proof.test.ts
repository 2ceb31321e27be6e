import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as backup from '#contract/operations/backup.ts';
import type { Operation } from '#contract/operation.ts';
import { operationsOfProcess } from '#test/support/ofProcess.ts';
import { faultOf } from '#test/service/hostileAnswers.ts';
import { made, requestsOf } from '#test/service/hostileRequests.ts';
import { processToken } from '../testGateway.ts';
import { createAccessGateway, type AccessGateway } from './accessGateway.ts';

let running: AccessGateway;
beforeAll(async () => {
  running = await createAccessGateway();
  await running.keyOf('admin');
});
afterAll(() => running.tested.close());

test('any request to the process gets a documented answer', async () => {
  // Backups are another test's: it takes the database away. Pages are no answers of a call.
  const ofBackup: readonly Operation[] = Object.values<Operation>(backup);
  const calls = Object.values(operationsOfProcess).filter(
    (call) => !ofBackup.includes(call) && call.mediaType !== 'text/html',
  );
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requestsOf(calls), fc.boolean(), async (asked, isAdmin) => {
      const sent = made(asked);
      fc.pre(sent !== null);
      if (sent === null) return;
      if (isAdmin) sent.headers.set('authorization', `Bearer ${processToken}`);
      const response = await running.gateway.fetch(sent);
      seen.add(response.status);
      expect(await faultOf(response, sent, asked.operation)).toBeNull();
    }),
    { numRuns: 1500 },
  );
  for (const status of [200, 401, 404, 405, 422]) expect([...seen]).toContain(status);
}, 120_000);
