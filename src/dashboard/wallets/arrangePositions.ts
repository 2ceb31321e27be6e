import { type Sort, sortParam } from '../shared/url/sortParam.ts';
import type { SortWords } from '../shared/ui/SortChoice.tsx';
import type { PositionRow } from './positionRows.ts';

const columns = ['token', 'amount', 'price', 'day', 'total', 'target', 'drift'] as const;
export type PositionColumn = (typeof columns)[number];
export type PositionSort = Sort<PositionColumn>;

export const positionSortParam = sortParam(columns, { by: 'total', order: 'descending' });

/** The orders offered where there is no room for a head of columns. */
export const positionSortWords: readonly SortWords<PositionColumn>[] = [
  { by: 'total', order: 'descending', words: 'Largest first' },
  { by: 'total', order: 'ascending', words: 'Smallest first' },
  { by: 'drift', order: 'descending', words: 'Most over target' },
  { by: 'drift', order: 'ascending', words: 'Most under target' },
  { by: 'day', order: 'descending', words: 'Rose most today' },
  { by: 'day', order: 'ascending', words: 'Fell most today' },
  { by: 'token', order: 'ascending', words: 'By symbol' },
];

/** Change over the day by token; null where it is not known. */
export type DayChanges = ReadonlyMap<string, number | null>;

/** Rows in the order asked for; what is not known stands at the end whichever way, and equals as they stood: see `positionsOf`. */
export function arrangePositions(
  rows: readonly PositionRow[],
  { by, order }: PositionSort,
  dayChanges: DayChanges,
): PositionRow[] {
  const sign = order === 'ascending' ? 1 : -1;
  if (by === 'token') return rows.toSorted((a, b) => sign * bySymbol(a, b));
  const figures = new Map(rows.map((row) => [row, figureOf(row, by, dayChanges)]));
  return rows.toSorted((a, b) => {
    const [x, y] = [figures.get(a) ?? null, figures.get(b) ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}

function figureOf(
  row: PositionRow,
  by: Exclude<PositionColumn, 'token'>,
  dayChanges: DayChanges,
): number | null {
  if (by === 'price') return row.token.price;
  if (by === 'day') return dayChanges.get(row.token._id) ?? null;
  return row[by];
}

function bySymbol({ token: a }: PositionRow, { token: b }: PositionRow): number {
  return a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);
}
