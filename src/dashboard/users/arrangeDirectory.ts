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

const valueOf: Record<DirectoryColumn, (entry: DirectoryEntry) => string | number | null> = {
  user: (entry) => entry.folded,
  wallets: (entry) => entry.walletCount,
  total: (entry) => entry.total,
  change: (entry) => entry.dayChange,
  percent: (entry) => entry.dayChangeRatio,
  created: (entry) => entry.createdAt,
};

/** The entries in an order; what is not known comes last whichever way, equals keep the order of creation. */
export function sortEntries(
  entries: readonly DirectoryEntry[],
  sort: DirectorySort,
): readonly DirectoryEntry[] {
  const value = valueOf[sort.by];
  const sign = sort.order === 'ascending' ? 1 : -1;
  return entries.toSorted((a, b) => compare(value(a), value(b), sign));
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
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
