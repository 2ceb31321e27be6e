import type * as z from 'zod/mini';
import { listedRow } from '#contract/directory.ts';
import { paths } from '#contract/paths.ts';
import { user } from '#contract/user.ts';
import { getPieces, noJson } from '../../../shared/api/client.ts';
import { NetworkError, UnreadableError } from '../../../shared/api/errors.ts';
import { jsonOf } from '../../../shared/api/json.ts';
import { describeIssues } from '../../../shared/api/unreadable.ts';
import type { DirectorySource } from '../directoryPort.ts';
import type { IndexedRow } from './directoryIndex.ts';
import { createItemCutter } from './itemCutter.ts';
import { rowOfUser } from './rowOfUser.ts';

/** Users that arrived together. */
export interface Part {
  readonly rows: readonly IndexedRow[];
  /** How many items were none, and why the first was not. */
  readonly unreadable: number;
  readonly why: string | null;
}

interface Source {
  readonly path: string;
  readonly read: (item: unknown) => IndexedRow | readonly z.core.$ZodIssue[];
}

const sources: Record<DirectorySource, Source> = {
  directory: {
    path: paths.directory(),
    read: (item) => {
      const row = listedRow.safeParse(item);
      return row.success ? row.data : row.error.issues;
    },
  },
  list: {
    path: paths.users(),
    read: (item) => {
      const its = user.safeParse(item);
      return its.success ? rowOfUser(its.data) : its.error.issues;
    },
  },
};

/**
 * Reads users part by part, as they come. An item that is no user is counted and left out, so that one of them costs
 * no other its place; an answer without any user that can be read is an error.
 */
export async function* readUsers(
  source: DirectorySource,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const { path, read } = sources[source];
  const asked = { method: 'GET', url: path };
  const cutter = createItemCutter();
  let count = 0;
  let readable = 0;
  let firstFault: UnreadableError | null = null;

  for await (const piece of getPieces(path, signal)) {
    const text = cutter.cut(piece);
    if (text === '') continue;
    const items = jsonOf(text);
    if (!Array.isArray(items)) throw noJson(text, asked);
    const rows: IndexedRow[] = [];
    for (const item of items) {
      const row = read(item);
      if (isRow(row)) rows.push(row);
      else firstFault ??= faultOf(row, item, count, asked);
      count += 1;
    }
    readable += rows.length;
    yield { rows, unreadable: items.length - rows.length, why: firstFault?.message ?? null };
  }
  if (!cutter.isWhole) throw brokenOff(cutter.rest(), count, asked);
  if (readable === 0 && firstFault !== null) throw firstFault;
}

function isRow(row: IndexedRow | readonly z.core.$ZodIssue[]): row is IndexedRow {
  return !Array.isArray(row);
}

function faultOf(
  issues: readonly z.core.$ZodIssue[],
  item: unknown,
  index: number,
  asked: { method: string; url: string },
): UnreadableError {
  // As part of the whole answer: /3/total, not /total. What was found there stands in the list at its own place.
  const within = issues.map((issue) => ({ ...issue, path: [index, ...issue.path] }));
  return new UnreadableError(
    `The answer of ${asked.url} could not be read, ${describeIssues(within, { [index]: item })}.`,
    { ...asked, text: JSON.stringify(item) },
  );
}

/** The answer is no array, or ended before its end. */
function brokenOff(
  rest: string,
  count: number,
  asked: { method: string; url: string },
): UnreadableError | NetworkError {
  const body = jsonOf(rest);
  if (count === 0 && body !== undefined) {
    return new UnreadableError(
      `The answer of ${asked.url} could not be read, as a whole: expected a list, found something else.`,
      { ...asked, text: rest },
    );
  }
  if (count === 0 && !rest.startsWith('{')) return noJson(rest, asked);
  return new NetworkError(
    `The answer of ${asked.url} broke off after ${count} ${count === 1 ? 'user' : 'users'}.`,
    asked,
  );
}
