import { randomUUID } from 'node:crypto';
import { count, eq, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { migrateWithin } from '#platform/database/migrate.ts';
import { tokens, users } from '#platform/database/schema/portfolio.ts';
import { counterNames, counters, facts } from '#platform/database/schema/store.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { readSecret, seal } from '#platform/http/secrets.ts';
import { pauseDeliveries } from '#service/webhooks/delivery/pause.ts';
import { restorePreserved, readPreserved } from './preserved.ts';
import { BackupFault, readBackup } from './read.ts';
import type { BackupHeader } from './format.ts';
import { allTables } from './tables.ts';

const restoredFact = 'restored';

export interface RestoreOptions {
  readonly secretKey: Uint8Array;
  readonly at: Date;
  readonly progress: (done: number, of: number) => void;
}

export interface Restored {
  readonly header: BackupHeader;
  /** Addresses of endpoints with unreadable secrets, which must be rotated. */
  readonly unreadable: readonly string[];
  /** Deliveries are paused until someone resumes them. */
  readonly isPaused: boolean;
}

/** Describes the content that a restore would replace; null: only the content of a new store. */
export async function contentOf(queries: Queries): Promise<string | null> {
  const [people] = await queries
    .select({ count: count() })
    .from(users)
    .where(eq(users.sample, false));
  const [receivers] = await queries.select({ count: count() }).from(endpoints);
  const [priced] = await queries.select({ count: count() }).from(tokens);
  const counts = [
    [people?.count, 'users other than samples'],
    [receivers?.count, 'webhook endpoints'],
    [priced?.count, 'tokens with imported prices'],
  ] as const;
  const content = counts.flatMap(([number = 0, label]) =>
    number > 0 ? [`${label}: ${number}`] : [],
  );
  return content.length === 0 ? null : content.join(', ');
}

/**
 * Replaces the content of the database with a backup, inside a transaction. Rebuilds the tables of the backup's version, fills
 * them, and runs the later migrations. A failure rolls back.
 */
export async function restoreWithin(
  tx: Queries,
  file: string,
  { secretKey, at, progress }: RestoreOptions,
): Promise<Restored> {
  await liftTimeout(tx);
  const eventsBefore = await lastEvent(tx);
  const preserved = await readPreserved(tx);
  const hadContent = (await contentOf(tx)) !== null;
  const header = await restoreTables(tx, file, progress);
  await tx.delete(facts).where(sql`${facts.name} IN ('health') OR ${facts.name} LIKE 'process %'`);
  await restorePreserved(tx, preserved);
  await tx
    .insert(facts)
    .values({ name: restoredFact, value: `${at.toISOString()} ${randomUUID()}` })
    .onConflictDoUpdate({ target: facts.name, set: { value: sql`excluded.value` } });
  const unreadable = await readableSecrets(tx, secretKey, header.secretKey);
  const [receivers] = await tx.select({ count: count() }).from(endpoints);
  const isPaused = (receivers?.count ?? 0) > 0;
  if (isPaused) await pauseDeliveries(tx, at);
  // Never reuses event numbers of this store, and skips one. Clients of the live stream notice the gap and request everything
  // again.
  if (hadContent || eventsBefore > 0) {
    await tx
      .update(counters)
      .set({ value: sql`greatest(${counters.value}, ${eventsBefore}::bigint) + 1` })
      .where(eq(counters.name, counterNames.event));
  }
  return { header, unreadable, isPaused };
}

/** Replaces the tables with those of a backup, inside a transaction, and runs the later migrations. */
export async function restoreTables(
  tx: Queries,
  file: string,
  progress: RestoreOptions['progress'],
): Promise<BackupHeader> {
  await liftTimeout(tx);
  let header: BackupHeader | null = null;
  let columns: RestoredColumn[] = [];
  let table = '';
  let done = 0;
  let total = 0;
  for await (const part of readBackup(file)) {
    switch (part.kind) {
      case 'header':
        header = part.header;
        total = Object.values(header.tables).reduce((sum, rows) => sum + rows, 0);
        await rebuildTables(tx, header.migration);
        break;
      case 'table':
        table = part.table;
        columns = await columnsOf(tx, table, part.columns);
        break;
      case 'rows':
        await insertRows(tx, table, columns, part.lines);
        done += part.lines.length;
        progress(done, total);
        break;
      case 'tableEnd':
        await setSequence(tx, table, columns, part.last);
        break;
    }
  }
  if (header === null) throw new BackupFault('The file is empty.');
  await migrateWithin(tx, header.migration);
  await tx.execute(sql`ANALYZE`);
  return header;
}

/** A large table takes longer than the timeout of requests. */
async function liftTimeout(tx: Queries): Promise<void> {
  await tx.execute(sql`SELECT set_config('statement_timeout', '0', true)`);
}

/** Returns the id of the last restore. When it changes, everything cached in a process is outdated. */
export async function lastRestore(queries: Queries): Promise<string | null> {
  const [row] = await queries.select().from(facts).where(eq(facts.name, restoredFact));
  return row?.value ?? null;
}

async function lastEvent(tx: Queries): Promise<number> {
  const [row] = await tx.select().from(counters).where(eq(counters.name, counterNames.event));
  return row?.value ?? 0;
}

async function rebuildTables(tx: Queries, migration: number): Promise<void> {
  const names = allTables.map((name) => sql.identifier(name));
  await tx.execute(sql`DROP TABLE ${sql.join(names, sql`, `)}`);
  await tx.execute(sql`DELETE FROM drizzle.__drizzle_migrations`);
  await migrateWithin(tx, 0, migration);
}

interface RestoredColumn {
  readonly name: string;
  readonly type: string;
  /** A sequence numbers the column. */
  readonly isNumbered: boolean;
}

/** Returns the columns of a new table in the file's order, and deletes rows that migrations inserted. */
async function columnsOf(
  tx: Queries,
  table: string,
  names: readonly string[],
): Promise<RestoredColumn[]> {
  const rows = await tx
    .select({
      name: sql<string>`attname`,
      type: sql<string>`format_type(atttypid, atttypmod)`,
      isNumbered: sql<boolean>`attidentity <> ''`,
    })
    .from(sql`pg_attribute`)
    .where(
      sql`attrelid = to_regclass(${`public.${quoted(table)}`}) AND attnum > 0 AND NOT attisdropped`,
    );
  const columns = names.flatMap((name) => rows.filter((row) => row.name === name));
  if (rows.length === 0 || columns.length !== rows.length || names.length !== rows.length) {
    throw new BackupFault(
      `The table ${table} of the file does not match the version in its header. Use a backup that npm run backup wrote.`,
    );
  }
  await tx.execute(sql`DELETE FROM ${sql.identifier(table)}`);
  return columns;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function insertRows(
  tx: Queries,
  table: string,
  columns: readonly RestoredColumn[],
  lines: readonly string[],
): Promise<void> {
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map(({ type }, index) => sql.raw(`(line ->> ${index})::${type}`));
  try {
    await tx.execute(sql`
      INSERT INTO ${sql.identifier(table)} (${sql.join(names, sql`, `)}) OVERRIDING SYSTEM VALUE
      SELECT ${sql.join(values, sql`, `)} FROM jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) AS line`);
  } catch (error) {
    throw isFaultOfRows(error) ? invalidRows(table) : error;
  }
}

/** SQLSTATE classes 22 (invalid value) and 23 (constraint violation). */
function isFaultOfRows(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^2[23]/.test(String(cause.code))) return true;
  }
  return false;
}

