import { Sum } from './weights.ts';

/** Why parts of a whole have no shares of it: it is worth nothing, a part is not known, or a part is negative. */
export type NoShares = 'nothing' | 'unknown' | 'negative';

/**
 * How concentrated a whole is in its parts, gathered part by part in constant memory. With V = Σ v over all parts, each has the
 * share w = v ÷ V, 0..1. Source: "weights" in the metrics of record.
 *
 * Shares are not available (null, see `noShares`) where V is 0, a part is not known, or a part is negative: shares would
 * then not be parts of 1.
 */
export class Concentration {
  readonly #limit: number;
  readonly #sum = new Sum();
  #squares = 0;
  #count = 0;
  #unknown = 0;
  #negative = 0;
  /** The largest so far, descending. */
  readonly #largest: { readonly part: number; readonly value: number }[] = [];

  /** @param limit how many of the largest parts are kept. */
  constructor(limit = 0) {
    this.#limit = limit;
  }

  /**
   * Adds a part.
   * @param part names it, for `largest`.
   * @param value in the unit of the whole; NaN: not known.
   */
  add(part: number, value: number): void {
    this.#count += 1;
    if (Number.isNaN(value)) {
      this.#unknown += 1;
      return;
    }
    this.#negative += Number(value < 0);
    this.#sum.add(value);
    this.#squares += value * value;
    this.#keep(part, value);
  }

  /** Number of parts. */
  get count(): number {
    return this.#count;
  }

  /** How many of them are not known. */
  get unknown(): number {
    return this.#unknown;
  }

  /** V, of the parts that are known; null where none of several is. */
  get total(): number | null {
    return this.#unknown > 0 && this.#unknown === this.#count ? null : this.#sum.value;
  }

  /** Why there are no shares; null: there are. */
  get noShares(): NoShares | null {
    if (this.#negative > 0) return 'negative';
    if (this.#unknown > 0) return 'unknown';
    return this.#sum.value > 0 ? null : 'nothing';
  }

  /** See `hhiOf`; null where there are no shares. */
  get hhi(): number | null {
    return this.noShares === null ? hhiOf(this.#squares, this.#sum.value) : null;
  }

  /** The largest part with its share, of equals the one added first; null where there are no shares, or none is kept. */
  get largest(): { readonly part: number; readonly share: number } | null {
    const [first] = this.#largest;
    if (first === undefined || this.noShares !== null) return null;
    return { part: first.part, share: Math.min(first.value / this.#sum.value, 1) };
  }

  /** What the kept largest parts have together, 0..1; null where there are no shares. */
  get largestTogether(): number | null {
    if (this.noShares !== null) return null;
    const sum = new Sum();
    for (const { value } of this.#largest) sum.add(value);
    return Math.min(sum.value / this.#sum.value, 1);
  }

  #keep(part: number, value: number): void {
    const largest = this.#largest;
    if (largest.length === this.#limit && !(value > (largest.at(-1)?.value ?? Infinity))) return;
    let at = largest.length;
    while (at > 0 && (largest[at - 1]?.value ?? 0) < value) at--;
    largest.splice(at, 0, { part, value });
    if (largest.length > this.#limit) largest.pop();
  }
}

/** What parts have shares of: their sum; null, with the reason, where they have none. A part of null is not known. */
export type SharedWhole =
  | { readonly whole: number; readonly noShares: null }
  | { readonly whole: null; readonly noShares: NoShares };

export function sharedWholeOf(parts: readonly (number | null)[]): SharedWhole {
  const all = new Concentration();
  for (const [index, part] of parts.entries()) all.add(index, part ?? Number.NaN);
  const { noShares, total } = all;
  if (noShares !== null) return { whole: null, noShares };
  return { whole: total ?? 0, noShares };
}

/**
 * Herfindahl–Hirschman index of parts that are not negative: Σ w², from 1 ÷ their number (all equal) to 1 (all in one). In parts
 * of 1; competition authorities, who square per cents, write 10,000 times that. Source: Hirschman, "The Paternity of an Index",
 * American Economic Review 54 (1964); "weights" in the metrics of record.
 *
 * @param squares Σ v² of the parts.
 * @param sum Σ v of the parts.
 * @returns null where the parts are worth nothing, or too much or too little for a double.
 */
export function hhiOf(squares: number, sum: number): number | null {
  const index = squares / sum ** 2;
  return sum > 0 && Number.isFinite(index) ? Math.min(index, 1) : null;
}

/** How many equal parts would be as concentrated: 1 ÷ HHI. Source: "weights" in the metrics of record. */
export const effectiveNumber = (hhi: number): number => 1 / hhi;
