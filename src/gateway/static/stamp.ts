import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../config/refusal.ts';

const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'src/dashboard',
  'src/contract',
  'src/analytics',
  'src/gateway/static',
];

const stamp = '.built';

/** Writes the start time of a complete build, because edits made meanwhile are newer. */
export async function stampBuild(folder: string, begunAt: number): Promise<void> {
  await writeFile(join(folder, stamp), String(begunAt));
}

export async function buildState(
  root: string,
  folder: string,
): Promise<'missing' | 'older' | 'fresh'> {
  const begunAt = Number(await readFile(join(folder, stamp), 'utf8').catch(noneIfMissing));
  if (!(begunAt > 0)) return 'missing';
  const changes = await Promise.all(sources.map((path) => changedAt(join(root, path))));
  return Math.max(...changes) > begunAt ? 'older' : 'fresh';
}

/** Returns the last change of a file, or of anything within a folder. The folder's own time reveals removed files. */
async function changedAt(path: string): Promise<number> {
  const own = await stat(path).catch(noneIfMissing);
  if (own === undefined) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  const within = await Promise.all(
    (await readdir(path)).map((name) => changedAt(join(path, name))),
  );
  return Math.max(own.mtimeMs, ...within);
}

function noneIfMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}
