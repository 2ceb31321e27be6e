import type { Database } from '#platform/database/database.ts';
import { NewerDatabaseError, type OnUpgrade } from '#platform/database/migrate.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import { Refusal } from '../config/refusal.ts';
import type { StoreConfig } from '../config/settings.ts';
import { prepareDataDir } from './dataDir.ts';
import { checkRoom, openFolder, reasonOf, type OpenedFolder, type Print } from './embeddedStore.ts';
import { lockFolder, readLockHolder, type FolderLock, type LockHolder } from './lock.ts';
import { keepSecretKey } from './secretKey.ts';

export interface Store extends OpenedFolder {
  readonly secretKey: Uint8Array;
}

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
  const onUpgrade = printUpgrade(print);
  const opened =
    config.databaseUrl === null
      ? await openFolder(config, { print, log, onUpgrade })
      : { database: await openServer(config.databaseUrl, onUpgrade), engine: 'PostgreSQL' };
  return { ...opened, secretKey };
}

/** Announces a database upgrade, which only the backup before it can undo. */
const printUpgrade =
  (print: Print): OnUpgrade =>
  ({ from, to }) =>
    print(
      `Upgrading the database from version ${from} to ${to}. Older versions of this program cannot open it afterwards. To be able to go back, keep a backup from before the upgrade (npm run backup with the older version).`,
    );

async function openServer(url: string, onUpgrade: OnUpgrade): Promise<Database> {
  try {
    return await openPostgres(url, onUpgrade);
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new Refusal(error.message);
    throw new Refusal(`The PostgreSQL of DATABASE_URL cannot be opened: ${reasonOf(error)}`);
  }
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
