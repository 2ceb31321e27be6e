import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { createConnected } from '#test/support/connectedService.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { anyJson, spoilt } from '#test/support/foreign/anyJson.ts';
import { dialectService } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { createTruth } from '#test/support/foreign/truth.ts';

const good = dialectService(dialectOf('keyed'), createTruth({ users: 3 }));
let database: Database;
beforeAll(async () => {
  database = await openFromTemplate();
});
afterAll(() => database.close());

const user = `/x/users/${encodeURIComponent('日本')}`;
/** What is made of several answers, and of what was read in the background. */
const paths = [
  `${user}/performance/month`,
  `${user}/wallets/performance/month`,
  '/x/levels/month',
  '/x/tokens',
  '/x/tokens/btc/users',
  '/x/thematics/base-layers/users',
  '/x/exposure',
  '/x/exposure?by=token',
  '/x/directory?sort=-change',
  '/x/directory?format=csv',
  '/x/upstream',
  '/p/users',
];

const spoiltAnswer = async (path: string) =>
  spoilt(await (await good(new Request(`http://other.example${path}`))).json());

test('whatever JSON the background reads, what is made of it is right or says what is wrong', async () => {
  const id = encodeURIComponent('日本');
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anyJson, await spoiltAnswer('/p/users')),
      fc.oneof(anyJson, await spoiltAnswer(`/p/users/${id}/wallets`)),
      fc.oneof(anyJson, await spoiltAnswer(`/p/users/${id}/wallets/history/day`)),
      async (users, wallets, history) => {
        count += 1;
        const connected = createConnected({
          async answer(request) {
            const { pathname } = new URL(request.url);
            if (pathname.endsWith('/p/users')) return new Response(users);
            if (pathname.endsWith('/wallets')) return new Response(wallets);
            return pathname.includes('/history') ? new Response(history) : good(request);
          },
          database,
          // Nothing that was kept of another service is shown.
          url: `http://other${count}.example`,
          recheck: { outageMs: 0, faultMs: 0 },
        });
        await connected.sync.begin();
        for (const path of paths) {
          const { status } = await connected.call('GET', path);
          expect([200, 404, 502]).toContain(status);
        }
        await connected.close();
        expect(connected.logged).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});
