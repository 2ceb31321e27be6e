import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ColumnMap } from '#contract/userImport.ts';
import { Problem } from '#platform/http/problem.ts';
import { createAllowance } from '#service/imports/importLimits.ts';
import { isCustomIdHeader } from '#service/imports/userColumns.ts';
import { userCsvRows } from '#service/imports/userCsv.ts';
import { textOf } from '#service/imports/userText.ts';
import { codeOf, Refusal, wrongUse } from '../config/refusal.ts';

const importable = /\.csv(\.gz)?$/i;

export interface Upload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array>;
}

export interface ImportFiles {
  /** Prices, thematics, and unknown files: the service reports why it cannot read these. */
  readonly market: readonly string[];
  readonly users: readonly string[];
}

/**
 * Returns the given files, and those in the given folders.
 * @param map columns of users with another meaning than in their header.
 */
export async function importFilesOf(
  paths: readonly string[],
  map: ColumnMap,
): Promise<ImportFiles> {
  const isCustomId = (name: string) =>
    Object.hasOwn(map, name) ? map[name] === 'customId' : isCustomIdHeader(name);
  const market: string[] = [];
  const users: string[] = [];
  for (const file of (await Promise.all(paths.map(filesOf))).flat()) {
    await access(file, constants.R_OK).catch((error: unknown) => {
      throw unreadable(file, error);
    });
    ((await hasUsers(file, isCustomId)) ? users : market).push(file);
  }
  return { market, users };
}

/** Returns whether a file has users: a header with a column customId or id, and no prices by time. */
async function hasUsers(file: string, isCustomId: (name: string) => boolean): Promise<boolean> {
  try {
    for await (const { cells } of userCsvRows(
      textOf(createReadStream(file), createAllowance({ subject: 'import' })),
    )) {
      return cells[0]?.toLowerCase() !== 'time' && cells.some(isCustomId);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw unreadable(file, error);
  }
  return false;
}

/**
 * Streams prices and thematics as a form.
 * @param onFile called when a file starts to be sent: the service answers only after the last one.
 */
export function uploadOf(
  files: readonly string[],
  replace: boolean,
  onFile: (name: string) => void,
): Upload {
  const boundary = `files-${randomUUID()}`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(formBytes(files, replace, boundary, onFile)),
  };
}

/** Node's own FormData loads all files into memory. */
async function* formBytes(
  files: readonly string[],
  replace: boolean,
  boundary: string,
  onFile: (name: string) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const partHead = (disposition: string) =>
    encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`);
  const partEnd = encoder.encode('\r\n');
  if (replace) {
    yield partHead('name="replace"');
    yield encoder.encode('1');
    yield partEnd;
  }
  for (const file of files) {
    onFile(basename(file));
    yield partHead(`name="file"; filename="${escapedName(basename(file))}"`);
    yield* createReadStream(file);
    yield partEnd;
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

/** Escapes a file name as the HTML standard does in forms. */
function escapedName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

async function filesOf(path: string): Promise<string[]> {
  try {
    const status = await stat(path);
    if (!status.isDirectory()) return [named(path)];
    const within = (await readdir(path)).filter((name) => importable.test(name)).toSorted();
    if (within.length > 0) return within.map((name) => join(path, name));
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new Refusal(`The folder ${path} has no .csv or .csv.gz file.`, wrongUse);
}

function unreadable(path: string, error: unknown): unknown {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new Refusal(`${path} does not exist.`, wrongUse);
    case 'EACCES':
    case 'EPERM':
      return new Refusal(`This user has no permission to read ${path}.`);
    case '':
      return error;
    default:
      return new Refusal(`${path} cannot be read (${codeOf(error)}).`);
  }
}

function named(path: string): string {
  if (importable.test(path)) return path;
  throw new Refusal(`${path} is neither a .csv nor a .csv.gz file.`, wrongUse);
}
