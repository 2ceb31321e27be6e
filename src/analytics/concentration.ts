import { Sum } from './weights.ts';

/** Why the parts of a total have no shares: the total is 0, a part is unknown, or a part is negative. */
export type NoShares = 'nothing' | 'unknown' | 'negative';

/**
 * How concentrated a total is in its parts, added one by one in constant memory. With V = Σ v over all parts, each
 * part has the share w = v ÷ V, 0..1. Source: "weights" in the metrics of record.
 *
 * Shares are null (see `noShares`) if V is 0, a part is unknown, or a part is negative: they would not add up to 1.
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

  /** @param limit number of largest parts to remember. */
  constructor(limit = 0) {
    this.#limit = limit;
  }

  /**
   * Adds a part.
   * @param part its identifier, for `largest`.
   * @param value in the unit of the total; NaN if unknown.
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

  /** Number of unknown parts. */
  get unknown(): number {
    return this.#unknown;
  }

  /** V over the known parts; null if all parts are unknown. */
  get total(): number | null {
    return this.#unknown > 0 && this.#unknown === this.#count ? null : this.#sum.value;
  }

  /** Why there are no shares; null if there are. */
  get noShares(): NoShares | null {
    if (this.#negative > 0) return 'negative';
    if (this.#unknown > 0) return 'unknown';
    return this.#sum.value > 0 ? null : 'nothing';
  }

  /** See `hhiOf`; null without shares. */
  get hhi(): number | null {
    return this.noShares === null ? hhiOf(this.#squares, this.#sum.value) : null;
  }

  /** The largest part with its share, the first added of equal ones; null without shares or if `limit` is 0. */
  get largest(): { readonly part: number; readonly share: number } | null {
    const [first] = this.#largest;
    if (first === undefined || this.noShares !== null) return null;
    return { part: first.part, share: Math.min(first.value / this.#sum.value, 1) };
  }

  /** Sum of the shares of the largest parts, 0..1; null without shares. */
  get largestShares(): number | null {
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

/** The sum of parts; null, with the reason, if they have no shares of it. A part is null if it is unknown. */
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
 * Herfindahl–Hirschman index of parts that are not negative: Σ w², from 1 ÷ count (all equal) to 1 (all in one part).
 * As a fraction of 1; competition authorities, who square percentages, state 10,000 times that. Source: Hirschman,
 * "The Paternity of an Index", American Economic Review 54 (1964); "weights" in the metrics of record.
 *
 * @param squares Σ v² of the parts.
 * @param sum Σ v of the parts.
 * @returns null if the sum is 0, or if a double cannot represent the terms.
 */
export function hhiOf(squares: number, sum: number): number | null {
  const index = squares / sum ** 2;
  return sum > 0 && Number.isFinite(index) ? Math.min(index, 1) : null;
}

/** The number of equal parts with the same concentration: 1 ÷ HHI. Source: "weights" in the metrics of record. */
export const effectiveNumber = (hhi: number): number => 1 / hhi;
