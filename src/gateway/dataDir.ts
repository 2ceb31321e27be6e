import { access, constants, mkdir, stat } from 'node:fs/promises';
import { codeOf, Refusal } from './refusal.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the path is too long',
};

/** Makes the folder where it is missing, for this user alone, and sees that it can be written to. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!(await stat(dataDir)).isDirectory()) throw unusable(dataDir, 'it is a file');
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = reasons[codeOf(error)];
    if (reason === undefined) throw error;
    throw unusable(dataDir, reason);
  }
}

function unusable(dataDir: string, reason: string): Refusal {
  return new Refusal(
    `The folder ${dataDir} cannot be used: ${reason}. Choose another with DATA_DIR (or --data-dir).`,
  );
}
