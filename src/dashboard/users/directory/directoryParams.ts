import type { DirectoryColumn, DirectoryRow, OwnDirectoryColumn } from '#contract/directory.ts';
import type { OwnCsvColumn } from '#contract/directoryParameters.ts';
import type { Column } from '../../design/columns.ts';
import { attributeColumn, attributeOf } from '../../members/attributeNames.ts';
import { sortParam } from '../../url/sortParam.ts';

interface ServiceColumns {
  readonly sort: OwnDirectoryColumn | null;
  readonly csv: readonly OwnCsvColumn[];
}

/**
 * The service's names of the page's columns, by their names in the address. If `directoryColumns.tsx` lacks one, the
 * compiler reports it.
 */
const ownColumns = {
  user: { sort: 'customId', csv: ['customId', 'name'] },
  name: { sort: 'name', csv: ['name'] },
  thematics: { sort: 'thematics', csv: ['thematics'] },
  wallets: { sort: 'walletCount', csv: ['walletCount', 'openWallets'] },
  closed: { sort: null, csv: ['walletCount', 'openWallets'] },
  held: { sort: 'held', csv: ['heldTotal'] },
  heldShare: { sort: null, csv: ['heldShare'] },
  total: { sort: 'total', csv: ['total'] },
  change: { sort: 'change', csv: ['change'] },
  flow: { sort: 'flow', csv: ['flow'] },
  prices: { sort: null, csv: ['change', 'flow'] },
  percent: { sort: 'return', csv: ['return'] },
  returnDay: { sort: 'returnDay', csv: ['returnDay'] },
  returnWeek: { sort: 'returnWeek', csv: ['returnWeek'] },
  returnMonth: { sort: 'returnMonth', csv: ['returnMonth'] },
  returnYear: { sort: 'returnYear', csv: ['returnYear'] },
  changeDay: { sort: 'changeDay', csv: ['changeDay'] },
  changeWeek: { sort: 'changeWeek', csv: ['changeWeek'] },
  changeMonth: { sort: 'changeMonth', csv: ['changeMonth'] },
  changeYear: { sort: 'changeYear', csv: ['changeYear'] },
  spark: { sort: null, csv: [] },
  largest: { sort: 'largest', csv: ['largestToken', 'largestShare'] },
  hhi: { sort: 'hhi', csv: ['hhi'] },
  volatility: { sort: 'volatility', csv: ['volatility', 'dailyAsOf'] },
  drawdown: { sort: 'maxDrawdown', csv: ['maxDrawdown', 'dailyAsOf'] },
  drift: { sort: 'costOfDrift', csv: ['costOfDrift', 'dailyAsOf'] },
  created: { sort: 'createdAt', csv: ['createdAt'] },
} as const satisfies Readonly<Record<string, ServiceColumns>>;

export const usersLayout = 'users';

type OwnColumnId = keyof typeof ownColumns;

type RowColumn = Column<DirectoryRow>;

/** The compiler requires `sort` exactly for the columns that the service sorts by. */
export type OwnColumns = {
  readonly [Id in OwnColumnId]: Omit<RowColumn, 'id' | 'sort'> &
    ((typeof ownColumns)[Id]['sort'] extends null
      ? { readonly sort?: never }
      : { readonly sort: NonNullable<RowColumn['sort']> });
};

function ownColumn(id: string): ServiceColumns | null {
  const isOwn = (it: string): it is OwnColumnId => Object.hasOwn(ownColumns, it);
  return isOwn(id) ? ownColumns[id] : null;
}

export function isUnsupportedColumn(id: string, unsupported: readonly string[]): boolean {
  return ownColumn(id)?.csv.some((name) => unsupported.includes(name)) === true;
}

function isSortColumn(id: string): boolean {
  return (ownColumn(id)?.sort ?? attributeOf(id)) !== null;
}

export function serviceColumn(id: string): DirectoryColumn {
  return ownColumn(id)?.sort ?? attributeColumn(attributeOf(id) ?? '');
}

export function csvColumnsOf(ids: readonly string[]): readonly string[] {
  const all = ids.flatMap((id): readonly string[] =>
    attributeOf(id) === null ? (ownColumn(id)?.csv ?? []) : [id],
  );
  return [...new Set([...all, 'asOf'])];
}

export const directorySortParam = sortParam(isSortColumn, {
  by: 'total',
  order: 'descending',
});
