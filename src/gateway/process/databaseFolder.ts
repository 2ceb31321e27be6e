import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { openEmbeddedPostgres } from '#platform/database/embeddedPostgres.ts';
import type { PostgresPrograms } from '#platform/database/postgresPrograms.ts';
import { initializeFolder, stopStray } from '#platform/database/postgresServer.ts';
import { syncPath } from '#platform/database/syncedFiles.ts';
import { codeOf, Refusal } from '../config/refusal.ts';

export type DatabaseEngine = Database['engine'];

/** The folders of the embedded database in DATA_DIR. */
export function foldersOf(dataDir: string) {
  return {
    database: join(dataDir, 'database'),
    /** A database that is being created. */
    draft: join(dataDir, 'database.new'),
    /** A PostgreSQL database that is being filled from PGlite, and the backup for it. */
    moving: join(dataDir, 'database.moving'),
    movingBackup: join(dataDir, 'database.moving.backup'),
    /** The PGlite database from before the move, until the first clean stop. */
    previous: join(dataDir, 'database.pglite'),
    libraries: join(dataDir, 'postgresql-libraries'),
  };
}

/** A file that marks folders of PostgreSQL. Those of PGlite have none. */
const engineMark = 'portfolio-postgresql';

/** Returns the engine of a database; null: there is none yet. A folder with parts of one is never initialized again. */
export async function engineOf(folder: string): Promise<DatabaseEngine | null> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Refusal(`The folder ${folder} cannot be read (${codeOf(error)}).`);
  });
  if (names.length === 0) return null;
  if (names.includes('PG_VERSION')) return names.includes(engineMark) ? 'postgresql' : 'pglite';
  throw new Refusal(
    `The folder ${folder} has files but no PG_VERSION, so it is not a complete database. It may be a partly restored copy. Nothing was changed. Restore the complete folder, or move it away to start with a new database.`,
  );
}

/** Creates a folder of PostgreSQL with all tables, fills it, and leaves it stopped and on disk. */
export async function makePostgresFolder(
  programs: PostgresPrograms,
  folder: string,
  fill: (database: Database) => Promise<unknown> = async () => {},
): Promise<void> {
  await initializeFolder(programs, folder);
  await writeFile(join(folder, engineMark), 'The embedded PostgreSQL of Portfolio Dashboard\n', {
    flush: true,
  });
  await syncPath(folder);
  const database = await openEmbeddedPostgres({
    programs,
    folder,
    isSynced: true,
    log: () => {},
  });
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}

/**
 * Sets aside the draft of a process that was killed while it created a database, which was never in use, and undoes a
 * move to PostgreSQL that was interrupted.
 */
export async function clearInterrupted(
  dataDir: string,
  print: (line: string) => void,
): Promise<void> {
  const { database, draft, moving, movingBackup, previous } = foldersOf(dataDir);
  await stopStray(moving);
  await rm(moving, { recursive: true, force: true });
  await rm(movingBackup, { force: true });
  if (existsSync(previous) && !existsSync(database)) {
    await rename(previous, database);
    await syncPath(dataDir);
  }
  if (!existsSync(draft)) return;
  await stopStray(draft);
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(dataDir, `database.unfinished-${time}`);
  await rename(draft, aside);
  print(
    `A previous start was interrupted while it created the database. Its files are now in ${aside}, and are not used`,
  );
}
