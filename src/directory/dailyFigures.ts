import { dailyColumns, type DailyColumn } from '#contract/directory.ts';
import { minReturns } from '#contract/figuresLimits.ts';
import type { HoldingsTable } from './holdings.ts';

/** A computation of daily figures. They end at the last whole UTC day, so that all users have the same days. */
export interface DailySource {
  /** Epoch milliseconds, a whole UTC day. */
  readonly asOf: number;
  /** Identifies the past: figures of another state are computed again. */
  readonly state: string;
  /** Returns a function that computes those of a user. Yields between slices. */
  measure(holdings: HoldingsTable): Generator<void, MeasureUser>;
}

/** Why a user has no figure. */
const reasonTexts = {
  notComputed: 'Computed once a day and after a statement; not computed yet.',
  noValue: 'The user held nothing with a price in the year.',
  fewReturns: `This figure needs at least ${minReturns} daily returns; the year has fewer.`,
  noLevel: 'On no day of the year had the wallets a value and their thematics a level.',
  noPastAmounts: 'The connected service does not report past amounts.',
} as const;
export type DailyReason = keyof typeof reasonTexts;
const texts: readonly string[] = Object.values(reasonTexts);
const numberOf = (reason: DailyReason): number => texts.indexOf(reasonTexts[reason]);

/** Each figure of a user, or the reason why there is none. */
export type DailyValues = Readonly<Record<DailyColumn, number | DailyReason>>;

export type MeasureUser = (rowIndex: number) => DailyValues;

/** Figures by daily steps over the year up to a whole UTC day, as columns indexed by row. NaN is unknown. */
export class DailyFigures {
  readonly version: number;
  readonly source: DailySource | null;
  readonly columns: Readonly<Record<DailyColumn, Float64Array>>;
  /** Numbers of reasons, where a figure is NaN. */
  readonly #reasons: Readonly<Record<DailyColumn, Uint8Array>>;
  readonly #initialReason: DailyReason;

  /** @param reason why a user has no figures before they are measured. */
  constructor(
    version: number,
    source: DailySource | null,
    length: number,
    reason: DailyReason = 'notComputed',
  ) {
    this.#initialReason = reason;
    this.version = version;
    this.source = source;
    this.columns = byColumn(() => new Float64Array(length).fill(Number.NaN));
    this.#reasons = byColumn(() => new Uint8Array(length).fill(numberOf(reason)));
  }

  widened(length: number): DailyFigures {
    const wide = new DailyFigures(this.version, this.source, length, this.#initialReason);
    for (const name of dailyColumns) {
      wide.columns[name].set(this.columns[name]);
      wide.#reasons[name].set(this.#reasons[name]);
    }
    return wide;
  }

  /** The reason as a sentence; null if there is a figure. */
  reasonOf(name: DailyColumn, rowIndex: number): string | null {
    const isKnown = !Number.isNaN(this.columns[name][rowIndex] ?? Number.NaN);
    return isKnown ? null : (texts[this.#reasons[name][rowIndex] ?? 0] ?? null);
  }

  clear(rowIndex: number): void {
    const reason = this.#initialReason;
    this.set(rowIndex, { volatility: reason, maxDrawdown: reason, costOfDrift: reason });
  }

  set(rowIndex: number, values: DailyValues): void {
    for (const name of dailyColumns) {
      const value = values[name];
      const isKnown = typeof value === 'number';
      this.columns[name][rowIndex] = isKnown ? value : Number.NaN;
      if (!isKnown) this.#reasons[name][rowIndex] = numberOf(value);
    }
  }
}

function byColumn<Value>(make: () => Value): Record<DailyColumn, Value> {
  return { volatility: make(), maxDrawdown: make(), costOfDrift: make() };
}
