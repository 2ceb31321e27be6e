import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as access from '#contract/operations/access.ts';
import * as audit from '#contract/operations/audit.ts';
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

test('whatever is sent to the calls of keys, sessions and the audit trail, the answer is a documented one', async () => {
  const calls = [...Object.values(access), ...Object.values(audit)];
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
