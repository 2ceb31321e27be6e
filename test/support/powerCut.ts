import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Shuts the file system down immediately: unsynced data never reaches its disk (EXT4_IOC_SHUTDOWN, without flushing its log). */
const shutdown =
  'open(my $d, "<", $ARGV[0]) or die $!; my $f = pack("L", 2); ioctl($d, 0x8004587d, $f) or die $!';

export interface CutDisk {
  readonly folder: string;
  /** Cuts the power: from now on, reads and writes fail. */
  cut(): Promise<void>;
  /** Restores it with the data that had reached the disk. No process may have it open. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates such a disk; null, with a printed line, if this user may not. */
export async function cutDisk(megabytes: number): Promise<CutDisk | null> {
  const place = await mkdtemp(join(tmpdir(), 'portfolio-power-'));
  const image = join(place, 'image');
  const folder = join(place, 'disk');
  const mount = () => run('mount', ['-o', 'loop', image, folder]);
  try {
    await mkdir(folder);
    await writeFile(image, '');
    await truncate(image, megabytes * 2 ** 20);
    await run('mkfs.ext4', ['-q', '-F', image]);
    await mount();
  } catch (error) {
    await rm(place, { recursive: true });
    console.log(`Skipped, since no disk can be mounted here: ${String(error).split('\n')[0]}`);
    return null;
  }
  return {
    folder,
    async cut() {
      await run('perl', ['-e', shutdown, folder]);
    },
    async restore() {
      await run('umount', [folder]);
      await mount();
    },
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(place, { recursive: true });
    },
  };
}
