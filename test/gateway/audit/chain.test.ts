import { asc, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatHead } from '#contract/audit.ts';
import { hashEntry, readHead, verifyChain } from '#gateway/audit/chain.ts';
import { chainWaiting, insertEntries, vacuumWaiting } from '#gateway/audit/waiting.ts';
import {
  createAuditTrail,
  plainEntry,
  type AuditTrail,
  type NewEntry,
} from '#gateway/audit/trail.ts';
import type { Database } from '#platform/database/database.ts';
import { auditTrail } from '#platform/database/schema/audit.ts';
import { emptyDatabase } from '../../support/emptyDatabase.ts';
import { engines } from '../../support/engines.ts';

const now = Date.UTC(2026, 5, 17);
const entryOf = (name: string, more: Partial<NewEntry> = {}): NewEntry => ({
  ...plainEntry,
  via: 'key',
  actorName: name,
  ...more,
});

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  beforeEach(() => emptyDatabase(database));
  afterAll(() => database.close());

  let trails: AuditTrail[] = [];
  afterEach(async () => {
    await Promise.all(trails.map((trail) => trail.stop()));
    trails = [];
  });

  function trailOf(logged: string[] = [], of = database) {
    const trail = createAuditTrail({
      database: of,
      clock: () => now,
      log: (line) => logged.push(line),
    });
    trails.push(trail);
    return trail;
  }
  async function verified() {
    await database.transaction(chainWaiting);
    return verifyChain(database.queries, { now });
  }
  async function rows() {
    await database.transaction(chainWaiting);
    return database.queries.select().from(auditTrail).orderBy(asc(auditTrail.seq));
  }

  async function filled(count = 5) {
    const trail = trailOf();
    for (let at = 1; at <= count; at += 1) await trail.append(entryOf(`Ada ${at}`));
    await trail.stop();
  }

  /** Runs statements as a database owner who bypasses the trigger. */
  async function tamper(...statements: string[]) {
    const all = statements.map((statement) => `${statement};`).join('\n');
    await database.queries.execute(
      sql.raw(`DO $$ BEGIN
        ALTER TABLE audit_trail DISABLE TRIGGER USER;
        ${all}
        ALTER TABLE audit_trail ENABLE TRIGGER USER;
      END $$`),
    );
  }

  test('concurrent writers produce one chain without gaps', async () => {
    const writers = [trailOf(), trailOf(), trailOf()];
    await Promise.all(
      writers.flatMap((trail, of) =>
        Array.from({ length: 20 }, (__, at) => trail.append(entryOf(`writer ${of} ${at}`))),
      ),
    );
    const written = await rows();
    expect(written.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (__, at) => at + 1));
    expect(new Set(written.map(({ actorName }) => actorName)).size).toBe(60);
    expect(await verified()).toMatchObject({ intact: true, entries: 60, fault: null });
    expect(await readHead(database.queries)).toEqual({ seq: 60, hash: written[59]?.hash });
  });

  // PostgreSQL has autovacuum.
  test.runIf(engine.name === 'PGlite')('a vacuum frees the room of chained entries', async () => {
    const pagesOf = async () => {
      const [row] = await database.queries
        .select({ size: sql`pg_relation_size('waiting_entries')`.mapWith(Number) })
        .from(sql`(SELECT 1) AS one`);
      return row?.size;
    };
    const fill = () =>
      database.transaction((tx) =>
        insertEntries(
          tx,
          Array.from({ length: 500 }, (__, at) => ({ ...entryOf(`Ada ${at}`), at: now })),
        ),
      );
    await fill();
    await database.transaction(chainWaiting);
    await vacuumWaiting(database.queries);
    expect(await pagesOf()).toBe(0);
    expect(await verified()).toMatchObject({ intact: true, entries: 500 });
  });

  test('hashes any text as the database returns it', async () => {
    await trailOf().append(
      entryOf('日本 \0 \uD800 “x”', {
        subjectKind: 'user',
        subjectId: 'a/b?c#d e%2F\0\uDC00',
        details: '{"a":1.50,  "b":"\\u0000"}',
        requestId: 'x'.repeat(10_000),
      }),
    );
    const [row] = await rows();
    expect(row?.hash).toBe(row === undefined ? '' : hashEntry(row));
    expect(await verified()).toMatchObject({ intact: true, entries: 1 });
  });

  test('the table rejects updates, deletes and truncation', async () => {
    await filled(2);
    for (const statement of [
      "UPDATE audit_trail SET actor_name = 'Eve'",
      'DELETE FROM audit_trail',
      'TRUNCATE audit_trail',
    ]) {
      await expect(database.queries.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      });
    }
    expect(await verified()).toMatchObject({ intact: true, entries: 2 });
  });

  test.each([
    [
      'an entry is changed',
      ["UPDATE audit_trail SET actor_name = 'Eve' WHERE seq = 3"],
      3,
      /was changed/,
    ],
    ['a time is changed', ['UPDATE audit_trail SET at = at - 1 WHERE seq = 1'], 1, /was changed/],
    ['an entry is deleted', ['DELETE FROM audit_trail WHERE seq = 2'], 2, /is missing/],
    [
      'an entry is deleted and later ones are renumbered',
      [
        'DELETE FROM audit_trail WHERE seq = 2',
        'UPDATE audit_trail SET seq = seq - 100 WHERE seq > 2',
        'UPDATE audit_trail SET seq = seq + 99 WHERE seq < 0',
      ],
      2,
      /does not follow/,
    ],
    [
      'two entries are swapped',
      [
        'UPDATE audit_trail SET seq = -2 WHERE seq = 2',
        'UPDATE audit_trail SET seq = 2 WHERE seq = 3',
        'UPDATE audit_trail SET seq = 3 WHERE seq = -2',
      ],
      2,
      /does not follow/,
    ],
    [
      'the end is cut off',
      ['DELETE FROM audit_trail WHERE seq > 3'],
      4,
      /ends at entry 3, but 5 were written/,
    ],
    [
      'all entries are deleted',
      ['DELETE FROM audit_trail'],
      1,
      /ends at entry 0, but 5 were written/,
    ],
    [
      'an entry is inserted at the end',
      [
        "INSERT INTO audit_trail (seq, at, actor_name, via, result, count, previous, hash) SELECT 6, 0, 'Eve', 'key', 'ok', 1, hash, repeat('a', 64) FROM audit_trail WHERE seq = 5",
        "UPDATE facts SET value = '6:' || repeat('a', 64) WHERE name = 'audit head'",
      ],
      6,
      /was changed/,
    ],
  ])('verification detects: %s', async (__, statements, seq, detail) => {
    await filled();
    await tamper(...statements);
    expect(await verified()).toMatchObject({
      intact: false,
      head: null,
      fault: { seq, detail: expect.stringMatching(detail) },
    });
  });

  test('only a head recorded elsewhere reveals a trail rewritten with all hashes and its head', async () => {
    await filled();
    const noted = await readHead(database.queries);
    await emptyDatabase(database);
    const again = trailOf();
    for (const name of ['Ada 1', 'Ada 2', 'nobody', 'Ada 4', 'Ada 5', 'Ada 6']) {
      await again.append(entryOf(name));
    }
    await again.stop();
    expect(await verified()).toMatchObject({ intact: true });
    const seen = await verifyChain(database.queries, { now, noted });
    expect(seen.fault).toMatchObject({
      seq: 5,
      detail: expect.stringContaining('recorded earlier'),
    });

    await emptyDatabase(database);
    await filled(3);
    expect((await verifyChain(database.queries, { now, noted })).fault?.detail).toContain(
      'entry 5 was recorded earlier',
    );
    const kept = await readHead(database.queries);
    await trailOf().append(entryOf('later'));
    await database.transaction(chainWaiting);
    expect(await verifyChain(database.queries, { now, noted: kept })).toMatchObject({
      intact: true,
    });
    expect(formatHead(kept)).toMatch(/^3:[0-9a-f]{64}$/);
  });

  test('an entry that could not be written is written with the next one', async () => {
    let isFull = true;
    const logged: string[] = [];
    const trail = trailOf(logged, {
      ...database,
      transaction: (work) =>
        isFull ? Promise.reject(new Error('disk full')) : database.transaction(work),
    });
    await expect(trail.append(entryOf('first'))).rejects.toThrow('disk full');
    isFull = false;
    await trail.append(entryOf('second'));
    expect((await rows()).map(({ actorName }) => actorName)).toEqual(['first', 'second']);
    expect([await verified(), logged]).toMatchObject([{ intact: true }, []]);
  });
});
