import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditList } from '#contract/audit.ts';
import { createAudit } from '#gateway/audit/createAudit.ts';
import { plainEntry } from '#gateway/audit/trail.ts';
import type { Database } from '#platform/database/database.ts';
import { engines } from '#test/support/engines.ts';
import { localTargets } from '#test/support/receiver.ts';
import { createTestService, type TestService } from '#test/support/service.ts';
import { bearer, origin } from '../access/accessGateway.ts';
import { accessOver, gatewayOver, processToken } from '../testGateway.ts';
import { changingCalls, type ChangeRequest } from './changingCalls.ts';
import { contentOf, mortal, type MortalDatabase } from './mortal.ts';

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  let database: Database;
  let own: MortalDatabase;
  let tested: TestService;
  let send: (request: ChangeRequest) => Promise<Response>;
  let audit: ReturnType<typeof createAudit>;

  beforeAll(async () => {
    database = await engine.open();
    own = mortal(database);
    tested = await createTestService({
      database: own,
      sampleUsers: 3,
      webhookTargets: localTargets,
    });
    const clock = () => tested.clock.now;
    audit = createAudit({ database, latest: own, clock, log: () => {} });
    const gateway = gatewayOver(tested, tested.service, { access: accessOver(tested), audit });
    send = async ({ method, path, body, headers }) =>
      gateway.request(origin + path, {
        method,
        headers: {
          ...bearer(processToken),
          ...(isPlain(body) ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isPlain(body) ? JSON.stringify(body) : body }),
      });
    await send({ method: 'POST', path: '/x/keys', body: { name: 'Ada', role: 'admin' } });
  });
  afterAll(async () => {
    await audit.stop();
    await tested.close();
  });

  const calls = changingCalls({
    send: (request) => send(request),
    database: () => database,
    now: () => tested.clock.now,
  });
  const killed = Object.entries(calls).flatMap(([name, call]) =>
    typeof call === 'string' ? [] : [[name, ...call] as const],
  );

  test.each(killed)(
    '%s: a kill after its commit leaves its entry',
    async (name, commits, request) => {
      const { method, path, ...rest } = await request();
      tested.clock.now += 1000;
      await audit.trail.chain();
      const [before, known] = [await contentOf(database), (await entries()).length];
      own.dieAfter(commits);
      await send({ method, path, ...rest })
        .then((response) => response.text())
        .catch(() => {});
      own.revive();
      expect(await contentOf(database)).not.toBe(before);
      await audit.trail.chain();
      // The end of a change that was cut off is recorded too, because this process is still there.
      const added = (await entries())
        .slice(0, -known)
        .filter(({ operation }) => operation === name);
      expect(added.map(({ result }) => result)).toEqual([commits === 1 ? 'ok' : 'started']);
    },
  );

  async function entries() {
    const response = await send({ method: 'GET', path: '/x/audit?limit=500' });
    return auditList.parse(await response.json());
  }

  test('the chain of these entries is intact', async () => {
    expect(await audit.verify()).toMatchObject({ intact: true, waiting: 0 });
    const rolledBack = own.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO facts (name, value) VALUES ('a change', '')`);
      await audit.trail.write(tx, { ...plainEntry, via: 'open', actorName: 'rolled back' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await audit.trail.chain()).toBeUndefined();
    expect((await entries()).map(({ actor }) => actor.name)).not.toContain('rolled back');
  });
});

const isPlain = (body: ChangeRequest['body']): body is object =>
  typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
