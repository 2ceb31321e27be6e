import type { Privacy } from '../../shared/preferences.ts';
import { type Cell, csvRows, csvText } from '#contract/csv.ts';
import type { DirectoryEntry } from '../directory/directoryEntry.ts';
import { isObject } from '#contract/mergePatch.ts';
import { createBreather } from './breather.ts';
import { cellOf } from './cellText.ts';

interface Column {
  readonly head: string;
  /** A sum of money; a share or change of one; or what is no secret. */
  readonly tells: 'total' | 'ratio' | 'open';
  readonly cell: (entry: DirectoryEntry) => Cell;
}

function columnsFor(currency: string | null): readonly Column[] {
  const inUnit = (name: string) => (currency === null ? name : `${name} (${currency})`);
  return [
    { head: 'customId', tells: 'open', cell: ({ customId }) => customId },
    { head: 'name', tells: 'open', cell: ({ name }) => name },
    { head: inUnit('total'), tells: 'total', cell: ({ total }) => total },
    { head: inUnit('dayChange'), tells: 'total', cell: ({ dayChange }) => dayChange },
    { head: 'dayChangeRatio', tells: 'ratio', cell: ({ dayChangeRatio }) => dayChangeRatio },
    { head: 'walletCount', tells: 'open', cell: ({ walletCount }) => walletCount },
    { head: 'thematics', tells: 'open', cell: ({ thematics }) => thematics?.join('; ') },
    { head: 'createdAt', tells: 'open', cell: ({ createdAt }) => isoOf(createdAt) },
    { head: 'updatedAt', tells: 'open', cell: ({ updatedAt }) => isoOf(updatedAt) },
  ];
}

const shown: Record<Privacy, readonly Column['tells'][]> = {
  off: ['total', 'ratio', 'open'],
  percentages: ['ratio', 'open'],
  hidden: ['open'],
};

interface CsvOptions {
  /** Unit of the totals. */
  readonly currency: string | null;
  /** What is not to be seen on the page is not in its file either. */
  readonly privacy: Privacy;
  readonly onProgress?: (rows: number) => void;
}

/**
 * The users as CSV, in their order: raw numbers, ISO times, a column for each attribute that any of them has. Written part by
 * part, so that the page goes on while 100,000 of them are.
 */
export async function directoryCsv(
  entries: AsyncIterable<DirectoryEntry>,
  { currency, privacy, onProgress }: CsvOptions,
): Promise<Blob> {
  const { isDue, breathe } = createBreather();
  const users: DirectoryEntry[] = [];
  const names = new Set<string>();
  for await (const entry of entries) {
    users.push(entry);
    if (isObject(entry.attributes)) {
      for (const name of Object.keys(entry.attributes)) names.add(name);
    }
    if (isDue()) {
      onProgress?.(users.length);
      await breathe();
    }
  }
  const columns = columnsFor(currency).filter(({ tells }) => shown[privacy].includes(tells));
  const taken = new Set(columnsFor(currency).map(({ head }) => head));
  // A `name` that is no text stands among the attributes; it has its column already.
  names.delete('name');
  const others = [...names].map((name) => ({
    name,
    head: taken.has(name) ? `attributes.${name}` : name,
  }));
  const parts = [
    csvText([...columns.map(({ head }) => head), ...others.map(({ head }) => head)], []),
  ];
  for (const entry of users) {
    const own = new Map(isObject(entry.attributes) ? Object.entries(entry.attributes) : []);
    parts.push(
      csvRows([
        [
          ...columns.map(({ head, cell }) =>
            head === 'name' && entry.name === null ? cellOf(own.get('name')) : cell(entry),
          ),
          ...others.map(({ name }) => cellOf(own.get(name))),
        ],
      ]),
    );
    if (isDue()) await breathe();
  }
  return new Blob(parts, { type: 'text/csv' });
}

function isoOf(at: number): Cell {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}
