import { roundedParts, sumOfHundredths } from '#analytics/rounding.ts';
import type { Contribution } from '#contract/contribution.ts';
import type { Thematic } from '#contract/thematic.ts';
import { pointsOf } from '../history/useContribution.ts';
import { type ChangeKind, kindOf } from './tokenChanges.ts';

export interface WeightChange {
  readonly token: Contribution['tokens'][number]['token'];
  readonly kind: ChangeKind;
  /** Target weights; null: not known, 0: not in the thematic. */
  readonly from: number | null;
  readonly to: number | null;
  /** In points of weight; null: not known. */
  readonly difference: number | null;
  /** last ÷ first − 1 of the token's own price; null without a first price. */
  readonly change: number | null;
  /** To the level, in index points. */
  readonly contribution: number | null;
  /** In hundredths, so that they lead from the first printed level to the last. */
  readonly printed: number | null;
}

/** Compares the target weights of a thematic at two dates, with the contribution of each token to the level between them. */
export function weightChanges(
  contribution: Contribution,
  then: Thematic,
  now: Thematic,
): readonly WeightChange[] {
  const [before, after] = [weightsOf(then), weightsOf(now)];
  const rows = contribution.tokens
    .map(({ token, change, contribution: part }) => {
      const from = before === null ? null : (before.get(token._id) ?? 0);
      const to = after === null ? null : (after.get(token._id) ?? 0);
      const known = from !== null && to !== null;
      return {
        token,
        kind: known ? kindOf({ from, to }) : 'same',
        from,
        to,
        difference: known ? to - from : null,
        change,
        contribution: pointsOf(contribution, part),
      };
    })
    .filter(({ from, to, contribution: part }) => from !== 0 || to !== 0 || (part ?? 0) !== 0);
  const { first, last } = contribution;
  const [start = 0, end = 0] = [first, last].map((level) => roundedParts([level ?? 0])[0]);
  const printed = roundedParts(
    rows.map((row) => row.contribution ?? 0),
    sumOfHundredths([end, -start]),
  );
  return rows.map((row, i) => ({
    ...row,
    printed: row.contribution === null ? null : (printed[i] ?? null),
  }));
}

/** null if a weight is not reported. */
function weightsOf({ tokens }: Thematic): ReadonlyMap<string, number> | null {
  const known = (tokens ?? []).flatMap(({ token, weight }) =>
    weight === null ? [] : [[token._id, weight] as const],
  );
  return tokens === null || known.length < tokens.length ? null : new Map(known);
}
