import type { Directory } from './directory.ts';
import type { DirectoryFilter } from './query.ts';

/** Counts the ids of a filter that no user has. */
export function* unknownIds(
  { ids = [], selection }: Pick<DirectoryFilter, 'ids' | 'selection'>,
  { tables: { people } }: Directory,
): Generator<void, number> {
  const selected = selection?.customIds ?? new Set<string>();
  const others = new Set(ids.filter((id) => !selected.has(id)));
  let unknown = selected.size + others.size;
  if (unknown === 0) return 0;
  for (let rowIndex = 0; rowIndex < people.length; rowIndex++) {
    if (people.present[rowIndex] === 1) {
      const id = people.id(rowIndex);
      if (selected.has(id) || others.has(id)) unknown -= 1;
    }
    if (rowIndex % 4096 === 4095) yield;
  }
  return unknown;
}
