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

export interface WalletPositions {
  rows: PositionRow[];
  sum: number;
  held: number;
  missing: number;
  outside: number;
}

/** The positions of a wallet beside the weights of its thematic: the largest first, what is missing last. */
export function walletPositionsOf(wallet: Wallet, thematic: Thematic | undefined): WalletPositions {
  const targets = new Map(thematic?.tokens.map(({ token, weight }) => [token._id, weight]));
  const sum = sumOf(wallet.tokens.map((position) => position.total));
  const targetOf = (token: Token) => targets.get(token._id) ?? null;
  const driftFrom = (weight: number | null, target: number | null) =>
    thematic === undefined ? null : driftOf(weight, target ?? 0);
  const held = wallet.tokens
    .map(({ token, amount, total }): PositionRow => {
      const weight = weightOf(total, sum);
      const target = targetOf(token);
      return { token, amount, total, weight, target, drift: driftFrom(weight, target) };
    })
    .toSorted((a, b) => b.total - a.total || (a.token.symbol < b.token.symbol ? -1 : 1));
  const isHeld = new Set(wallet.tokens.map(({ token }) => token._id));
  const missing = (thematic?.tokens ?? [])
    .filter(({ token }) => !isHeld.has(token._id))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ token, weight: target }): PositionRow => {
      const weight = sum > 0 ? 0 : null;
      return { token, amount: null, total: 0, weight, target, drift: driftFrom(weight, target) };
    });
  return {
    rows: [...held, ...missing],
    sum,
    held: held.length,
    missing: missing.length,
    outside: thematic === undefined ? 0 : held.filter(({ target }) => target === null).length,
  };
}

/** “12 held, 1 missing from target, 1 outside it”. */
export function countWords({ held, missing, outside }: WalletPositions): string {
  const words = [`${held} held`];
  if (missing > 0) words.push(`${missing} missing from target`);
  if (outside > 0) words.push(`${outside} outside it`);
  return words.join(', ');
}
