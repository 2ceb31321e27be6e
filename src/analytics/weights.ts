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

/**
 * Weight of a part: total_i ÷ Σ total, 0..1.
 * @returns null where the whole is not positive, so that the part has no weight.
 */
export function weightOf(total: number, whole: number): number | null {
  return whole > 0 ? total / whole : null;
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
