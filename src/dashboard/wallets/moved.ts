import { type Movement, movementOf } from '#analytics/movement.ts';
import { sumOf } from '#analytics/weights.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { parseTime } from '#contract/time.ts';
import { largestSteps, type WaterfallStep } from '../portfolio/Waterfall.tsx';

/** What one token did to the value of the wallet. */
export interface TokenMovement extends Movement {
  readonly token: { readonly _id: string; readonly symbol: string; readonly name: string };
}

/** Why a wallet's value changed over a window. */
export interface Moved {
  /** ISO times of the first record and the last; null where there is none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Value at both. */
  readonly first: number;
  readonly last: number;
  readonly tokens: readonly TokenMovement[];
  /** All tokens together. */
  readonly sum: Movement;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A residual of a smaller part of the value is what rounding left. */
const largestRounding = 1e-11;

/** What moved a wallet between the first record and the last of a window, or of the part of it that is zoomed into. */
export function movedOf(history: PositionsHistory, zoom: Span | null): Moved {
  const { begin, end } = rangeOf(history.dates, zoom);
  const isWhole = begin === 0 && end === history.dates.length;
  const cut = <T>(column: readonly T[]) => (isWhole ? column : column.slice(begin, end));
  const dates = cut(history.dates);
  const tokens = history.tokens.map(({ token, amount, price, total }) => ({
    token,
    ...movementOf({ amount: cut(amount), price: cut(price), total: cut(total) }),
  }));
  const add = (part: keyof Movement) => sumOf(tokens.map((token) => token[part])) + 0;
  const totalAt = (index: number) =>
    dates.length === 0 ? 0 : sumOf(history.tokens.map(({ total }) => total[index] ?? 0));
  const [first, last] = [totalAt(begin), totalAt(end - 1)];
  const residual = add('residual');
  const isRounding = Math.abs(residual) <= largestRounding * Math.max(first, last);
  return {
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    first,
    last,
    tokens,
    sum: {
      change: add('change'),
      price: add('price'),
      amount: add('amount'),
      residual: isRounding ? 0 : residual,
    },
  };
}

function rangeOf(dates: readonly string[], zoom: Span | null): { begin: number; end: number } {
  if (zoom === null) return { begin: 0, end: dates.length };
  const begin = dates.findIndex((date) => parseTime(date) >= zoom.from);
  const end = dates.findLastIndex((date) => parseTime(date) <= zoom.to) + 1;
  return begin === -1 || end <= begin ? { begin: 0, end: 0 } : { begin, end };
}

export type MovedPart = 'total' | 'price' | 'amount';

const partOf = { total: 'change', price: 'price', amount: 'amount' } as const satisfies Record<
  MovedPart,
  keyof Movement
>;

/** The tokens that moved a part of the value most, risers first, and all others as one row; who did not move has none. */
export function movedRows(moved: Moved, part: MovedPart): WaterfallStep[] {
  return largestSteps(
    moved.tokens.map(({ token, ...movement }) => ({
      key: token._id,
      label: token.symbol,
      title: token.name,
      value: movement[partOf[part]],
    })),
  );
}

/** The whole of a part: what its rows add up to. */
export function movedSum(moved: Moved, part: MovedPart): number {
  return moved.sum[partOf[part]];
}
