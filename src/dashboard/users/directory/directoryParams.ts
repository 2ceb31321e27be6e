import type { DirectoryColumn } from '#contract/directory.ts';
import type { OwnCsvColumn } from '#contract/directoryParameters.ts';
import { sortParam } from '../../url/sortParam.ts';

/** The columns that sort, by their names in the address, and what the service calls them. */
const sortColumns = {
  user: 'customId',
  name: 'name',
  thematics: 'thematics',
  wallets: 'walletCount',
  total: 'total',
  change: 'change',
  flow: 'flow',
  percent: 'return',
  largest: 'largest',
  held: 'held',
  created: 'createdAt',
} as const satisfies Readonly<Record<string, DirectoryColumn>>;

type AttributeColumn = `attribute.${string}`;

const attributePrefix = 'attribute.';

/** The column of an attribute. */
export const attributeColumn = (name: string): AttributeColumn => `${attributePrefix}${name}`;

/** The attribute that a column shows; null for every other column. */
export function attributeOf(column: string): string | null {
  return column.startsWith(attributePrefix) && column !== attributePrefix
    ? column.slice(attributePrefix.length)
    : null;
}

function isSortColumn(name: string): name is string {
  return Object.hasOwn(sortColumns, name) || attributeOf(name) !== null;
}

/** What the service calls a column that sorts. */
export function serviceColumn(column: string): DirectoryColumn {
  const own = Object.entries(sortColumns).find(([name]) => name === column)?.[1];
  return own ?? attributeColumn(attributeOf(column) ?? '');
}

/** What the columns of the page are in the CSV; it says as of when they are, too. */
export function csvColumnsOf(columns: readonly string[]): readonly string[] {
  const all = columns.flatMap((column): readonly string[] => {
    if (attributeOf(column) !== null) return [column];
    return csvColumns[column] ?? [];
  });
  return [...new Set([...all, 'asOf'])];
}

const csvColumns: Readonly<Record<string, readonly OwnCsvColumn[]>> = {
  user: ['customId', 'name'],
  thematics: ['thematics'],
  wallets: ['walletCount', 'openWallets'],
  total: ['total'],
  change: ['change'],
  flow: ['flow'],
  prices: ['change', 'flow'],
  percent: ['return'],
  largest: ['largestToken', 'largestShare'],
  held: ['heldTotal'],
  heldShare: ['heldShare'],
  created: ['createdAt'],
};

/** The directory opens with who is big. */
export const directorySortParam = sortParam(isSortColumn, {
  by: 'total',
  order: 'descending',
});
