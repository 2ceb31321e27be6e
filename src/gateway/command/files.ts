import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf, Refusal, wrongUse } from '../refusal.ts';

/** Endings of the files an import reads. */
const importable = /\.csv(\.gz)?$/i;

/** The files that are named, and those of the folders that are named, as parts of a form. */
export async function formOf(paths: readonly string[], replace: boolean): Promise<FormData> {
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const form = new FormData();
  if (replace) form.append('replace', '1');
  for (const file of files) form.append('file', await openAsBlob(file), basename(file));
  return form;
}

async function filesOf(path: string): Promise<string[]> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return [named(path)];
    const within = (await readdir(path)).filter((name) => importable.test(name)).toSorted();
    if (within.length > 0) return within.map((name) => join(path, name));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new Refusal(`There is no file or folder ${path}.`, wrongUse);
    if (code === 'EACCES') throw new Refusal(`This user may not read ${path}.`);
    throw error;
  }
  throw new Refusal(`The folder ${path} holds no .csv or .csv.gz file.`, wrongUse);
}

function named(path: string): string {
  if (importable.test(path)) return path;
  throw new Refusal(`${path} is neither a .csv nor a .csv.gz file.`, wrongUse);
}
