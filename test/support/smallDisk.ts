import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Disk of a few megabytes, in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves so many bytes free, by filling the rest with a file. */
  leave(bytes: number): Promise<void>;
  empty(): Promise<void>;
  setReadOnly(isReadOnly: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** Creates such a disk; null, with a printed line, if this user may not. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-disk-'));
  const mount = (...words: string[]) => run('mount', [...words, folder]);
  try {
    await mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs');
  } catch (error) {
    await rm(folder, { recursive: true });
    console.log(`Skipped, since no disk can be mounted here: ${String(error).split('\n')[0]}`);
    return null;
  }
  const filler = join(folder, 'filler');
  const empty = () => rm(filler, { force: true });
  return {
    folder,
    empty,
    async leave(bytes) {
      await empty();
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
    },
    async setReadOnly(isReadOnly) {
      await mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`);
    },
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
