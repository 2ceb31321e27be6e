import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database, Queries, Snapshot } from '#platform/database/database.ts';
import { syncPath } from '#platform/database/syncedFiles.ts';
import { codeOf } from '../config/refusal.ts';
import { folderFault, roomFault } from '../disk/faults.ts';
import { backupFormat, createSums, type BackupHeader } from './format.ts';
import { backedUpTables, type BackedUpTable } from './tables.ts';

export const draftEnding = '.part';

/** Returns the file name of a backup. Names sort by time. */
export function backupName(at: Date): string {
  return `portfolio-${at.toISOString().replaceAll(/[:.]/g, '-')}.backup`;
}

/** Returns the time in a backup's file name; null: another name. */
export function backupTime(name: string): number | null {
  const found = /^portfolio-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.backup$/.exec(name);
  if (found === null) return null;
  const [, hour, minutes, seconds, rest] = found;
  return Date.parse(`${hour}:${minutes}:${seconds}.${rest}`);
}

export class FileFault extends Error {
  override readonly name = 'FileFault';
}

export interface BackupOptions {
  readonly database: Database;
  readonly version: string;
  readonly at: Date;
  /** Key to include; null: omitted. */
  readonly secretKey: Uint8Array | null;
  /** Bytes that must stay free on the file's disk. */
  readonly reserve: number;
  /** Default: all but those that backups exclude. */
  readonly tables?: readonly BackedUpTable[];
}

/** Approximate length of a batch, and its maximum of stored bytes and of pages. */
const batchLength = 1e6;
const maxStored = 4e6;
const maxPages = 2048;

/**
 * Writes a snapshot of all tables into a file. Renames a draft once it is on disk, so that there is never half a backup. A
 * failure leaves no file.
 */
export async function writeBackup(
  file: string,
  { tables = backedUpTables, ...options }: BackupOptions,
): Promise<BackupHeader> {
  const draft = `${file}${draftEnding}`;
  await checkRoom(file, options);
  try {
    const text = new PassThrough({ highWaterMark: 4 * batchLength });
    const written = pipeline(
      text,
      createGzip({ level: 1, chunkSize: 65_536 }),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    // The race below reports a failed write. Without this handler it would also be an unhandled rejection.
    written.catch(() => {});
    const header = await Promise.race([
      options.database.snapshot(
        tables.map(({ name }) => name),
        (snapshot) =>
          writeTables(snapshot, text, {
            ...options,
            tables,
            checkRoom: () => checkRoom(file, options),
          }),
      ),
      written.then((): never => {
        throw new Error('The backup ended early');
      }),
    ]);
    text.end();
    await written;
    await rename(draft, file);
    await syncPath(dirname(file));
    return header;
  } catch (error) {
    await rm(draft, { force: true });
    throw fileFault(file, error) ?? error;
  }
}

async function checkRoom(file: string, { reserve }: BackupOptions): Promise<void> {
  const fault = await roomFault(dirname(file), reserve);
  if (fault !== null) throw new FileFault(fault.text);
}

/** Describes a failed write; undefined: the folder is not the cause. */
export function fileFault(file: string, error: unknown): FileFault | undefined {
  const reason = folderFault(codeOf(error));
  return reason === undefined
    ? undefined
    : new FileFault(`The file ${file} cannot be written: ${reason}.`);
}

async function writeTables(
  { queries, nameOf }: Snapshot,
  out: PassThrough,
  {
    database,
    version,
    at,
    secretKey,
    tables,
    checkRoom,
  }: BackupOptions & {
    readonly tables: readonly BackedUpTable[];
    readonly checkRoom: () => Promise<void>;
  },
): Promise<BackupHeader> {
  const sums = createSums();
  const write = async (text: string) => {
    // After a failed write the stream neither takes this nor reports it.
    if (out.destroyed) throw out.errored ?? new Error('The file was closed');
    sums.add(text);
    if (!out.write(text)) await once(out, 'drain');
  };
  const header: BackupHeader = {
    backup: 'portfolio',
    format: backupFormat,
    version,
    createdAt: at.toISOString(),
    engine: database.engine,
    migration: await lastMigration(queries),
    secretKey: secretKey === null ? null : Buffer.from(secretKey).toString('base64'),
    tables: await countRows(queries, tables, nameOf),
  };
  await write(lineOf(header));
  let rows = 0;
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name);
    await write(lineOf({ table: table.name, columns }));
    let count = 0;
    sums.endTable();
    for await (const batch of linesOf(queries, nameOf(table.name), table)) {
      await checkRoom();
      count += batch.rows;
      await write(batch.text);
    }
    rows += count;
    await write(
      lineOf({ rows: count, last: await lastNumber(queries, table), sha256: sums.endTable() }),
    );
  }
  out.write(lineOf({ end: true, rows, sha256: sums.end() }));
  return header;
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/**
 * Yields the rows of a table as lines, some megabytes at a time, by ranges of its pages, which needs no order and no index.
 * PostgreSQL itself joins the rows into one text, which transfers several times as fast as rows.
 */
async function* linesOf(queries: Queries, relation: string, { columns }: BackedUpTable) {
  const names = columns.map(({ name }) => sql.identifier(name));
  const texts = names.map((name) => sql`${name}::text`);
  const sizes = names.map((name) => sql`coalesce(pg_column_size(${name}), 0)`);
  const [size] = await queries
    .select({ pages: sql`pg_relation_size(${relation}::regclass) / 8192`.mapWith(Number) })
    .from(sql`(SELECT 1) AS one`);
  const end = size?.pages ?? 0;
  for (let page = 0, pages = 1; page < end;) {
    const next = page + pages;
    const range = sql`ctid >= ${`(${page},0)`}::tid AND ctid < ${`(${next},0)`}::tid`;
    const from = sql`${sql.identifier(relation)}`;
    // PostgreSQL stores long values outside the pages, so that a few pages may hold very much.
    const [stored] = await queries
      .select({ bytes: sql`coalesce(sum(${sql.join(sizes, sql` + `)}), 0)`.mapWith(Number) })
      .from(from)
      .where(range);
    if (pages > 1 && (stored?.bytes ?? 0) > maxStored) {
      pages = Math.ceil(pages / 4);
      continue;
    }
    const [batch] = await queries
      .select({
        text: sql<
          string | null
        >`string_agg(json_build_array(${sql.join(texts, sql`, `)})::text || E'\n', '')`,
        rows: sql`count(*)`.mapWith(Number),
      })
      .from(from)
      .where(range);
    const { text, rows } = batch ?? { text: null, rows: 0 };
    if (text !== null) yield { text, rows };
    const wanted = (pages * batchLength) / Math.max(1, text?.length ?? 0);
    page = next;
    pages = Math.ceil(Math.min(wanted, 4 * pages, maxPages));
  }
}

async function countRows(
  queries: Queries,
  tables: readonly BackedUpTable[],
  nameOf: Snapshot['nameOf'],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await queries
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(sql`${sql.identifier(nameOf(name))}`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

async function lastNumber(tx: Queries, { name, numbered }: BackedUpTable): Promise<string | null> {
  if (numbered === null) return null;
  const [row] = await tx
    .select({ last: sql<string | null>`last_value::text` })
    .from(sql`pg_sequences`)
    .where(
      sql`format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(${name}, ${numbered})`,
    );
  return row?.last ?? null;
}

export async function lastMigration(tx: Queries): Promise<number> {
  const [row] = await tx
    .select({ at: sql`max(created_at)`.mapWith(Number) })
    .from(sql`drizzle.__drizzle_migrations`);
  return row?.at ?? 0;
}
