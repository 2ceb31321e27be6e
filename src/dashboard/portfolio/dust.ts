import { sumOf } from '#analytics/weights.ts';

/** A position below this share of the total is dust: 0.1 %. */
export const dustShare = 0.001;

/** Returns the other rows, and the count and total of the dust. There is no dust if the total is zero or not known. */
export function withoutDust<Row extends { readonly total: number | null }>(
  rows: readonly Row[],
  whole: number | null,
  canBeDust: (row: Row) => boolean = () => true,
) {
  const limit = whole !== null && whole > 0 ? dustShare * whole : Number.NEGATIVE_INFINITY;
  const isDust = (row: Row) => row.total !== null && Math.abs(row.total) < limit && canBeDust(row);
  const hidden = rows.filter(isDust);
  return {
    rows: rows.filter((row) => !isDust(row)),
    hidden: { count: hidden.length, sum: sumOf(hidden.map(({ total }) => total ?? 0)) },
  };
}
