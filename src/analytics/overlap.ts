import { sumOf } from './weights.ts';

/** What two weighted lists have in common. */
export interface Overlap {
  /** Σ min(w_a, w_b) over what both hold, in parts of 1: 0 nothing in common, 1 the same. */
  readonly weight: number;
  /** Ids of what both hold, the largest common weight first. */
  readonly shared: readonly string[];
}

/**
 * How much two thematics hold of the same: Σ min(w_a, w_b). Source: "overlap of thematics" in the metrics of record.
 * A weight that is not above 0 holds nothing.
 *
 * @param a target weight of each token of the one, by its id.
 * @param b the same of the other; the order of the two does not matter.
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
