import { quantile } from './risk.ts';

/** Quartiles of several lines at one point. */
export interface Quartiles {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/**
 * Returns the quartiles of numbers, with linear interpolation (definition 7 of Hyndman and Fan, 1996). NaN for none.
 *
 * @param values in any order.
 */
export function quartilesOf(values: Float64Array): Quartiles {
  const ascending = values.toSorted();
  return {
    lower: quantile(ascending, 0.25),
    median: quantile(ascending, 0.5),
    upper: quantile(ascending, 0.75),
  };
}

/**
 * Returns the similarity of two lists of weights: Σ min(w_a, w_b), 0..1. 1: identical. Source: "overlap of thematics" in the
 * metrics of record.
 *
 * @param a the weight of each token; weights that are not above 0 count as absent.
 */
export function similarityOf(
  a: ReadonlyMap<number, number>,
  b: ReadonlyMap<number, number>,
): number {
  let common = 0;
  for (const [token, weight] of a) common += Math.max(0, Math.min(weight, b.get(token) ?? 0));
  return common;
}
