import { sumOf } from '#analytics/weights.ts';

/** A position below this share of the whole is dust: 0.1 %. */
export const dustShare = 0.001;

/** What a table leaves out: how many positions, and what they are worth together. */
export interface HiddenDust {
  readonly count: number;
  readonly sum: number;
}

/** Rows with the dust taken out and counted. A whole that is worth nothing has no dust. */
export function withoutDust<Row extends { readonly total: number }>(
  rows: readonly Row[],
  whole: number,
  canBeDust: (row: Row) => boolean = () => true,
): { rows: Row[]; hidden: HiddenDust } {
  const limit = dustShare * whole;
  const isDust = (row: Row) => whole > 0 && row.total < limit && canBeDust(row);
  const hidden = rows.filter(isDust);
  return {
    rows: rows.filter((row) => !isDust(row)),
    hidden: { count: hidden.length, sum: sumOf(hidden.map(({ total }) => total)) },
  };
}
