import { DailyFigures, type DailySource, type MeasureUser } from './dailyFigures.ts';
import type { HoldingsTable } from './holdings.ts';
import type { People } from './people.ts';

interface DailyTables {
  readonly people: People;
  readonly holdings: HoldingsTable;
  /** Another service reports the users, so the figures are never known. */
  readonly isReported: boolean;
}

/** The daily figures of all users: computed once a day, and for a user again after a change. */
export class DailyTable {
  readonly #people: People;
  readonly #holdings: HoldingsTable;
  readonly #touch: (rowIndex: number) => void;
  #figures: DailyFigures;
  /** Users to measure again. */
  readonly #stale = new Set<number>();
  #measure: MeasureUser = () => {
    throw new Error('The daily figures have no source yet');
  };

  /** @param touch receives the rows that changed since the figures became visible. */
  constructor({ people, holdings, isReported }: DailyTables, touch: (rowIndex: number) => void) {
    this.#figures = new DailyFigures(0, null, 0, isReported ? 'noPastAmounts' : undefined);
    this.#people = people;
    this.#holdings = holdings;
    this.#touch = touch;
  }

  get figures(): DailyFigures {
    return this.#figures;
  }

  put(rowIndex: number): void {
    this.#stale.add(rowIndex);
    if (this.#people.capacity > this.#figures.columns.volatility.length)
      this.#figures = this.#figures.widened(this.#people.capacity);
  }

  delete(rowIndex: number): void {
    this.#stale.delete(rowIndex);
    this.#figures.clear(rowIndex);
  }

  isDue({ asOf, state }: Pick<DailySource, 'asOf' | 'state'>): boolean {
    const { source } = this.#figures;
    return source?.asOf !== asOf || source.state !== state || this.#stale.size > 0;
  }

  /**
   * Measures all users if the day or the past is another one, otherwise those that changed; yields between users. Until all are
   * measured, the figures of the day before stay visible.
   */
  *bringUpToDate(source: DailySource): Generator<void, void> {
    const { source: before, version } = this.#figures;
    if (before?.asOf !== source.asOf || before.state !== source.state) {
      this.#stale.clear();
      const { capacity, present } = this.#people;
      const measure = yield* source.measure(this.#holdings);
      let next = new DailyFigures(version + 1, source, capacity);
      for (let rowIndex = 0; rowIndex < this.#people.length; rowIndex++) {
        if (rowIndex >= capacity) this.#stale.add(rowIndex);
        else if (present[rowIndex] === 1) next.set(rowIndex, measure(rowIndex));
        yield;
      }
      if (this.#people.capacity > capacity) next = next.widened(this.#people.capacity);
      this.#figures = next;
      this.#measure = measure;
    }
    for (const rowIndex of this.#stale) {
      this.#stale.delete(rowIndex);
      if (this.#people.present[rowIndex] !== 1) continue;
      this.#figures.set(rowIndex, this.#measure(rowIndex));
      this.#touch(rowIndex);
      yield;
    }
  }
}
