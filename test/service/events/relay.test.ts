import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { updateUser } from '#contract/operations/users.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { deliveries, events } from '#platform/database/schema/webhooks.ts';
import { changeState } from '#service/events/log.ts';
import { exampleEvent } from '#service/events/message.ts';
import { hasWaiting, insertWaiting, numberWaiting } from '#service/events/numbering.ts';
import { createWebhookEngine } from '#service/webhooks/engine.ts';
import { makeUser } from '#test/support/calls.ts';
import { onEachEngine } from '#test/support/engines.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { createTestEvents } from '#test/support/testEvents.ts';

const happened = (...subjects: string[]) =>
  subjects.map((subject) => exampleEvent('user.created', subject));

/** Writes events and leaves them waiting, as a process does that is killed after its commit. */
const leave = (database: Database, ...subjects: string[]) =>
  database.transaction((tx) => insertWaiting(tx, 1, happened(...subjects)));

const numbered = async (queries: Queries) =>
  (await queries.select().from(events).orderBy(asc(events.seq))).map(
    ({ seq, subject, body }) =>
      `${seq} ${subject} ${z.looseObject({ seq: z.number() }).parse(JSON.parse(body)).seq}`,
  );

onEachEngine((service, { name }) => {
  test('events that a killed process left are numbered in the order of their insertion, once, at the next start', async () => {
    const { database, dependencies } = service();
    await leave(database, 'a', 'b');
    await leave(database, 'c');
    const engine = createWebhookEngine(dependencies);
    await engine.start();
    await engine.idle();
    await engine.stop();
    expect(await numbered(database.queries)).toEqual(['1 a 1', '2 b 2', '3 c 3']);
    expect(await hasWaiting(database.queries)).toBe(false);
    await makeUser(service(), 'next');
    expect((await numbered(database.queries)).at(-1)).toBe('4 next 4');
  });

  test('a pass that is rolled back leaves every event waiting, and no gap', async () => {
    const { database, dependencies } = service();
    await leave(database, 'a', 'b');
    const passing = database.transaction(async (tx) => {
      await numberWaiting(tx, 1);
      expect(await numbered(tx)).toHaveLength(2);
      throw new Error('killed');
    });
    await expect(passing).rejects.toThrow('killed');
    expect(await numbered(database.queries)).toEqual([]);
    await dependencies.events.eventsRelayed();
    expect(await numbered(database.queries)).toEqual(['1 a 1', '2 b 2']);
  });

  test('more events than a pass takes are all numbered', async () => {
    const { database, dependencies } = service();
    await leave(database, ...Array.from({ length: 1001 }, (_, index) => `u${index}`));
    await dependencies.events.eventsRelayed();
    expect(await numbered(database.queries)).toEqual(
      Array.from({ length: 1001 }, (_, index) => `${index + 1} u${index} ${index + 1}`),
    );
  });

  test('a new webhook gets no event of a change that was committed before it', async () => {
    const { database, dependencies, call } = service();
    await leave(database, 'before');
    const body = { url: 'https://example.com/hook', type: 'user.created' };
    await service().call('PUT', putWebhook.path, body);
    await leave(database, 'after');
    await dependencies.events.eventsRelayed();
    const rows = await database.queries.select({ event: deliveries.eventSeq }).from(deliveries);
    expect(rows).toEqual([{ event: 2 }]);
    await leave(database, 'before the removal');
    await call('DELETE', putWebhook.path, body);
    const states = await database.queries
      .select({ event: deliveries.eventSeq, state: deliveries.state })
      .from(deliveries)
      .orderBy(deliveries.eventSeq);
    expect(states).toEqual([
      { event: 2, state: 'cancelled' },
      { event: 3, state: 'cancelled' },
    ]);
  });

  test('the state of changes moves with every commit, with an event or a throttled one, and not before', async () => {
    const { database } = service();
    const log = createTestEvents({ database, minIntervalMs: 60_000 });
    const seen = [await changeState(database.queries)];
    for (let change = 0; change < 3; change += 1) {
      await database.transaction((tx) =>
        log.publish(tx, change, [exampleEvent('user.updated', 'ada')]),
      );
      seen.push(await changeState(database.queries));
    }
    expect(new Set(seen).size).toBe(4);
    await log.eventsRelayed();
    const before = await changeState(database.queries);
    const failed = database.transaction(async (tx) => {
      await log.publish(tx, 1, happened('never'));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await changeState(database.queries)).toBe(before);
  });

  test.skipIf(name === 'PGlite')(
    'a change that has not committed holds up no other change, and is numbered after those that committed first',
    async () => {
      const { database, dependencies, call } = service();
      await makeUser(service(), 'ada');
      const isWritten = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      const slow = database.transaction(async (tx) => {
        await dependencies.events.publish(tx, 1, happened('slow'));
        isWritten.resolve();
        await mayCommit.promise;
      });
      await isWritten.promise;
      const before = await changeState(database.queries);
      await makeUser(service(), 'fast');
      for (let change = 0; change < 3; change += 1) {
        const { status } = await call('POST', pathTo(updateUser, 'ada'), {
          json: `{"change":${change}}`,
        });
        expect(status).toBe(200);
      }
      await dependencies.events.eventsRelayed();
      expect(await changeState(database.queries)).not.toBe(before);
      mayCommit.resolve();
      await slow;
      await dependencies.events.eventsRelayed();
      expect((await numbered(database.queries)).map((one) => one.split(' ')[1])).toEqual([
        'ada',
        'fast',
        'ada',
        'ada',
        'ada',
        'slow',
      ]);
    },
  );

  test.skipIf(name === 'PGlite')(
    'a process that dies during a pass leaves it to another one',
    async () => {
      const { database, dependencies } = service();
      await leave(database, 'a', 'b');
      const dying = database.transaction(async (tx) => {
        await numberWaiting(tx, 1);
        const [own] = await tx
          .select({ pid: sql<number>`pg_backend_pid()` })
          .from(sql`(SELECT 1) AS one`);
        const other = dependencies.events.eventsRelayed();
        await database.queries.execute(sql`SELECT pg_terminate_backend(${own?.pid ?? 0}::int)`);
        await other;
      });
      await expect(dying).rejects.toThrow(/terminat|not queryable/);
      expect(await numbered(database.queries)).toEqual(['1 a 1', '2 b 2']);
    },
  );
});
