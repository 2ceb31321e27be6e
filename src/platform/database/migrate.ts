import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { migrate as applyMigrations } from 'drizzle-orm/pg-proxy/migrator';
import type { Queries } from './database.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');

/** One connection, without parameters. The caller holds the migration lock. */
export interface MigrationTarget {
  readonly query: (text: string) => Promise<readonly object[]>;
  readonly script: (text: string) => Promise<void>;
}

/** Called before an existing database is migrated; versions count migrations. */
export type OnUpgrade = (versions: { readonly from: number; readonly to: number }) => void;

/** The database was written by a newer version. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(migrations: readonly string[]) {
    super(
      `This database was written by a newer version: it has ${migrations.join(', ')}, which this version does not know. Start the newer version.`,
    );
  }
}

export async function readMigrations(query: MigrationTarget['query']) {
  const migrations = readMigrationFiles({ migrationsFolder });
  const applied = await appliedAt(query);
  const known = migrations.map(({ folderMillis }) => folderMillis);
  const newer = applied.filter((at) => !known.includes(at));
  if (newer.length > 0) {
    throw new NewerDatabaseError(
      newer.map((at) => `the migration of ${new Date(at).toISOString()}`),
    );
  }
  return { migrations, pending: migrations.length - applied.length };
}

export async function migrate(
  { query, script }: MigrationTarget,
  onUpgrade: OnUpgrade = () => {},
): Promise<void> {
  const { migrations, pending } = await readMigrations(query);
  const [baseline] = migrations;
  const to = migrations.length;
  const isLegacy = pending === to && (await exists(query, 'migrations'));
  if (pending > 0 && (pending < to || isLegacy)) onUpgrade({ from: to - pending, to });
  if (isLegacy && baseline !== undefined) await upgradeLegacy({ query, script }, baseline);
  await applyMigrations(
    drizzle(async (text) => ({ rows: [...(await query(text))] })),
    (statements) => script(`BEGIN;\n${statements.join('\n;\n')};\nCOMMIT;`),
    { migrationsFolder },
  );
}

/** The migrations of this version, each identified by epoch milliseconds, in order. */
export function knownMigrations(): number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
}

export async function migrateWithin(
  tx: Queries,
  isWanted: (migration: number) => boolean,
): Promise<void> {
  for (const { sql: texts, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (!isWanted(folderMillis)) continue;
    for (const text of texts) {
      // A text of several statements, which works on either engine.
      await tx.execute(sql.raw(`DO $do$ BEGIN EXECUTE $text$${text}$text$; END $do$`));
    }
    await tx.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`,
    );
  }
}

async function exists(query: MigrationTarget['query'], table: string): Promise<boolean> {
  const rows = await query(`SELECT 1 WHERE to_regclass('${table}') IS NOT NULL`);
  return rows.length > 0;
}

async function appliedAt(query: MigrationTarget['query']): Promise<number[]> {
  const table = 'drizzle.__drizzle_migrations';
  if (!(await exists(query, table))) return [];
  const rows = await query(`SELECT created_at AS at FROM ${table} ORDER BY created_at`);
  return rows.map((row) => Number(Reflect.get(row, 'at')));
}

/** The steps of databases from before drizzle-kit, and one that renames their constraints to the generated names. */
const legacySteps = ['0001-foundation.sql', '0002-deliveries.sql', '0003-names.sql'];

/**
 * Upgrades a database from before drizzle-kit, which lists its steps in the table `migrations`: completes them and
 * records the baseline as applied, since both create the same tables. The third step makes older versions refuse the
 * database.
 */
async function upgradeLegacy(
  { query, script }: MigrationTarget,
  baseline: MigrationMeta,
): Promise<void> {
  const rows = await query('SELECT name FROM migrations');
  const done = rows.map((row) => String(Reflect.get(row, 'name')));
  const unknown = done.filter((name) => !legacySteps.includes(name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  const missing = legacySteps.filter((name) => !done.includes(name));
  const texts = await Promise.all(
    missing.map(async (name) => {
      const text = await readFile(join(import.meta.dirname, 'legacy', name), 'utf8');
      return `${text}\nINSERT INTO migrations (name) VALUES ('${name}');`;
    }),
  );
  await script(`BEGIN;
${texts.join('\n')}
CREATE SCHEMA IF NOT EXISTS drizzle;
CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at numeric);
INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('${baseline.hash}', ${baseline.folderMillis});
COMMIT;`);
}
