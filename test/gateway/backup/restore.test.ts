import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { insertKey, setRevoked } from '#gateway/access/keyStore.ts';
import { verifyChain } from '#gateway/audit/chain.ts';
import { plainEntry } from '#gateway/audit/trail.ts';
import { chainWaiting, hasWaitingEntries, insertEntries } from '#gateway/audit/waiting.ts';
import { checkBackup } from '#gateway/backup/read.ts';
import { contentOf } from '#gateway/backup/restoreWithin.ts';
import type { Database } from '#platform/database/database.ts';
import { accessKeys } from '#platform/database/schema/access.ts';
import { auditTrail } from '#platform/database/schema/audit.ts';
import { imports } from '#platform/database/schema/imports.ts';
import { counterNames, counters } from '#platform/database/schema/store.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { readSecret } from '#platform/http/secrets.ts';
import { deliveriesPausedSince, resume } from '#service/webhooks/delivery/pause.ts';
import { engines } from '#test/support/engines.ts';
import { createTestService } from '#test/support/service.ts';
import { deliverDue } from '#test/support/webhooks.ts';
import {
  adminNamed,
  at,
  createdThen,
  fill,
  linesOf,
  restore,
  rowsOf,
  secretKey,
  useBackups,
} from './backups.ts';

const { openNew, backup } = useBackups();

const secretsOf = async ({ queries }: Database, key: Uint8Array) =>
  (await queries.select().from(endpoints)).map(({ secret }) => readSecret(secret, key));

/** Leaves an entry waiting, as a process does that is killed after its commit. */
const leaveEntry = (one: Database, actorName: string) =>
  one.transaction((tx) =>
    insertEntries(tx, [
      {
        ...plainEntry,
        at: at.getTime(),
        actorName,
        via: 'open',
        requestId: `request of ${actorName}`,
        changes: JSON.stringify([{ field: 'attribute', of: 'name', after: actorName }]),
      },
    ]),
  );
async function record(one: Database, actorName: string): Promise<void> {
  await leaveEntry(one, actorName);
  await one.transaction(chainWaiting);
}
const trailOf = async (one: Database) => {
  const verified = await verifyChain(one.queries, { now: at.getTime() });
  const rows = await one.queries.select().from(auditTrail).orderBy(auditTrail.seq);
  return [verified.intact && verified.erased === 0, ...rows.map(({ actorName }) => actorName)];
};

/** Rows that a restore does not write itself. */
const isKept = ([first]: unknown[]) =>
  !['restored', 'deliveries paused', 'event'].includes(String(first));

/** The rows of a backup by table. */
async function tablesOf(file: string) {
  const tables = new Map<string, { columns: string[]; rows: unknown[][] }>();
  let rows: unknown[][] = [];
  for (const line of await linesOf(file)) {
    const value = JSON.parse(line);
    if (Array.isArray(value)) rows.push(value);
    else if ('table' in value)
      tables.set(value.table, { columns: value.columns, rows: (rows = []) });
  }
  return tables;
}

const [embedded, ...servers] = engines().map(({ name }) => name);

describe.each((servers.length === 0 ? [embedded] : servers).map((name) => [name]))(
  'to %s and back',
  (other) => {
    test('every row and sequence is restored exactly', async () => {
      const first = await openNew('PGlite');
      await fill(first);
      const file = await backup(first);
      expect(await rowsOf(file)).not.toEqual([]);
      const second = await openNew(other);
      await restore(second, file);
      const back = await backup(second);
      expect(await rowsOf(back)).toEqual(await rowsOf(file));
      const third = await openNew('PGlite');
      await restore(third, back);
      expect(await rowsOf(await backup(third))).toEqual(await rowsOf(file));
      // The next row gets a number that none had before.
      const numbers = (await linesOf(back)).filter((line) => line.includes('"last"'));
      expect(numbers.map((line) => JSON.parse(line).last)).toEqual(
        (await linesOf(file))
          .filter((line) => line.includes('"last"'))
          .map((line) => JSON.parse(line).last),
      );
    });
  },
);

