/** Σ of what is added, in that order, with Neumaier's compensation so that dust beside fortunes is not lost. */
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

/** Σ of the totals, in the order given: see `Sum`. */
export function sumOf(totals: Iterable<number>): number {
  const sum = new Sum();
  for (const total of totals) sum.add(total);
  return sum.value;
}

/** The sum of figures of which some may not be known. */
export interface KnownSum {
  /** Of those that are known; null where there are figures and none is. */
  readonly sum: number | null;
  /** So many are known, of so many. */
  readonly known: number;
  readonly of: number;
  /** The sum of all; null where one is not known. */
  readonly whole: number | null;
}

/** Σ of what is known, and of how many that is: an unknown figure is never a zero. */
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

/** Compares figures for the largest first; what is not known comes last. */
export function largestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b - a;
}

/**
 * Weight of a part: total_i ÷ Σ total, 0..1.
 * @returns null where either is not known, and where the whole is not positive, so that the part has no weight.
 */
export function weightOf(total: number | null, whole: number | null): number | null {
  return total !== null && whole !== null && whole > 0 ? total / whole : null;
}

/**
 * Drift of a weight from its target, w − target, in parts of 1.
 * @returns null where either is not known.
 */
export function driftOf(weight: number | null, target: number | null): number | null {
  return weight === null || target === null ? null : weight - target;
}

/** Largest share of the total by which parts and whole may differ and still agree: 0.01 %. */
export const reconciliationTolerance = 0.0001;

/** Whether the sum of the parts agrees with the whole within 0.01 % of the larger. */
export function reconciles(sum: number, whole: number): boolean {
  return (
    Math.abs(sum - whole) <= reconciliationTolerance * Math.max(Math.abs(sum), Math.abs(whole))
  );
}
