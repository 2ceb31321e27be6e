import { access, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { openEmbedded } from '#platform/database/embedded.ts';
import { EngineError } from '#platform/database/engineThread.ts';
import { NewerDatabaseError, type OnUpgrade } from '#platform/database/migrate.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import { syncFolder, syncPath } from '#platform/database/syncedFiles.ts';
import type { StoreConfig } from '../config/settings.ts';
import { prepareDataDir } from './dataDir.ts';
import { lockFolder, readLockHolder, type FolderLock, type LockHolder } from './lock.ts';
import { codeOf, Refusal } from '../config/refusal.ts';
import { keepSecretKey } from './secretKey.ts';
import { fileSizeFault, leastToOpen, storageFault, watchStorage } from './storage.ts';

export interface Store {
  readonly database: Database;
  readonly secretKey: Uint8Array;
}

export type Print = (line: string) => void;

/** New database with its thematics and some hundred users. */
const newDatabaseBytes = 60e6;

/** Locks DATA_DIR for this process, or returns its holder. PostgreSQL needs no lock. */
export async function takeOrFindHolder(
  config: StoreConfig,
  command: string,
): Promise<{ readonly lock: FolderLock | null } | { readonly holder: LockHolder | null }> {
  if (config.databaseUrl !== null) {
    if (config.secretKey === null) await prepareDataDir(config.dataDir);
    return { lock: null };
  }
  await prepareDataDir(config.dataDir);
  const lock = await lockFolder(config.dataDir, command);
  return lock === null ? { holder: await readLockHolder(config.dataDir) } : { lock };
}

/** Locks DATA_DIR for this process, or stops the command. */
export async function takeFolder(config: StoreConfig, command: string): Promise<FolderLock | null> {
  const taken = await takeOrFindHolder(config, command);
  if ('lock' in taken) return taken.lock;
  throw new Refusal(inUse(config.dataDir, taken.holder));
}

/**
 * Opens the database of the locked folder, or the configured PostgreSQL.
 * @param log receives later faults of the disk and the database.
 */
export async function openStore(
  config: StoreConfig,
  print: Print,
  log: Print = print,
): Promise<Store> {
  if (config.databaseUrl === null) await checkRoom(config.dataDir);
  const secretKey = config.secretKey ?? (await keepSecretKey(config.dataDir));
  const database =
    config.databaseUrl === null
      ? await openFolder(config, print, log)
      : await openServer(config.databaseUrl, printUpgrade(print));
  return { database, secretKey };
}

/** Announces a database upgrade, which only the backup before it can undo. */
const printUpgrade =
  (print: Print): OnUpgrade =>
  ({ from, to }) =>
    print(
      `Upgrading the database from version ${from} to ${to}. Older versions of this program cannot open it afterwards. To be able to go back, keep a backup from before the upgrade (npm run backup with the older version).`,
    );

async function checkRoom(dataDir: string, least = leastToOpen): Promise<void> {
  const fault = await storageFault(dataDir, least);
  if (fault !== null) {
    throw new Refusal(`${fault} The data is intact: free space and start again.`);
  }
}

async function openFolder(config: StoreConfig, print: Print, log: Print): Promise<Database> {
  const { dataDir } = config;
  const folder = join(dataDir, 'database');
  const sizes = fileSizeFault();
  if (sizes?.isFatal === true) throw new Refusal(sizes.text);
  await putAside(dataDir, print);
  if (await hasNoDatabase(folder)) {
    await checkRoom(dataDir, config.diskReserveMb * 1e6 + newDatabaseBytes);
    await makeDatabase(dataDir, folder, print);
  }
  if (sizes !== null) print(sizes.text);
  const storage = await watchStorage(folder, { reserve: config.diskReserveMb * 1e6, log });
  const storageFault = () => storage.fault();
  try {
    const database = await opened(folder, {
      storageFault,
      log,
      isSynced: config.databaseSync,
      onUpgrade: printUpgrade(print),
    });
    return {
      ...database,
      async close() {
        storage.stop();
        await database.close();
      },
    };
  } catch (error) {
    storage.stop();
    throw error;
  }
}

/** Returns whether there is no database yet. A folder with parts of one is never initialized again. */
export async function hasNoDatabase(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Refusal(`The folder ${folder} cannot be read (${codeOf(error)}).`);
  });
  if (names.length === 0) return true;
  if (names.includes('PG_VERSION')) return false;
  throw new Refusal(
    `The folder ${folder} has files but no PG_VERSION, so it is not a complete database. It may be a partly restored copy. Nothing was changed. Restore the complete folder, or move it away to start with a new database.`,
  );
}

