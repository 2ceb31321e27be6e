import { fold } from '#contract/search.ts';
import type { SortWords } from '../../shared/ui/SortChoice.tsx';
import type { MergedPosition } from './mergePositions.ts';
import type { PositionColumn, PositionSort } from './params.ts';

/** The orders offered where there is no room for a head of columns. */
export const positionSortWords: readonly SortWords<PositionColumn>[] = [
  { by: 'total', order: 'descending', words: 'Largest first' },
  { by: 'total', order: 'ascending', words: 'Smallest first' },
  { by: 'token', order: 'ascending', words: 'By symbol' },
  { by: 'price', order: 'descending', words: 'Dearest first' },
  { by: 'wallets', order: 'descending', words: 'In most wallets' },
];

/** The positions whose symbol, name, id or wallet holds what is typed. */
export function findPositions(
  positions: readonly MergedPosition[],
  typed: string,
  nameOf: (thematicId: string) => string,
): readonly MergedPosition[] {
  const wanted = fold(typed.trim());
  if (wanted === '') return positions;
  return positions.filter(({ token, heldIn }) =>
    [token.symbol, token.name, token._id, ...heldIn.map(nameOf)].some((text) =>
      fold(text).includes(wanted),
    ),
  );
}

/** Positions in the order asked for; equals by symbol and id, what has no price at the end whichever way. */
export function arrangePositions(
  positions: readonly MergedPosition[],
  { by, order }: PositionSort,
): MergedPosition[] {
  const sign = order === 'ascending' ? 1 : -1;
  if (by === 'token') return positions.toSorted((a, b) => sign * bySymbol(a, b));
  const figureOf = figures[by];
  return positions.toSorted((a, b) => {
    const [x, y] = [figureOf(a), figureOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || bySymbol(a, b);
    return sign * (x - y) || bySymbol(a, b);
  });
}

const figures: Record<
  Exclude<PositionColumn, 'token'>,
  (position: MergedPosition) => number | null
> = {
  amount: ({ amount }) => amount,
  price: ({ token }) => token.price,
  total: ({ total }) => total,
  wallets: ({ heldIn }) => heldIn.length,
};

function bySymbol({ token: a }: MergedPosition, { token: b }: MergedPosition): number {
  return compare(a.symbol, b.symbol) || compare(a._id, b._id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
