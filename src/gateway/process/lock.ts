import { once } from 'node:events';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { unusable } from './dataDir.ts';
import { codeOf, Refusal } from '../config/refusal.ts';

const holderOnDisk = z.object({
  pid: z.number(),
  /** null: not listening, or not yet. */
  url: z.nullable(z.string()),
  command: z.string(),
  startedAt: z.string(),
  /** Token that makes a command on this machine an admin. Only this user can read the file. */
  token: z.optional(z.string()),
});
export type LockHolder = z.infer<typeof holderOnDisk>;

export interface FolderLock {
  announce(url: string, token: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Locks a folder for this process; null: another process (or this one) already holds it. The lock is an exclusive transaction of
 * SQLite on `lock.db`. It is a lock of the operating system, which `kill -9` releases and which works by any path or link.
 * Deleting that file would remove the lock, so on Linux a socket name for the folder is held too. `process.json` only describes
 * the holder.
 */
export async function lockFolder(dataDir: string, command: string): Promise<FolderLock | null> {
  const file = join(dataDir, 'lock.db');
  let database: DatabaseSync | null = null;
  let name: Server | null = null;
  const holder: LockHolder = {
    pid: process.pid,
    url: null,
    command,
    startedAt: new Date().toISOString(),
  };
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // Nothing is ever written, so no journal is needed.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    name = await holdName(dataDir);
    await writeHolder(dataDir, holder);
  } catch (error) {
    database?.close();
    name?.close();
    if (isBusy(error)) return null;
    const code = codeOf(error);
    if (code === 'ERR_SQLITE_ERROR') {
      throw new Refusal(
        `The file ${file} is not a lock of this service, or cannot be used. It contains no data: stop all programs that use ${dataDir}, remove the file, and start again.`,
      );
    }
    throw unusable(dataDir, code) ?? error;
  }
  const locks = { database, name };
  return {
    // The file is only informative: a disk that has just become full is no reason to stop.
    announce: (url, token) => writeHolder(dataDir, { ...holder, url, token }).catch(() => {}),
    release: async () => {
      // In this order: while the file exists, it names the lock holder.
      await rm(holderFile(dataDir), { force: true });
      locks.name?.close();
      if (locks.database.isOpen) locks.database.close();
    },
  };
}

/** Holds a name in Linux's abstract namespace of sockets, which the system frees with the process. Does nothing elsewhere. */
async function holdName(dataDir: string): Promise<Server | null> {
  if (process.platform !== 'linux') return null;
  const { dev, ino } = await stat(dataDir, { bigint: true });
  const server = createServer((socket) => socket.destroy()).unref();
  server.listen({ path: `\0portfolio-service-${dev}-${ino}` });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw error;
    // A sandbox may forbid such names.
    return null;
  }
}

/** Returns the holder of the folder from `process.json`; null: unreadable. */
export async function readLockHolder(dataDir: string): Promise<LockHolder | null> {
  try {
    const read = z.safeParse(holderOnDisk, JSON.parse(await readFile(holderFile(dataDir), 'utf8')));
    return read.success ? read.data : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function writeHolder(dataDir: string, holder: LockHolder): Promise<void> {
  const file = holderFile(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function holderFile(dataDir: string): string {
  return join(dataDir, 'process.json');
}

function isBusy(error: unknown): boolean {
  if (codeOf(error) === 'EADDRINUSE') return true;
  // SQLITE_BUSY, SQLITE_LOCKED
  return (
    error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6)
  );
}
