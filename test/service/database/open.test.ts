import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#service/database/database.ts';
import { openEmbedded, openPostgres } from '#service/database/open.ts';
import { facts } from '#service/database/schema.ts';
import { embeddedTemplate } from '../../support/embeddedTemplate.ts';
import { execute } from '../../support/engineSetup.ts';
import { databaseUrl } from '../../support/postgres.ts';

const migrationFiles = new URL('../../../src/service/database/migrations/', import.meta.url);

async function migrationsOf({ queries }: Database): Promise<string[]> {
  const rows = await queries
    .select({ name: sql`name`.mapWith(String) })
    .from(sql`migrations`)
    .orderBy(sql`name`);
  return rows.map(({ name }) => name);
}

const fromTheFuture = sql`INSERT INTO migrations (name) VALUES ('9999-later.sql')`;

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
    const files = (await readdir(migrationFiles)).filter((name) => name.endsWith('.sql'));
    expect(await migrationsOf(second)).toEqual(files.toSorted());

    await second.queries.execute(fromTheFuture);
    await second.close();
    await expect(openEmbedded({ dataDir })).rejects.toThrow(/newer version.*9999-later\.sql/);
  });

  test('rolls back what throws, and waits for nobody afterwards', async () => {
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
    const files = (await readdir(migrationFiles)).filter((file) => file.endsWith('.sql'));
    for (const database of opened) {
      expect(database.engine).toBe('postgresql');
      expect(await migrationsOf(database)).toEqual(files.toSorted());
    }
    await opened[0]?.queries.execute(fromTheFuture);
    await Promise.all(opened.map((database) => database.close()));
    await expect(openPostgres(url)).rejects.toThrow(/newer version.*9999-later\.sql/);
  });

  test('that is not there is told', async () => {
    await expect(openPostgres(databaseUrl(base, 'no_such_database'))).rejects.toThrow(
      /no_such_database/,
    );
  });
});
