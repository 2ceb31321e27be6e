import type { DirectoryRow, OwnDirectoryColumn } from '#contract/directory.ts';
import type { OwnCsvColumn } from '#contract/directoryParameters.ts';
import { sinceColumn, sinceFamily } from '#contract/directorySince.ts';
import type { Column } from '../../design/columns.ts';
import { attributeColumn, attributeOf } from '../../members/attributeNames.ts';
import { sortParam } from '../../url/sortParam.ts';
import { isToDateColumn, toDateColumns, type PeriodStarts, type ToDateColumn } from './toDate.ts';

/** `returnSince` and `changeSince` need an instant. */
type SinceFamily = ReturnType<typeof sinceFamily>;

interface ServiceColumns {
  readonly sort: OwnDirectoryColumn | SinceFamily | null;
  readonly csv: readonly (OwnCsvColumn | SinceFamily)[];
}

function familyOf(id: ToDateColumn) {
  const name = sinceFamily(toDateColumns[id].figure);
  return { sort: name, csv: [name] } as const;
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
  returnMtd: familyOf('returnMtd'),
  returnQtd: familyOf('returnQtd'),
  returnYtd: familyOf('returnYtd'),
  changeMtd: familyOf('changeMtd'),
  changeQtd: familyOf('changeQtd'),
  changeYtd: familyOf('changeYtd'),
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

/** The service's name of a sort column, as in its list of unsupported columns. */
export const sortedFigure = (id: string): string =>
  ownColumn(id)?.sort ?? attributeColumn(attributeOf(id) ?? '');

/** The service's name of a sort column, with its instant. */
export function serviceColumn(id: string, starts: PeriodStarts | null): string {
  if (!isToDateColumn(id) || starts === null) return sortedFigure(id);
  const { figure, period } = toDateColumns[id];
  return sinceColumn(figure, starts[period]);
}

export function csvColumnsOf(
  ids: readonly string[],
  starts: PeriodStarts | null,
): readonly string[] {
  const all = ids.flatMap((id): readonly string[] => {
    if (isToDateColumn(id)) return starts === null ? [] : [serviceColumn(id, starts)];
    return attributeOf(id) === null ? (ownColumn(id)?.csv ?? []) : [id];
  });
  return [...new Set([...all, 'asOf'])];
}

export const directorySortParam = sortParam(isSortColumn, {
  by: 'total',
  order: 'descending',
});
