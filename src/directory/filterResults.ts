import type { DirectoryPeriod } from '#contract/directory.ts';
import type { AttributeUse } from './facets.ts';
import type { Exposure } from './exposure.ts';
import type { Figures } from './figures.ts';
import type { WithHeld } from './held.ts';
import type { People } from './people.ts';
import { sumsOf, type ModelSums } from './sums.ts';

/** The matches of a filter, with cached results that do not depend on the period. */
export interface FilterResult extends WithHeld, AttributeUse {
  readonly without: Readonly<Record<string, number>>;
  /** By figures version and period. */
  readonly sums: Map<string, ModelSums>;
  /** By figures version and grouping. */
  readonly exposures: Map<string, Exposure>;
}

export function* sumsFor(
  { chosen, sums }: FilterResult,
  figures: Figures,
  period: DirectoryPeriod,
): Generator<void, ModelSums> {
  const key = `${figures.version} ${period}`;
  const known = sums.get(key) ?? (yield* sumsOf(figures, period, chosen));
  sums.set(key, known);
  return known;
}

const maxResults = 64;
/** Limit for all cached results together, in multiples of the number of users. */
const maxShare = 16;

/** The results of the latest filters, by their criteria. */
export class FilterResults {
  readonly #people: People;
  readonly #results = new Map<string, FilterResult>();

  constructor(people: People) {
    this.#people = people;
  }

  get all(): Iterable<FilterResult> {
    return this.#results.values();
  }

  get(key: string): FilterResult | undefined {
    const known = this.#results.get(key);
    if (known === undefined) return undefined;
    // The most recently used is dropped last.
    this.#results.delete(key);
    this.#results.set(key, known);
    return known;
  }

  set(key: string, result: FilterResult): void {
    this.#results.set(key, result);
    let cachedRows = [...this.#results.values()].reduce((sum, one) => sum + one.chosen.length, 0);
    for (const [oldest, one] of this.#results) {
      if (this.#results.size <= maxResults && cachedRows <= maxShare * this.#people.count) break;
      this.#results.delete(oldest);
      cachedRows -= one.chosen.length;
    }
  }

  /** Drops everything that depends on figures, after a valuation. */
  dropFigures(): void {
    for (const [key, { sums, exposures, criteria }] of this.#results) {
      sums.clear();
      exposures.clear();
      if (criteria.some(({ isOfFigures }) => isOfFigures)) this.#results.delete(key);
    }
  }

  clear(): void {
    this.#results.clear();
  }
}
