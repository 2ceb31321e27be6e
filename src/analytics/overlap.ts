import { sumOf } from './weights.ts';

/** The common part of two weighted lists. */
export interface Overlap {
  /** Σ min(w_a, w_b) over the common tokens, 0..1: 0 nothing in common, 1 identical. */
  readonly weight: number;
  /** Ids of the common tokens, the largest common weight first. */
  readonly shared: readonly string[];
}

/**
 * The overlap of two thematics: Σ min(w_a, w_b). Source: "overlap of thematics" in the metrics of record. Weights that
 * are not above 0 count as absent.
 *
 * @param a target weight of each token of one thematic, by its id.
 * @param b target weights of the other; the order of the two does not matter.
 */
export function overlapOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Overlap {
  const common: { id: string; weight: number }[] = [];
  for (const [id, weight] of a) {
    const least = Math.min(weight, b.get(id) ?? 0);
    if (least > 0) common.push({ id, weight: least });
  }
  common.sort((x, y) => y.weight - x.weight || (x.id < y.id ? -1 : 1));
  return { weight: sumOf(common.map(({ weight }) => weight)), shared: common.map(({ id }) => id) };
}
