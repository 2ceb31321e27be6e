import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import type { OnUpgrade } from '#platform/database/migrate.ts';
import type { PostgresPrograms } from '#platform/database/postgresPrograms.ts';
import { syncPath } from '#platform/database/syncedFiles.ts';
import { roomFault } from '../disk/faults.ts';
import { restoreTables } from '../backup/restoreWithin.ts';
import { completeTables } from '../backup/tables.ts';
import { writeBackup } from '../backup/write.ts';
import { foldersOf, makePostgresFolder } from './databaseFolder.ts';

export interface MoveOptions {
  readonly dataDir: string;
  readonly programs: PostgresPrograms;
  /** Bytes that must stay free. */
  readonly reserve: number;
  readonly isSynced: boolean;
  readonly onUpgrade: OnUpgrade;
  readonly print: (line: string) => void;
}

/** A PostgreSQL folder with its log, in addition to the data. */
const newFolderBytes = 300e6;

/**
 * Moves all data from PGlite to PostgreSQL by a backup and a restore. The folder of PGlite stays unchanged, and is kept
 * under another name.
 */
export async function moveToPostgres(options: MoveOptions): Promise<void> {
  const { dataDir, programs, reserve, isSynced, onUpgrade, print } = options;
  const { database, moving, movingBackup, previous } = foldersOf(dataDir);
  const needed = 2 * (await sizeOf(database)) + newFolderBytes + reserve;
  const lacking = await roomFault(dataDir, needed);
  if (lacking !== null) throw new MoveFault(lacking.text);
  print(`Moving the data from PGlite to PostgreSQL ${programs.version}`);
  try {
    const from = await openEmbedded({ dataDir: database, isSynced, onUpgrade });
    await closing(from, () =>
      writeBackup(movingBackup, {
        database: from,
        version: 'move',
        at: new Date(),
        secretKey: null,
        reserve,
        tables: completeTables,
      }),
    );
    await makePostgresFolder(programs, moving, (to) => restoreAll(to, movingBackup, print));
    await rename(database, previous);
    await rename(moving, database);
    await syncPath(dataDir);
    print(`All data was moved. The database from before stays in ${previous} until a clean stop`);
  } finally {
    await rm(moving, { recursive: true, force: true });
    await rm(movingBackup, { force: true });
  }
}

/** The move is not possible now, with the reason as sentences. */
export class MoveFault extends Error {
  override readonly name = 'MoveFault';
}

async function restoreAll(
  to: Database,
  file: string,
  print: (line: string) => void,
): Promise<unknown> {
  let shown = 0;
  const progress = (done: number, of: number) => {
    const tenths = Math.floor((10 * done) / of);
    if (tenths > shown) print(`  ${10 * tenths} % moved`);
    shown = tenths;
  };
  return to.transaction((tx) => restoreTables(tx, file, progress), { isAlone: true });
}

async function closing(database: Database, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } finally {
    await database.close();
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
