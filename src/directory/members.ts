import type { Directory } from './directory.ts';
import type { DirectoryFilter } from './query.ts';

/** Counts the ids of a filter that no user has. */
export function* unknownIds(
  { ids = [], selection }: Pick<DirectoryFilter, 'ids' | 'selection'>,
  { tables: { people } }: Directory,
): Generator<void, number> {
  const unknown = new Set([...ids, ...(selection?.customIds ?? [])]);
  if (unknown.size === 0) return 0;
  for (let rowIndex = 0; rowIndex < people.length; rowIndex++) {
    if (people.present[rowIndex] === 1) unknown.delete(people.id(rowIndex));
    if (rowIndex % 4096 === 4095) yield;
  }
  return unknown.size;
}
