import { sumOf } from '#analytics/weights.ts';

/** A position below this share of the whole is dust: 0.1 %. */
export const dustShare = 0.001;

/** Rows without the dust, how much of it there was, and what it is worth together. A whole that is worth nothing has none. */
export function withoutDust<Row extends { readonly total: number }>(
  rows: readonly Row[],
  whole: number,
  canBeDust: (row: Row) => boolean = () => true,
) {
  const limit = dustShare * whole;
  const isDust = (row: Row) => whole > 0 && row.total < limit && canBeDust(row);
  const hidden = rows.filter(isDust);
  return {
    rows: rows.filter((row) => !isDust(row)),
    hidden: { count: hidden.length, sum: sumOf(hidden.map(({ total }) => total)) },
  };
}
