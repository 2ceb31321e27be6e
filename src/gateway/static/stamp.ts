import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../config/refusal.ts';

/** What the dashboard is built from, relative to the repository's root. */
const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'src/dashboard',
  'src/contract',
  'src/analytics',
];

const stamp = '.built';

/** Writes, when a build is whole, when it began: what was edited meanwhile is newer. */
export async function stampBuild(folder: string, begunAt: number): Promise<void> {
  await writeFile(join(folder, stamp), String(begunAt));
}

/** How the built dashboard stands to its sources. */
export async function buildState(
  root: string,
  folder: string,
): Promise<'missing' | 'older' | 'fresh'> {
  const begunAt = Number(await readFile(join(folder, stamp), 'utf8').catch(noneIfMissing));
  if (!(begunAt > 0)) return 'missing';
  const changes = await Promise.all(sources.map((path) => changedAt(join(root, path))));
  return Math.max(...changes) > begunAt ? 'older' : 'fresh';
}

/** When a file, or anything within a folder, was last changed; the time of a folder shows what was removed from it. */
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
