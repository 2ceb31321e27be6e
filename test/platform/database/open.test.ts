import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import { facts } from '#platform/database/schema/store.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';
import { execute } from '../../support/engineSetup.ts';
import { databaseUrl } from '../../support/postgres.ts';

const journal = new URL(
  '../../../src/platform/database/migrations/meta/_journal.json',
  import.meta.url,
);

/** When the migrations were generated, which is what names them. */
async function generatedAt(): Promise<number[]> {
  const { entries } = JSON.parse(await readFile(journal, 'utf8'));
  return entries.map(({ when }: { when: number }) => when);
}

async function migrationsOf({ queries }: Database): Promise<number[]> {
  const rows = await queries
    .select({ at: sql`created_at`.mapWith(Number) })
    .from(sql`drizzle.__drizzle_migrations`)
    .orderBy(sql`id`);
  return rows.map(({ at }) => at);
}

const fromTheFuture = sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', 4102444800000)`;

describe('the embedded database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portfolio-open-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('keeps what was written when it is opened again, and has each migration once', async () => {
    const dataDir = join(folder, 'data');
    const first = await openEmbedded({ dataDir, from: await embeddedTemplate() });
    expect(first.engine).toBe('pglite');
    await first.queries.insert(facts).values({ name: 'kept', value: '日本 👍' });
    await first.close();
    const second = await openEmbedded({ dataDir });
    expect(await second.queries.select().from(facts)).toEqual([{ name: 'kept', value: '日本 👍' }]);
    expect(await migrationsOf(second)).toEqual(await generatedAt());

    await second.queries.execute(fromTheFuture);
    await second.close();
    await expect(openEmbedded({ dataDir })).rejects.toThrow(
      /newer version.*2100-01-01T00:00:00\.000Z/,
    );
  });

  test('rolls back after an error, and does not block later ones', async () => {
    const database = await openEmbedded({ from: await embeddedTemplate() });
    const broken = database.transaction(async (tx) => {
      await tx.insert(facts).values({ name: 'half', value: '' });
      throw new Error('on purpose');
    });
    await expect(broken).rejects.toThrow('on purpose');
    expect(await database.queries.select().from(facts)).toEqual([]);
    await database.close();
  });
});

const postgres = inject('postgres');

describe.skipIf(postgres === null)('a PostgreSQL', () => {
  const name = `portfolio_open_${process.pid}_${Date.now()}`;
  const base = postgres?.url ?? '';
  beforeAll(() => execute(base, `CREATE DATABASE ${name}`));
  afterAll(() => execute(base, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

  test('is migrated once by however many processes start at once, and refused by an older one', async () => {
    const url = databaseUrl(base, name);
    const opened = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)));
    for (const database of opened) {
      expect(database.engine).toBe('postgresql');
      expect(await migrationsOf(database)).toEqual(await generatedAt());
    }
    await opened[0]?.queries.execute(fromTheFuture);
    await Promise.all(opened.map((database) => database.close()));
    await expect(openPostgres(url)).rejects.toThrow(/newer version.*2100-01-01T00:00:00\.000Z/);
  });

  test('reports a missing database', async () => {
    await expect(openPostgres(databaseUrl(base, 'no_such_database'))).rejects.toThrow(
      /no_such_database/,
    );
  });
});
