/**
 * A sum with Neumaier's compensation, so that small terms are not lost next to large ones. Depends on the order of
 * terms.
 */
export class Sum {
  #sum = 0;
  #lost = 0;

  add(total: number): void {
    const sum = this.#sum;
    const next = sum + total;
    this.#lost += Math.abs(sum) >= Math.abs(total) ? sum - next + total : total - next + sum;
    this.#sum = next;
  }

  /** Never −0. */
  get value(): number {
    return this.#sum + this.#lost + 0;
  }
}

/** Σ of the totals, in the given order: see `Sum`. */
export function sumOf(totals: Iterable<number>): number {
  const sum = new Sum();
  for (const total of totals) sum.add(total);
  return sum.value;
}

/** A sum of values, some of which may be unknown. */
export interface KnownSum {
  /** Of the known values; null if there are values and all are unknown. */
  readonly sum: number | null;
  /** Number of known values, and of all. */
  readonly known: number;
  readonly of: number;
  /** The sum of all; null if one is unknown. */
  readonly whole: number | null;
}

/** Sums the known values and counts them: an unknown value is never treated as zero. */
export function knownSumOf(figures: readonly (number | null)[]): KnownSum {
  const known = figures.filter((figure) => figure !== null);
  const sum = sumOf(known);
  const isWhole = known.length === figures.length;
  return {
    sum: known.length > 0 || isWhole ? sum : null,
    known: known.length,
    of: figures.length,
    whole: isWhole ? sum : null,
  };
}

/** Comparator: largest first, unknown last. */
export function largestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b - a;
}

/**
 * Weight of a part: total_i ÷ Σ total, 0..1.
 * @returns null if either is unknown, or if the sum is not positive.
 */
export function weightOf(total: number | null, whole: number | null): number | null {
  return total !== null && whole !== null && whole > 0 ? total / whole : null;
}

/**
 * Drift of a weight from its target, w − target, as a fraction of 1.
 * @returns null if either is unknown.
 */
export function driftOf(weight: number | null, target: number | null): number | null {
  return weight === null || target === null ? null : weight - target;
}

/** Largest relative difference at which a sum of parts and a total still match: 0.01 %. */
export const reconciliationTolerance = 0.0001;

/** Whether the sum of the parts matches the total within 0.01 % of the larger. */
export function reconciles(sum: number, whole: number): boolean {
  return (
    Math.abs(sum - whole) <= reconciliationTolerance * Math.max(Math.abs(sum), Math.abs(whole))
  );
}