const invalidRows = (table: string) =>
  new BackupFault(
    `The table ${table} of the file has duplicate keys or invalid values. Use a backup that npm run backup wrote.`,
  );

async function setSequence(
  tx: Queries,
  table: string,
  columns: readonly RestoredColumn[],
  last: string | null,
): Promise<void> {
  const numbered = columns.find(({ isNumbered }) => isNumbered);
  if (numbered === undefined || last === null) return;
  await tx.execute(
    sql`SELECT setval(pg_get_serial_sequence(${quoted(table)}, ${numbered.name}), ${last}::bigint)`,
  );
}

/**
 * Encrypts endpoint secrets with this store's key, if their previous key is in the backup or is this one.
 * @returns the addresses of the other endpoints, without the query.
 */
async function readableSecrets(
  tx: Queries,
  key: Uint8Array,
  text: string | null,
): Promise<string[]> {
  const previousKey = text === null ? key : Buffer.from(text, 'base64');
  const resealed = (sealed: Uint8Array | null) => {
    const secret =
      sealed === null ? null : (readSecret(sealed, previousKey) ?? readSecret(sealed, key));
    return secret === null ? sealed : seal(secret, key);
  };
  const unreadable: string[] = [];
  for (const { seq, url, secret, previousSecret } of await tx.select().from(endpoints)) {
    const sealed = resealed(secret) ?? secret;
    if (readSecret(sealed, key) === null) unreadable.push(url.replace(/\?.*/, ''));
    if (text === null) continue;
    await tx
      .update(endpoints)
      .set({ secret: sealed, previousSecret: resealed(previousSecret) })
      .where(eq(endpoints.seq, seq));
  }
  return unreadable;
}
