import { access, constants, statfs } from 'node:fs/promises';
import { grouped } from '#contract/digits.ts';
import { codeOf } from '../config/refusal.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission to write there',
  EPERM: 'this user has no permission to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it does not exist',
  EFBIG: 'the file would be too large',
  EIO: 'the disk has a fault',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'the path is too long',
};

/** Returns the meaning of a system code, as the end of a sentence; undefined: unknown code. */
export function folderFault(code: string): string | undefined {
  return reasons[code];
}

/** Returns why a folder is not writable with this many bytes free; null if it is. */
export async function roomFault(
  folder: string,
  least: number,
): Promise<{ readonly text: string; readonly until: string } | null> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { blocks, bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    // Some file systems report no figures.
    if (blocks === 0 || free >= least) return null;
    const text = `The disk is full: ${folder} needs ${inMegabytes(least)} free and has ${inMegabytes(free)}.`;
    return { text, until: 'there is enough space' };
  } catch (error) {
    const code = codeOf(error);
    const known = folderFault(code);
    const cause = known === undefined ? ` (${code || String(error)})` : `: ${known}`;
    const reason = code === 'EROFS' ? 'is read-only' : `cannot be used${cause}`;
    return { text: `The folder ${folder} ${reason}.`, until: 'it is writable' };
  }
}

export const megabyte = 1e6;

export function inMegabytes(bytes: number): string {
  return `${grouped(Math.floor(bytes / megabyte))} MB`;
}
