import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeUser, stated } from '../support/calls.ts';
import { onEachEngine } from '../support/engines.ts';
import type { TestService } from '../support/service.ts';
import { faultOf } from './hostileAnswers.ts';
import { calls, made, requestsOf, sure } from './hostileRequests.ts';

async function fill(service: TestService): Promise<void> {
  await makeUser(service, 'ada');
  await stated(service, 'ada', {
    thematics: 'data-feeds',
    tokens: [{ token: 'AUGRY', amount: 1 }],
  });
  await service.call('PUT', '/p/webhook', {
    url: 'https://example.com/hook',
    type: 'wallet.updated',
  });
}

onEachEngine((service, { name }) => {
  test(
    'whatever is sent, the answer is a documented one, and nothing is broken by it',
    { timeout: 180_000 },
    async () => {
      await fill(service());
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(requestsOf(calls), async (asked) => {
          const sent = made(asked);
          fc.pre(sent !== null);
          if (sent === null) return;
          const response = await service().fetch(sent);
          seen.add(response.status);
          expect(await faultOf(response, sent, asked.operation)).toBeNull();
          expect(service().logged).toEqual([]);
        }),
        { numRuns: name === 'PGlite' ? 600 : 800, examples: sure.map((asked) => [asked]) },
      );
      // Every kind of answer was met.
      for (const status of [200, 201, 400, 404, 405, 406, 413, 415, 422])
        expect([...seen]).toContain(status);
      const { status } = await service().call('GET', '/p/users/ada/wallets/history');
      expect(status).toBe(200);
    },
  );
});
