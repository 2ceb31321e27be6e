import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { codeOf } from './refusal.ts';

const holderOnDisk = z.object({
  pid: z.number(),
  /** null: it does not listen, or not yet. */
  url: z.nullable(z.string()),
  command: z.string(),
  startedAt: z.string(),
});
/** The process that holds a folder, as it wrote itself into `process.json`. */
export type Holder = z.infer<typeof holderOnDisk>;

export interface FolderLock {
  /** Tells others where this process listens. */
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes a folder for this process alone; null where another holds it (or this one does already).
 * The lock is an exclusive transaction of SQLite on `lock.db`: a lock of the operating system's, which `kill -9`
 * frees too, by whatever path or link the folder is reached. `process.json` beside it only says who it is.
 */
export async function lockFolder(dataDir: string, command: string): Promise<FolderLock | null> {
  const database = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 });
  try {
    // Nothing is ever written, so no journal is needed either.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  const holder: Holder = {
    pid: process.pid,
    url: null,
    command,
    startedAt: new Date().toISOString(),
  };
  await writeHolder(dataDir, holder);
  return {
    announce: (url) => writeHolder(dataDir, { ...holder, url }),
    release: async () => {
      // In this order: as long as the file is there, it tells of whoever holds the lock.
      await rm(holderFile(dataDir), { force: true });
      if (database.isOpen) database.close();
    },
  };
}

/** Who holds the folder, as told by `process.json`; null where that cannot be read. */
export async function readHolder(dataDir: string): Promise<Holder | null> {
  try {
    const read = z.safeParse(holderOnDisk, JSON.parse(await readFile(holderFile(dataDir), 'utf8')));
    return read.success ? read.data : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function writeHolder(dataDir: string, holder: Holder): Promise<void> {
  const file = holderFile(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function holderFile(dataDir: string): string {
  return join(dataDir, 'process.json');
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY, SQLITE_LOCKED
  return (
    error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)
  );
}