describe.each(engines().map(({ name }) => [name]))('on %s', (name) => {
  test('a backup of commit e109c552 is restored and upgraded, with unchanged rows', async () => {
    const database = await openNew(name);
    const file = fileURLToPath(new URL('written-by-e109c552.backup', import.meta.url));
    await restore(database, file);
    const before = await tablesOf(file);
    const after = await tablesOf(await backup(database));
    for (const [table, { columns, rows }] of before) {
      const places = columns.map((column) => after.get(table)?.columns.indexOf(column) ?? -1);
      const now = after.get(table)?.rows.map((row) => places.map((place) => row[place]));
      expect([table, now?.filter(isKept)]).toEqual([table, rows.filter(isKept)]);
    }
    const counted = await database.queries.select().from(imports).orderBy(imports.seq);
    expect(counted.map(({ endedAt, created, updated }) => [endedAt, created, updated])).toEqual([
      [1_750_000_000_000, 0, 0],
      [1_760_000_000_000, 1, 2],
    ]);
    expect(await trailOf(database)).toEqual([true, 'Ada', 'Bob']);
  });

  test('changes during a backup are not in it, and are not delayed', async () => {
    const database = await openNew(name);
    const { service } = await fill(database);
    const writing = backup(database);
    const later: Promise<Response>[] = [];
    for (let n = 0; n < 20; n += 1) {
      later.push(service.call('PUT', '/p/users', { customId: `meanwhile ${n}` }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const written = await writing;
    const header = await checkBackup(written);
    for (const response of await Promise.all(later)) expect(response.status).toBe(201);
    // A user and its event are one change: both are there, or neither.
    expect(header.tables['users']).toBeGreaterThanOrEqual(24);
    const lines = await rowsOf(written);
    const made = lines.filter((line) => /^\["\d+", "usr_.*"meanwhile/.test(line)).length;
    const told = lines.filter((line) => /"user\.created", "meanwhile/.test(line)).length;
    expect(told).toBe(made);
    expect(service.logged).toEqual([]);
  });

  test('secrets are read with the key in the backup, otherwise their endpoints are listed', async () => {
    const database = await openNew(name);
    await fill(database);
    const secrets = await secretsOf(database, secretKey);
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/)]);
    const other = new Uint8Array(32).fill(9);
    const next = await openNew(name);
    const without = await restore(next, await backup(database), other);
    expect(without.unreadable).toEqual(['https://example.com/hook']);
    const { unreadable } = await restore(next, await backup(database, secretKey), other);
    expect(unreadable).toEqual([]);
    expect(await secretsOf(next, other)).toEqual(secrets);
  });

  test('nothing is sent after a restore until deliveries are resumed', async () => {
    const database = await openNew(name);
    await fill(database);
    const next = await openNew(name);
    const { isPaused } = await restore(next, await backup(database));
    expect(isPaused).toBe(true);
    const service = await createTestService({ database: next });
    service.clock.now += 86_400_000;
    expect(await deliverDue(service)).toEqual([]);
    expect(await deliveriesPausedSince(next.queries)).toBe(at.toISOString());
    expect(await resume(next.queries)).toBe(true);
    expect((await deliverDue(service)).length).toBeGreaterThan(0);
  });

  test('the audit trail continues from the backup with later entries, and the trail of another store is replaced', async () => {
    const database = await openNew(name);
    await record(database, 'before');
    const file = await backup(database);
    await record(database, 'since');
    await restore(database, file);
    expect(await trailOf(database)).toEqual([true, 'before', 'since']);
    await record(database, 'after');
    expect(await trailOf(database)).toEqual([true, 'before', 'since', 'after']);
    const other = await openNew(name);
    await record(other, 'elsewhere');
    await record(other, 'elsewhere too');
    await restore(other, file);
    expect(await trailOf(other)).toEqual([true, 'before']);
  });

  test('entries that wait for their number are in the backup, and a restore neither loses nor doubles one', async () => {
    const database = await openNew(name);
    await record(database, 'chained');
    await leaveEntry(database, 'waiting');
    const file = await backup(database);
    await record(database, 'since');
    await leaveEntry(database, 'still waiting');
    await restore(database, file);
    expect(await hasWaitingEntries(database.queries)).toBe(false);
    expect(await trailOf(database)).toEqual([true, 'chained', 'waiting', 'since', 'still waiting']);
    const other = await openNew(name);
    await restore(other, file);
    expect(await trailOf(other)).toEqual([true, 'chained']);
    await record(other, 'after');
    expect(await trailOf(other)).toEqual([true, 'chained', 'waiting', 'after']);
  });

  test('existing keys stay, a revoked one stays revoked, and live clients read everything again', async () => {
    const database = await openNew(name);
    await fill(database);
    const file = await backup(database);
    const [key] = await database.queries.select().from(accessKeys);
    await database.transaction((tx) => insertKey(tx, adminNamed('Bo'), createdThen));
    await database.transaction((tx) => setRevoked(tx, key?.id ?? '', at.getTime()));
    const lastEvent = async () => {
      const [row] = await database.queries
        .select()
        .from(counters)
        .where(eq(counters.name, counterNames.event));
      return row?.value ?? 0;
    };
    const before = await lastEvent();
    expect(await contentOf(database.queries)).toMatch(/users other than samples: \d/);
    await restore(database, file);
    const keys = await database.queries.select().from(accessKeys);
    expect(
      keys
        .map((key) => [key.name, key.revokedAt !== null])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['Ada', true],
      ['Bo', false],
    ]);
    expect(await lastEvent()).toBe(before + 1);
  });
});
