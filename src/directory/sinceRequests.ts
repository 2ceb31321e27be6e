import type { DirectorySort } from '#contract/directory.ts';
import { maxSince, readSinceColumn } from '#contract/directorySince.ts';
import { problem } from '#platform/http/problem.ts';
import type { Directory } from './directory.ts';
import type { DirectoryFeed } from './directoryFeed.ts';
import type { Matches } from './matches.ts';
import type { DirectoryFilter } from './query.ts';
import type { DirectoryRequest } from './requests.ts';
import type { SinceColumns } from './sinceTable.ts';
import { inSlices } from './slices.ts';

/**
 * Returns the instants of an answer (epoch milliseconds), each once: those of its columns, if it has any. Throws 400 invalid-query
 * for too many.
 */
export function instantsOf({
  since,
  columns = [],
}: Pick<DirectoryRequest, 'since'> & Partial<Pick<DirectoryRequest, 'columns'>>): number[] {
  const named = columns.flatMap((column) => readSinceColumn(column)?.at ?? []);
  const instants = [...new Set(columns.length > 0 ? named : since)];
  if (instants.length <= maxSince) return instants;
  throw problem(
    'invalid-query',
    `columns names ${instants.length} instants; the maximum is ${maxSince}.`,
  );
}

/** Matching users with their figures since some instants. */
export interface MatchesSince extends Matches {
  /** Returns the figures of the users from one index up to another; none if they are not known. */
  readonly readSince: (from: number, to: number) => Promise<readonly SinceColumns[]>;
}

/** Finds users. A sort by figures since an instant waits for those of all users. */
export async function findSince(
  feed: Pick<DirectoryFeed, 'since'>,
  directory: Directory,
  query: DirectoryFilter & { readonly sort: DirectorySort },
  instants: readonly number[],
): Promise<MatchesSince> {
  const { current } = directory;
  const read = async (all: readonly number[], rows: Uint32Array | null) =>
    typeof feed.since === 'string' || current === null || all.length === 0
      ? []
      : await feed.since(directory, current, all, rows);
  const sorted = readSinceColumn(query.sort.by);
  const [sortedBy] = sorted === null ? [] : await read([sorted.at], null);
  const matches = await inSlices(directory.find(query, current, sortedBy));
  return {
    ...matches,
    readSince: (from, to) => read(instants, matches.rowIndexes(from, to)),
  };
}
