import { type Movement, movementOf } from '#analytics/movement.ts';
import { sumOf } from '#analytics/weights.ts';
import type { PositionsHistory } from '#contract/positions.ts';
import { parseTime } from '#contract/time.ts';

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

/** What moved a wallet between the first record and the last of a window, or of the part of it that is zoomed into. */
export function movedOf(history: PositionsHistory, zoom: Span | null): Moved {
  const { begin, end } = rangeOf(history.dates, zoom);
  const cut = <T>(column: readonly T[]) => column.slice(begin, end);
  const tokens = history.tokens.map(({ token, amount, price, total }) => ({
    token,
    ...movementOf({ amount: cut(amount), price: cut(price), total: cut(total) }),
  }));
  const add = (part: keyof Movement) => sumOf(tokens.map((token) => token[part])) + 0;
  const totalAt = (index: number) => sumOf(history.tokens.map(({ total }) => total[index] ?? 0));
  return {
    from: history.dates[begin] ?? null,
    to: history.dates[end - 1] ?? null,
    first: totalAt(begin),
    last: totalAt(end - 1),
    tokens,
    sum: {
      change: add('change'),
      price: add('price'),
      amount: add('amount'),
      residual: add('residual'),
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

/** One row of the picture: a token, or several small ones together. */
export interface MovedRow {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly value: number;
}

/** The tokens that moved a part of the value most, risers first, and all others as one row; who did not move has none. */
export function movedRows(moved: Moved, part: MovedPart, most = 8): MovedRow[] {
  const rows = moved.tokens
    .map(({ token, ...movement }) => ({
      key: token._id,
      label: token.symbol,
      title: token.name,
      value: movement[partOf[part]],
    }))
    .filter(({ value }) => value !== 0)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  // One left over is named as itself.
  const shown = rows.slice(0, rows.length === most + 1 ? most + 1 : most);
  const others = rows.slice(shown.length);
  const named = shown.toSorted((a, b) => b.value - a.value);
  if (others.length === 0) return named;
  return [
    ...named,
    {
      key: 'others',
      label: `${others.length} others`,
      title: others
        .slice(0, 40)
        .map(({ label }) => label)
        .join(', '),
      value: sumOf(others.map(({ value }) => value)),
    },
  ];
}

/** The whole of a part: what its rows add up to. */
export function movedSum(moved: Moved, part: MovedPart): number {
  return moved.sum[partOf[part]];
}
