import type { SinceFigure } from '#contract/directorySince.ts';
import type { HoldingsOf, HoldingsTable } from './holdings.ts';
import type { People } from './people.ts';
import {
  readPricesSince,
  type DirectoryPrices,
  type PeriodPrices,
  type PriceSource,
} from './prices.ts';
import { resized } from './textTable.ts';
import { createValuation, type PricedValuation } from './valuation.ts';

/** Figures of users from an instant (epoch milliseconds) on, as columns indexed by row. NaN is unknown. */
export interface SinceColumns extends Record<SinceFigure, Float64Array> {
  readonly at: number;
  readonly prices: PeriodPrices;
  /** 1 at rows whose figures are those of their current holdings. */
  measured: Uint8Array;
  /** All users were measured once, so that orders may exist. */
  isComplete: boolean;
  /** Users were sorted by it. */
  isSorted: boolean;
  holdingsOf: HoldingsOf | null;
}

/** Instants with columns in memory: those of two requests. */
const maxInstants = 6;
const rowsPerStep = 64;

interface SinceTableOptions {
  readonly people: People;
  readonly holdings: HoldingsTable;
  readonly source: PriceSource;
  /** Of the figures that the columns stand beside. */
  readonly prices: DirectoryPrices;
  /** Receives rows with new figures in a complete column. */
  readonly touch: (rowIndex: number) => void;
}

/** The figures of users since the latest requested instants, at the instant of a valuation. They are measured on request. */
export class SinceTable {
  readonly #options: SinceTableOptions;
  /** By instant; the most recently used is last. */
  readonly #columns = new Map<number, SinceColumns>();
  /** Users who changed. */
  readonly #changed = new Set<number>();

  constructor(options: SinceTableOptions) {
    this.#options = options;
  }

  get size(): number {
    const columns = [...this.#columns.values()];
    return columns.reduce((sum, { measured }) => sum + measured.length * 17, 0);
  }

  columns(at: number): SinceColumns | undefined {
    return this.#columns.get(at);
  }

  /** The user is measured again on request. */
  put(rowIndex: number): void {
    this.#changed.add(rowIndex);
    for (const { measured } of this.#columns.values()) measured[rowIndex] = 0;
  }

  /** Returns the columns since some instants; yields between slices. */
  *open(instants: readonly number[]): Generator<void, SinceColumns[]> {
    const opened: SinceColumns[] = [];
    for (const at of instants) opened.push(yield* this.#open(at));
    return opened;
  }

  /**
   * Returns the rows that some columns lack.
   * @param rows null: all users.
   */
  missing(columns: readonly SinceColumns[], rows: Uint32Array | null): Uint32Array {
    const wanted = rows ?? this.#options.people.rowIndexes();
    return wanted.filter((rowIndex) => columns.some(({ measured }) => measured[rowIndex] !== 1));
  }

  /** Measures users; yields between slices. */
  *measure(
    columns: readonly SinceColumns[],
    rows: Uint32Array,
    holdingsOf: HoldingsOf,
  ): Generator<void, void> {
    const valuationOf = this.#valuations(holdingsOf);
    for (const one of columns) {
      one.holdingsOf = holdingsOf;
      for (const [index, rowIndex] of rows.entries()) {
        if (index % rowsPerStep === 0) {
          widen(one, this.#options.people.capacity);
          yield;
        }
        if (one.measured[rowIndex] === 1) continue;
        measureRow(one, rowIndex, valuationOf(rowIndex));
        if (one.isComplete) this.#options.touch(rowIndex);
      }
    }
  }

  /** Declares that all users were measured, and are sorted by the columns. */
  complete(columns: readonly SinceColumns[]): void {
    for (const one of columns) {
      one.isComplete = true;
      one.isSorted = true;
    }
  }

  /**
   * Measures all users since the instants by which they were sorted since the previous valuation, so that the next list does not
   * wait; yields between slices.
   * @param isPastUnchanged whether past prices are unchanged since then.
   */
  *prepare(before: SinceTable, isPastUnchanged: boolean): Generator<void, void> {
    const { people } = this.#options;
    for (const known of before.#columns.values()) {
      const { at, holdingsOf } = known;
      if (!known.isComplete || !known.isSorted || holdingsOf === null) continue;
      const columns = yield* this.#open(at, isPastUnchanged ? known.prices : undefined);
      columns.holdingsOf = holdingsOf;
      const valuationOf = this.#valuations(holdingsOf);
      for (let rowIndex = 0; rowIndex < people.length; rowIndex++) {
        // The table of complete holdings may lack the change.
        const isStale = known.measured[rowIndex] !== 1 || this.#changed.has(rowIndex);
        if (people.present[rowIndex] === 1 && !isStale) {
          measureRow(columns, rowIndex, valuationOf(rowIndex));
        }
        if (rowIndex % rowsPerStep === 0) yield;
      }
      columns.isComplete = true;
    }
  }

  *#open(at: number, before?: PeriodPrices): Generator<void, SinceColumns> {
    const { people, holdings, source, prices } = this.#options;
    let columns = this.#columns.get(at);
    if (columns === undefined) {
      const tokens = holdings.tokens.all.slice(0, prices.tokens);
      const read = yield* readPricesSince(source, tokens, { from: at, asOf: prices.asOf }, before);
      // Another request may have been faster.
      columns = this.#columns.get(at) ?? columnsOf(at, read, people.capacity);
    }
    widen(columns, people.capacity);
    this.#columns.delete(at);
    this.#columns.set(at, columns);
    const [oldest] = this.#columns.keys();
    if (this.#columns.size > maxInstants && oldest !== undefined) this.#columns.delete(oldest);
    return columns;
  }

  #valuations(holdingsOf: HoldingsOf): (rowIndex: number) => PricedValuation {
    const byTable = new Map<HoldingsTable, PricedValuation>();
    return (rowIndex) => {
      const table = holdingsOf(rowIndex);
      const valuation = byTable.get(table) ?? createValuation(table, this.#options.prices);
      byTable.set(table, valuation);
      return valuation;
    };
  }
}

function measureRow(columns: SinceColumns, rowIndex: number, valuation: PricedValuation): void {
  const move = valuation.over(rowIndex, columns.prices);
  columns.return[rowIndex] = move.return;
  columns.change[rowIndex] = move.change;
  columns.measured[rowIndex] = 1;
}

const columnsOf = (at: number, prices: PeriodPrices, length: number): SinceColumns => ({
  at,
  prices,
  return: new Float64Array(length).fill(Number.NaN),
  change: new Float64Array(length).fill(Number.NaN),
  measured: new Uint8Array(length),
  isComplete: false,
  isSorted: false,
  holdingsOf: null,
});

function widen(columns: SinceColumns, length: number): void {
  if (length <= columns.measured.length) return;
  columns.return = resized(columns.return, new Float64Array(length).fill(Number.NaN));
  columns.change = resized(columns.change, new Float64Array(length).fill(Number.NaN));
  columns.measured = resized(columns.measured, new Uint8Array(length));
}
