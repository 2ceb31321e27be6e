import { sharedWholeOf } from '#analytics/concentration.ts';
import { driftOf, largestFirst, weightOf } from '#analytics/weights.ts';
import type { Thematic } from '#contract/thematic.ts';
import type { Token } from '#contract/token.ts';
import type { Wallet } from '#contract/wallet.ts';
import { targetsOf } from '../portfolio/targets.ts';

export interface PositionRow {
  token: Token;
  /** null: not held, or not known. */
  amount: number | null;
  total: number | null;
  isMissing: boolean;
  /** Part of the wallet, 0..1; null if there are no shares. */
  weight: number | null;
  target: number | null;
  /** weight − target; null without a weight. A token outside the thematic has target 0. */
  drift: number | null;
}

/** Largest first, missing ones last. */
export function positionRowsOf(wallet: Wallet, thematic: Thematic | undefined): PositionRow[] {
  const targets = thematic === undefined ? null : targetsOf(thematic);
  const { whole } = sharedWholeOf(wallet.tokens.map((position) => position.total));
  const isHeld = new Set(wallet.tokens.map(({ token }) => token._id));
  const missing = (targets === null ? [] : (thematic?.tokens ?? []))
    .filter(({ token }) => !isHeld.has(token._id))
    .map(({ token }) => ({ token, amount: null, total: 0, isMissing: true }));
  const held = wallet.tokens.map((position) => ({ ...position, isMissing: false }));
  return [...held, ...missing]
    .map(({ token, amount, total, isMissing }) => {
      const weight = weightOf(total, whole);
      const target = targets?.get(token._id) ?? null;
      const drift = targets === null ? null : driftOf(weight, target ?? 0);
      return { token, amount, total, isMissing, weight, target, drift };
    })
    .toSorted(
      (a, b) =>
        Number(a.isMissing) - Number(b.isMissing) ||
        largestFirst(a.total, b.total) ||
        (a.isMissing && (b.target ?? 0) - (a.target ?? 0)) ||
        (a.token.symbol < b.token.symbol ? -1 : 1),
    );
}

/** “12 held, 1 target token not held, 1 not in target”. */
export function countText(rows: readonly PositionRow[], hasTargets: boolean): string {
  const held = rows.filter(({ isMissing }) => !isMissing);
  const missing = rows.length - held.length;
  const outside = held.filter(({ target }) => hasTargets && target === null).length;
  return [
    `${held.length} held`,
    missing > 0 && `${missing} target ${missing === 1 ? 'token' : 'tokens'} not held`,
    outside > 0 && `${outside} not in target`,
  ]
    .filter(Boolean)
    .join(', ');
}
