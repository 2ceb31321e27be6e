import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { openEmbeddedPostgres } from '#platform/database/embeddedPostgres.ts';
import { EngineError } from '#platform/database/engineThread.ts';
import { NewerDatabaseError, type OnUpgrade } from '#platform/database/migrate.ts';
import type { PostgresPrograms } from '#platform/database/postgresPrograms.ts';
import { ServerError } from '#platform/database/postgresServer.ts';
import { syncFolder, syncPath } from '#platform/database/syncedFiles.ts';
import { codeOf, Refusal } from '../config/refusal.ts';
import type { StoreConfig } from '../config/settings.ts';
import { clearInterrupted, engineOf, foldersOf, makePostgresFolder } from './databaseFolder.ts';
import { chooseEngine, type EmbeddedEngine } from './embeddedEngine.ts';
import { MoveFault, moveToPostgres } from './moveToPostgres.ts';
import { fileSizeFault, leastToOpen, storageFault, watchStorage } from './storage.ts';

export type Print = (line: string) => void;

/** New database with its thematics and some hundred users. */
const newDatabaseBytes = 60e6;

export interface OpenedFolder {
  readonly database: Database;
  /** Name of the engine, for people. */
  readonly engine: string;
}

export interface FolderOptions {
  readonly print: Print;
  /** Receives later faults of the disk and the database. */
  readonly log: Print;
  readonly onUpgrade: OnUpgrade;
}

/** Opens the database of the locked DATA_DIR, and creates it or moves it to PostgreSQL before. */
export async function openFolder(
  config: StoreConfig,
  { print, log, onUpgrade }: FolderOptions,
): Promise<OpenedFolder> {
  const { dataDir, diskReserveMb, databaseSync: isSynced } = config;
  const { database: folder, previous } = foldersOf(dataDir);
  const sizes = fileSizeFault();
  if (sizes?.isFatal === true) throw new Refusal(sizes.text);
  await clearInterrupted(dataDir, print);
  const reserve = diskReserveMb * 1e6;
  const { programs, label } = await prepareFolder(config, { print, onUpgrade });
  if (sizes !== null) print(sizes.text);
  const storage = await watchStorage(folder, { reserve, log });
  const options = { storageFault: () => storage.fault(), log, isSynced, onUpgrade };
  try {
    const database = await opened(folder, () =>
      programs === null
        ? openEmbedded({ dataDir: folder, ...options })
        : openEmbeddedPostgres({ programs, folder, ...options }),
    );
    return {
      engine: label,
      database: {
        ...database,
        async close() {
          storage.stop();
          await database.close();
          if (programs !== null) await rm(previous, { recursive: true, force: true });
        },
      },
    };
  } catch (error) {
    storage.stop();
    throw error;
  }
}

/** Makes sure that there is a database, and returns its engine. */
async function prepareFolder(
  config: StoreConfig,
  { print, onUpgrade }: Pick<FolderOptions, 'print' | 'onUpgrade'>,
): Promise<EmbeddedEngine> {
  const { dataDir, diskReserveMb, databaseSync: isSynced } = config;
  const reserve = diskReserveMb * 1e6;
  const present = await engineOf(foldersOf(dataDir).database);
  const engine = await chooseEngine(config, present);
  const { programs } = engine;
  if (present === 'postgresql') return engine;
  if (present === null) {
    await checkRoom(dataDir, reserve + newDatabaseBytes);
    print(`Creating the database in ${dataDir}`);
  }
  if (programs !== null) {
    try {
      if (present === null) await makeDatabase(dataDir, programs);
      else await moveToPostgres({ dataDir, programs, reserve, isSynced, onUpgrade, print });
      return engine;
    } catch (error) {
      if (error instanceof NewerDatabaseError) throw new Refusal(error.message);
      const reason = error instanceof MoveFault ? error.message : reasonOf(error);
      if (config.embeddedEngine !== null) {
        throw new Refusal(`The database could not be created in PostgreSQL: ${reason}`);
      }
      const next =
        present === null ? '' : ' Nothing was changed, and the next start tries to move it again.';
      print(`PostgreSQL cannot be used: ${reason} PGlite is used instead.${next}`);
    }
  }
  if (present === null) await makeDatabase(dataDir, null);
  return { programs: null, label: programs === null ? engine.label : 'PGlite' };
}

/** Creates the database in a draft folder and renames it when complete, so that it is never half made. */
async function makeDatabase(dataDir: string, programs: PostgresPrograms | null): Promise<void> {
  const { database, draft } = foldersOf(dataDir);
  try {
    if (programs !== null) await makePostgresFolder(programs, draft);
    else {
      await (await opened(draft, () => openEmbedded({ dataDir: draft }))).close();
      // initdb does not sync to disk.
      await syncFolder(draft);
    }
    await rename(draft, database);
    await syncPath(dataDir);
    await syncPath(dirname(dataDir));
  } catch (error) {
    // The draft is ours and was never used. It must not take up the space that was lacking.
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

export async function checkRoom(dataDir: string, least = leastToOpen): Promise<void> {
  const fault = await storageFault(dataDir, least);
  if (fault !== null) {
    throw new Refusal(`${fault} The data is intact: free space and start again.`);
  }
}

async function opened(folder: string, open: () => Promise<Database>): Promise<Database> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new Refusal(error.message);
    // The disk may have become full meanwhile, which leaves the database intact.
    await checkRoom(dirname(folder));
    if (!(error instanceof EngineError || error instanceof ServerError)) {
      throw new Refusal(
        `The database in ${folder} cannot be opened now, because its engine could not start. Its files were not touched. Check free memory.`,
      );
    }
    throw new Refusal(
      `The database in ${folder} cannot be opened: ${reasonOf(error)} Restore a copy of that folder, or start with a new one by setting DATA_DIR.`,
    );
  }
}

/**
 * Returns the first line of a failure, without an address or a password. An engine error without a code is internal, and its text
 * does not help.
 */
export function reasonOf(error: unknown): string {
  const [cause] = error instanceof AggregateError ? error.errors : [error];
  if (cause instanceof EngineError && cause.code === undefined) {
    return 'its files are damaged or incomplete.';
  }
  const code = codeOf(cause);
  const text = (cause instanceof Error ? cause.message.split('\n')[0] : '') || code || 'unknown';
  return `${text.replaceAll(/postgres(ql)?:\/\/\S+/g, 'postgresql://…').replace(/\.$/, '')}.`;
}
