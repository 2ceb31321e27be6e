import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#service/database/database.ts';
import { openEmbedded, openPostgres } from '#service/database/open.ts';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../dataDir.ts';
import { lockFolder, readHolder, type FolderLock, type Holder } from '../lock.ts';
import { codeOf, Refusal } from '../refusal.ts';
import { keepSecretKey } from '../secretKey.ts';

/** What a process keeps its things in, open. */
export interface Store {
  readonly database: Database;
  readonly secretKey: Uint8Array;
}

/** Takes DATA_DIR for this process, or tells who holds it; with PostgreSQL there is nothing to take. */
export async function takeOrFindHolder(
  config: Config,
  command: string,
): Promise<{ readonly lock: FolderLock | null } | { readonly holder: Holder | null }> {
  if (config.databaseUrl !== null) {
    if (config.secretKey === null) await prepareDataDir(config.dataDir);
    return { lock: null };
  }
  await prepareDataDir(config.dataDir);
  const lock = await lockFolder(config.dataDir, command);
  return lock === null ? { holder: await readHolder(config.dataDir) } : { lock };
}

/** Takes DATA_DIR for this process, or stops. */
export async function takeFolder(config: Config, command: string): Promise<FolderLock | null> {
  const taken = await takeOrFindHolder(config, command);
  if ('lock' in taken) return taken.lock;
  throw new Refusal(inUse(config.dataDir, taken.holder));
}

/** Opens the database of the folder that was taken, or the PostgreSQL that is named. */
export async function openStore(config: Config, print: (line: string) => void): Promise<Store> {
  const secretKey = config.secretKey ?? (await keepSecretKey(config.dataDir));
  const database =
    config.databaseUrl === null
      ? await openFolder(config.dataDir, print)
      : await openServer(config.databaseUrl);
  return { database, secretKey };
}

/**
 * A database that was being made when its process was killed is none: a file says so while it is made,
 * and then it is made anew. Nothing was acknowledged in it yet.
 */
async function openFolder(dataDir: string, print: (line: string) => void): Promise<Database> {
  const folder = join(dataDir, 'database');
  const unfinished = join(dataDir, 'database.unfinished');
  if (await exists(unfinished)) await rm(folder, { recursive: true, force: true });
  const isNew = !(await exists(folder));
  if (isNew) {
    print(`Making the database in ${dataDir}`);
    await writeFile(unfinished, '', { flush: true });
  }
  let database: Database;
  try {
    database = await openEmbedded({ dataDir: folder });
  } catch (error) {
    throw new Refusal(
      `The database in ${folder} cannot be opened: ${reasonOf(error)} Put back a copy of that folder, or begin with a new one by DATA_DIR.`,
    );
  }
  if (isNew) await rm(unfinished);
  return database;
}

async function openServer(url: string): Promise<Database> {
  try {
    return await openPostgres(url);
  } catch (error) {
    throw new Refusal(`The PostgreSQL of DATABASE_URL cannot be opened: ${reasonOf(error)}`);
  }
}

/** The first line of what went wrong, without an address or a password that may stand in it. */
function reasonOf(error: unknown): string {
  const [cause] = error instanceof AggregateError ? error.errors : [error];
  const code = codeOf(cause);
  const text = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  const told = text.replaceAll(/postgres(ql)?:\/\/\S+/g, 'postgresql://…') || code || 'unknown';
  return `${told.replace(/\.$/, '')}.`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Who holds a folder and what to do about it, in one line. */
export function inUse(dataDir: string, holder: Holder | null): string {
  if (holder === null) {
    return `The folder ${dataDir} is in use by another process. Stop that, or choose another with DATA_DIR (or --data-dir).`;
  }
  const { pid, url, command, startedAt } = holder;
  const does = url === null ? `npm run ${command}` : `which serves ${url}`;
  const instead = url === null ? 'Wait until it ends' : `Open ${url}, stop it (kill ${pid})`;
  return `The folder ${dataDir} is in use by process ${pid} (${does}, since ${startedAt}). ${instead}, or choose another folder with DATA_DIR (or --data-dir).`;
}
