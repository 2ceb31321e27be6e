import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemCodes, problemDetails, problemMediaType } from '#contract/problem.ts';
import type { Operation } from '#contract/operation.ts';
import { makeUser, stated } from '../support/calls.ts';
import { onEachEngine } from '../support/engines.ts';
import type { TestService } from '../support/service.ts';
import { calls, made, request, sure } from './hostileRequests.ts';

const statuses = new Map<number, Set<string>>();
for (const [code, [status]] of Object.entries(problemCodes)) {
  statuses.set(status, (statuses.get(status) ?? new Set()).add(code));
}

/** What is wrong with an answer; null where it is a documented success or a proper problem. */
async function fault(
  response: Response,
  request: Request,
  { answers }: Operation,
): Promise<string | null> {
  const { status, headers } = response;
  if (headers.get('content-type') === 'text/event-stream') {
    // It has no end.
    await response.body?.cancel();
    return status === 200 ? null : `streams with ${status}`;
  }
  const text = await response.text();
  if (status < 400) {
    const isKnown = request.method === 'HEAD' || status in answers || status === 304;
    // A path with an unescaped id may be another call's.
    const isOther = calls.some((call) => status in call.answers);
    return isKnown || isOther ? null : `answers ${status}`;
  }
  if (!(statuses.has(status) && status < 500)) return `answers ${status}: ${text}`;
  if (headers.get('content-type') !== problemMediaType) return `is ${headers.get('content-type')}`;
  if (headers.get('cache-control') !== 'no-store') return 'could be kept by a cache';
  if (request.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  const problem = problemDetails.safeParse(JSON.parse(text));
  if (!problem.success) return `is no problem: ${text}`;
  const { code, status: told, instance } = problem.data;
  if (!(statuses.get(status)?.has(code) ?? false) || told !== status) return `${status} is ${code}`;
  if (instance !== new URL(request.url).pathname) return `is about ${instance}`;
  return /node:|\.ts:\d|SELECT |syntax error|at async/.test(text)
    ? `tells too much: ${text}`
    : null;
}

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
        fc.asyncProperty(request, async (asked) => {
          const sent = made(asked);
          fc.pre(sent !== null);
          if (sent === null) return;
          const response = await service().fetch(sent);
          seen.add(response.status);
          expect(await fault(response, sent, asked.operation)).toBeNull();
          expect(service().logged).toEqual([]);
        }),
        { numRuns: name === 'PGlite' ? 1500 : 3000, examples: sure.map((asked) => [asked]) },
      );
      // Every kind of answer was met.
      for (const status of [200, 201, 400, 404, 405, 406, 413, 415, 422])
        expect([...seen]).toContain(status);
      const { status } = await service().call('GET', '/p/users/ada/wallets/history');
      expect(status).toBe(200);
    },
  );
});
