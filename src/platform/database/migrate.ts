import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { Queries } from './database.ts';

/** Lists the migrations that a database has had, by their `folderMillis`. */
const recordTable = 'drizzle.__drizzle_migrations';

type Migration = Pick<MigrationMeta, 'folderMillis' | 'sql' | 'hash'>;

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
      `A newer version wrote this database: it has ${migrations.join(', ')}, which this version does not know. Start the newer version.`,
    );
  }
}

export async function migrate(
  { query, script }: MigrationTarget,
  onUpgrade: OnUpgrade = () => {},
): Promise<void> {
  const { last, pending } = await readMigrations(query);
  if (pending.length === 0) return;
  const known = knownMigrations();
  if (last > 0) onUpgrade({ from: known.indexOf(last) + 1, to: known.length });
  await script(`BEGIN;
CREATE SCHEMA IF NOT EXISTS drizzle;
CREATE TABLE IF NOT EXISTS ${recordTable} (id serial PRIMARY KEY, hash text NOT NULL, created_at numeric);
${pending.map(sqlOf).join('\n')}
COMMIT;`);
}

/**
 * The last migration that a database has had (0: none, it is new), and those that it has not had.
 * @throws {NewerDatabaseError}
 */
export async function readMigrations(query: MigrationTarget['query']) {
  const applied = await readApplied(query);
  const known = knownMigrations();
  const newer = applied.filter((migration) => !known.includes(migration));
  if (newer.length > 0) {
    throw new NewerDatabaseError(
      newer.map((time) => `the migration of ${new Date(time).toISOString()}`),
    );
  }
  const last = applied.at(-1) ?? 0;
  return { last, pending: migrationsBetween(last) };
}

/** Applies the migrations after one (0: the tables do not exist) up to another, inside a transaction. */
export async function migrateWithin(tx: Queries, after: number, upTo?: number): Promise<void> {
  for (const migration of migrationsBetween(after, upTo)) {
    // Several statements at once, on either engine.
    await tx.execute(sql.raw(`DO $do$ BEGIN EXECUTE $text$${sqlOf(migration)}$text$; END $do$`));
  }
}

/** The migrations of this version, each identified by a number, in order. */
export function knownMigrations(): number[] {
  return [...readBeforeBaseline(), ...readFolder().slice(1)].map(
    ({ folderMillis }) => folderMillis,
  );
}

/** New tables begin with the baseline. Older ones are upgraded to it, by migrations of which the last has its number. */
function migrationsBetween(after: number, upTo = Infinity): Migration[] {
  const folder = readFolder();
  const isNew = after === 0 && folder.some(({ folderMillis }) => folderMillis <= upTo);
  const migrations = isNew ? folder : [...readBeforeBaseline(), ...folder.slice(1)];
  return migrations.filter(({ folderMillis }) => folderMillis > after && folderMillis <= upTo);
}

const readFolder = () =>
  readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') });

function readBeforeBaseline(): Migration[] {
  const text = readFileSync(join(import.meta.dirname, 'beforeBaseline.sql'), 'utf8');
  const [, ...steps] = text.split(/^--> /m);
  return steps.map((step) => ({
    folderMillis: Number.parseInt(step, 10),
    sql: [`-- ${step}`],
    hash: '',
  }));
}

const sqlOf = ({ sql: statements, hash, folderMillis }: Migration) =>
  `${statements.join(';\n')};
INSERT INTO ${recordTable} (hash, created_at) VALUES ('${hash}', ${folderMillis});`;

/** Databases from before drizzle-kit list their migrations in the table `migrations`, under these names. */
const legacyNames = ['0001-foundation.sql', '0002-deliveries.sql'];

/** The migrations that a database has had, in order. */
async function readApplied(query: MigrationTarget['query']): Promise<number[]> {
  const exists = async (table: string) =>
    (await query(`SELECT 1 WHERE to_regclass('${table}') IS NOT NULL`)).length > 0;
  const read = async (column: string, table: string) =>
    (await query(`SELECT ${column} AS value FROM ${table} ORDER BY ${column}`)).map((row) =>
      String(Reflect.get(row, 'value')),
    );
  const times = (await exists(recordTable)) ? await read('created_at', recordTable) : [];
  if (times.length > 0 || !(await exists('migrations'))) return times.map(Number);
  const names = await read('name', 'migrations');
  const unknown = names.filter((name) => !legacyNames.includes(name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  return names.map((name) => legacyNames.indexOf(name) + 1);
}
