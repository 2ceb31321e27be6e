import { fdatasyncSync, fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Makes commits wait for the disk; of the ways to do so PGlite supports fsync alone. */
export const syncedStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** PGlite's files in a folder, with the fsync that PGlite omits. */
export class SyncedFiles extends NodeFS {
  override async init(
    ...[client, options]: Parameters<NodeFS['init']>
  ): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), addSync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

interface OpenFile {
  readonly nfd: number;
  readonly node: { readonly mode: number };
}

function addSync({ FS, NODEFS }: postgresMod.PostgresMod): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- not in emscripten's types
  const files = NODEFS as unknown as {
    readonly stream_ops: { fsync?: (file: OpenFile) => number };
    convertNodeCode(error: unknown): number;
  };
  files.stream_ops.fsync = ({ nfd, node }) => {
    try {
      // Without the times of files.
      if (FS.isDir(node.mode)) fsyncSync(nfd);
      else fdatasyncSync(nfd);
      return 0;
    } catch (error) {
      throw new FS.ErrnoError(files.convertNodeCode(error));
    }
  };
}

export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile() || entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name));
  }
  await syncPath(folder);
}

export async function syncPath(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
