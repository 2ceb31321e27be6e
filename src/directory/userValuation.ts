import type { DirectoryPeriod } from '#contract/directory.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import type { Figures } from './figures.ts';

/** Numbers of thematics or of tokens; null: any. */
type KindSet = ReadonlySet<number> | null;

/** Receives a token's number, amount and value; NaN if unknown. */
export type PositionVisit = (token: number, amount: number, value: number) => void;

/** NaN: the user held nothing by the start of the period. */
export interface PeriodMove {
  readonly change: number;
  /** Net inflow within the change. */
  readonly flow: number;
  /** Time-weighted, 0.1 for ten percent. */
  readonly return: number;
}

export interface Valuation {
  value(rowIndex: number, figures: Figures): void;
  /** Totals over a period, evenly spaced over its records from the first holding on; null with fewer than two. */
  spark(rowIndex: number, period: DirectoryPeriod): (number | null)[] | null;
  /** Value of a user's holdings in some thematics and tokens; null: any. */
  heldOf(rowIndex: number, thematics: KindSet, tokens: KindSet): number;
  /** Visits each thematic or token that a user holds, once per wallet or position, in order: its number and value. */
  eachHeld(rowIndex: number, by: ExposureBy, visit: (kind: number, value: number) => void): void;
  /** Visits each position of a user's wallet in a thematic, in order. @returns whether the wallet is open. */
  eachPosition(rowIndex: number, thematic: number, visit: PositionVisit): boolean;
  /** The base of a user's shares if it is not the total: read at the same instant as its parts. */
  shareBaseOf?(rowIndex: number): number | null;
  /** Whether the tokens of all holdings of a user are known; they are if this is undefined. */
  areTokensKnown?(rowIndex: number): boolean;
  thematicsOf(rowIndex: number): number[];
}
