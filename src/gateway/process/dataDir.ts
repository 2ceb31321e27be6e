import { access, constants, mkdir, stat } from 'node:fs/promises';
import { codeOf, Refusal } from '../config/refusal.ts';
import { folderFault } from '../disk/faults.ts';

export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!(await stat(dataDir)).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dataDir, codeOf(error)) ?? error;
  }
}

/** Returns the refusal for a system code; undefined: unknown code. */
export function unusable(dataDir: string, code: string): Refusal | undefined {
  const reason = folderFault(code);
  if (reason === undefined) return undefined;
  const remedy = code === 'ENOSPC' ? 'Free space and start again, or choose' : 'Choose';
  return new Refusal(
    `The folder ${dataDir} cannot be used: ${reason}. ${remedy} another folder with DATA_DIR (or --data-dir).`,
  );
}
