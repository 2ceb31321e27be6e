import { driftOf, sumOf, weightOf } from '#analytics/weights.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Token } from '#contract/token.ts';
import type { Wallet } from '#contract/wallet.ts';

/** A line of the positions: a token that is held, or one the thematic asks for and the wallet has not. */
export interface PositionRow {
  token: Token;
  /** null: not held. */
  amount: number | null;
  total: number;
  /** Part of the wallet, 0..1; null where the wallet is worth nothing. */
  weight: number | null;
  /** Part of the thematic; null where the thematic does not hold it. */
  target: number | null;
  /** weight − target; null where there is no weight. A token outside the thematic has target 0. */
  drift: number | null;
}

/** The positions of a wallet beside the weights of its thematic: the largest first, what is missing last. */
export function positionRowsOf(wallet: Wallet, thematic: Thematic | undefined): PositionRow[] {
  const targets = new Map(thematic?.tokens.map(({ token, weight }) => [token._id, weight]));
  const sum = sumOf(wallet.tokens.map((position) => position.total));
  const isHeld = new Set(wallet.tokens.map(({ token }) => token._id));
  const missing = (thematic?.tokens ?? [])
    .filter(({ token }) => !isHeld.has(token._id))
    .map(({ token }) => ({ token, amount: null, total: 0 }));
  return [...wallet.tokens, ...missing]
    .map(({ token, amount, total }) => {
      const weight = weightOf(total, sum);
      const target = targets.get(token._id) ?? null;
      const drift = thematic === undefined ? null : driftOf(weight, target ?? 0);
      return { token, amount, total, weight, target, drift };
    })
    .toSorted(
      (a, b) =>
        Number(a.amount === null) - Number(b.amount === null) ||
        b.total - a.total ||
        (a.amount === null && (b.target ?? 0) - (a.target ?? 0)) ||
        (a.token.symbol < b.token.symbol ? -1 : 1),
    );
}

/** “12 held, 1 missing from target, 1 outside it”. */
export function countText(rows: readonly PositionRow[], thematic: Thematic | undefined): string {
  const held = rows.filter(({ amount }) => amount !== null);
  const missing = rows.length - held.length;
  const outside = held.filter(({ target }) => thematic !== undefined && target === null).length;
  return [
    `${held.length} held`,
    missing > 0 && `${missing} missing from target`,
    outside > 0 && `${outside} outside it`,
  ]
    .filter(Boolean)
    .join(', ');
}