/** Creates the database in a draft folder and renames it when complete, so that it is never half made. */
async function makeDatabase(dataDir: string, folder: string, print: Print): Promise<void> {
  print(`Creating the database in ${dataDir}`);
  const draft = draftOf(dataDir);
  try {
    await (await opened(draft, {})).close();
    // initdb does not sync to disk.
    await syncFolder(draft);
    await rename(draft, folder);
    await syncPath(dataDir);
    await syncPath(dirname(dataDir));
  } catch (error) {
    // The draft is ours and was never used. It must not take up the space that was lacking.
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Sets aside the draft of a process that was killed while it created a database. It was never in use. */
async function putAside(dataDir: string, print: Print): Promise<void> {
  const draft = draftOf(dataDir);
  const isThere = await access(draft).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const aside = join(
    dataDir,
    `database.unfinished-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`,
  );
  await rename(draft, aside);
  print(
    `A previous start was interrupted while it created the database. Its files are now in ${aside}, and are not used`,
  );
}

const draftOf = (dataDir: string) => join(dataDir, 'database.new');

async function opened(
  folder: string,
  options: {
    readonly storageFault?: () => string | null;
    readonly log?: Print;
    readonly isSynced?: boolean;
    readonly onUpgrade?: OnUpgrade;
  },
): Promise<Database> {
  try {
    return await openEmbedded({ dataDir: folder, ...options });
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new Refusal(error.message);
    // The disk may have become full meanwhile, which leaves the database intact.
    await checkRoom(dirname(folder));
    if (!(error instanceof EngineError)) {
      throw new Refusal(
        `The database in ${folder} cannot be opened now, because its engine could not start. Its files were not touched. Check free memory.`,
      );
    }
    throw new Refusal(
      `The database in ${folder} cannot be opened: ${reasonOf(error)} Restore a copy of that folder, or start with a new one by setting DATA_DIR.`,
    );
  }
}

async function openServer(url: string, onUpgrade: OnUpgrade): Promise<Database> {
  try {
    return await openPostgres(url, onUpgrade);
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new Refusal(error.message);
    throw new Refusal(`The PostgreSQL of DATABASE_URL cannot be opened: ${reasonOf(error)}`);
  }
}

/**
 * Returns the first line of a failure, without an address or a password. An engine error without a code is internal, and its text
 * does not help.
 */
function reasonOf(error: unknown): string {
  const [cause] = error instanceof AggregateError ? error.errors : [error];
  if (cause instanceof EngineError && cause.code === undefined) {
    return 'its files are damaged or incomplete.';
  }
  const code = codeOf(cause);
  const text = (cause instanceof Error ? cause.message.split('\n')[0] : '') || code || 'unknown';
  return `${text.replaceAll(/postgres(ql)?:\/\/\S+/g, 'postgresql://…').replace(/\.$/, '')}.`;
}

export function inUse(dataDir: string, holder: LockHolder | null): string {
  if (holder === null) {
    return `The folder ${dataDir} is in use by another process. Stop it, or choose another folder with DATA_DIR (or --data-dir).`;
  }
  const { pid, url, command, startedAt } = holder;
  const activity = url === null ? `npm run ${command}` : `which serves ${url}`;
  const remedy = url === null ? 'Wait until it ends' : `Open ${url}, stop it (kill ${pid})`;
  return `The folder ${dataDir} is in use by process ${pid} (${activity}, since ${startedAt}). ${remedy}, or choose another folder with DATA_DIR (or --data-dir).`;
}
