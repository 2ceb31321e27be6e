import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { getBackup, restoreBackup, resumeDeliveries } from '#contract/operations/backup.ts';
import type { Database } from '#platform/database/database.ts';
import { bodyOf } from '#platform/http/body.ts';
import { requestPath, type Log } from '#platform/http/errors.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { problem, unavailable } from '#platform/http/problem.ts';
import { importStream } from '#service/imports/importStream.ts';
import { resume } from '#service/webhooks/delivery/pause.ts';
import { roomFault } from '../disk/faults.ts';
import { BackupFault, checkBackup } from './read.ts';
import { contentOf, restoreWithin } from './restoreWithin.ts';
import { backupName, fileFault, FileFault, writeBackup } from './write.ts';
import { notEmptyText, restoredLines } from './texts.ts';

export interface RestoreTarget {
  readonly database: Database;
  readonly secretKey: Uint8Array;
}

export interface BackupDependencies {
  readonly database: Database;
  readonly secretKey: Uint8Array;
  /** Folder for files that are being sent or received. */
  readonly dataDir: string;
  /** Bytes that must stay free there. */
  readonly reserve: number;
  readonly version: string;
  readonly now: () => number;
  readonly log: Log;
  /** Stops serving, changes the open store, and serves the result. */
  readonly replaceStore: <Result>(
    change: (store: RestoreTarget) => Promise<Result>,
  ) => Promise<Result>;
}

const spoolPrefix = 'spool-';

/** Deletes the files that a killed process was sending or receiving. */
export async function clearSpools(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(spoolPrefix)) await rm(join(dataDir, name), { recursive: true });
  }
}

/** Runs one job at a time, otherwise throws 409 backup-running. */
function createSlot() {
  let isTaken = false;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isTaken) {
      throw problem(
        'backup-running',
        'Another backup or restore is running in this process. Wait until it ends.',
      );
    }
    isTaken = true;
    try {
      return await work();
    } finally {
      isTaken = false;
    }
  };
}

/** Backups and restores of a running process, one at a time. A backup may run while the file of a restore arrives. */
export function backupOperations(options: BackupDependencies): Implementation[] {
  const { database, dataDir, reserve, version, now, log, replaceStore } = options;
  const [restoring, usingStore] = [createSlot(), createSlot()];

  async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    let folder: string | null = null;
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const lacking = await roomFault(dataDir, reserve);
      if (lacking !== null) throw new FileFault(lacking.text);
      folder = await mkdtemp(join(dataDir, spoolPrefix));
      return await work(folder);
    } catch (error) {
      throw problemOf(fileFault(folder ?? dataDir, error) ?? error);
    } finally {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    }
  }

  async function checkEmpty(replace: '1' | undefined): Promise<void> {
    const content = replace === '1' ? null : await contentOf(database.queries);
    if (content !== null) throw problem('store-not-empty', notEmptyText(content));
  }

  return [
    implement(getBackup, ({ query: { key } }) =>
      // The file is complete before it is sent: a slow reader blocks nothing, and never receives a partial backup.
      usingStore(() =>
        withFolder(async (folder) => {
          const file = join(folder, 'backup');
          const at = new Date(now());
          const secretKey = key === '1' ? options.secretKey : null;
          await writeBackup(file, { database, version, at, secretKey, reserve });
          const handle = await open(file);
          const { size } = await handle.stat();
          const name = backupName(at);
          return new Reply(200, Readable.toWeb(handle.createReadStream()), {
            'Content-Length': String(size),
            'Content-Disposition': `attachment; filename="${name}"`,
          });
        }),
      ),
    ),

    implement(restoreBackup, ({ query }, c) =>
      importStream(
        ({ begin, progress, signal }) =>
          restoring(() =>
            withFolder(async (folder) => {
              await checkEmpty(query.replace);
              const file = join(folder, 'backup');
              const body = Readable.from(bodyOf(c, restoreBackup.body.limit));
              await pipeline(body, createWriteStream(file, { mode: 0o600 }), { signal });
              await checkBackup(file, signal);
              // Users may have been created while the file arrived.
              await checkEmpty(query.replace);
              return usingStore(() =>
                replaceStore(({ database: replaced, secretKey }) =>
                  makeChange(
                    c,
                    replaced,
                    async (tx) => {
                      const restored = await restoreWithin(tx, file, {
                        secretKey,
                        at: new Date(now()),
                        progress(done, of) {
                          begin();
                          progress('Restoring', done, of);
                        },
                      });
                      return restoredLines(restored);
                    },
                    (summary) => ({ details: { summary } }),
                    { isAlone: true },
                  ),
                ),
              );
            }),
          ),
        { signal: c.req.raw.signal, instance: requestPath(c), log },
      ),
    ),

    implement(resumeDeliveries, async (_, c) => ({
      resumed: await makeChange(c, database, resume),
    })),
  ];
}

function problemOf(error: unknown): unknown {
  if (error instanceof BackupFault) return problem('invalid-backup', error.message);
  if (error instanceof FileFault) return unavailable(`${error.message} Nothing was changed.`, 10);
  return error;
}
