import type { HistoryType } from '#contract/historyType.ts';
import type { Token } from '#contract/token.ts';
import { problem } from '#platform/http/problem.ts';
import type { WalletHoldings } from './heldOver.ts';
import type { DatedThematic, LevelBook } from './levels.ts';
import type { HistoryPrices } from './prices.ts';

/** The reason why a value is not known, as a sentence for people. */
export interface NotKnown {
  readonly reason: string;
}

/** All wallets of a user, or the wallet in one thematic. */
export interface WalletSet {
  readonly user: string;
  readonly thematic?: string | undefined;
}

/**
 * A history that a connected service reports: ascending instants (epoch milliseconds), and the total or level at each. NaN is a
 * gap.
 */
export interface ReportedHistory {
  readonly times: Float64Array;
  readonly totals: Float64Array;
}

/**
 * The facts from which figures with a time axis are computed. The embedded service provides statements and definitions. In
 * connected mode, the source provides the reported histories, and the reason why the rest is not known. Current amounts are never
 * applied to the past.
 */
export interface FiguresSource {
  readonly holdings: ReadHoldings | ReportedValues;
  readonly definitions: ThematicDefinitions | ReportedLevels;
  readonly prices: HistoryPrices | NotKnown;
  /** The instant of the answer in epoch milliseconds. Nothing after it counts. */
  asOf(): number;
  /** All tokens with their prices. Throws 501 not-offered if the prices of that instant are not known. */
  tokens(): Promise<readonly Token[]>;
  /** Headers of the answer, such as the response notes of a connected service's data. */
  headers(): Readonly<Record<string, string>>;
}

/**
 * Opens a new source for one answer, because the source collects the headers of that answer.
 * @param asOf a past instant (epoch milliseconds), rounded down to a tick: holdings, definitions, prices and reported values are those
 * of that time. Undefined: the present. Throws 400 invalid-query for the future.
 */
export type OpenFigures = (asOf?: number) => FiguresSource;

/**
 * Returns the holdings of wallets, in the order of the wallets. Throws 404 user-not-found or thematic-not-found.
 * @param since epoch milliseconds from which statements are needed, including the one in effect then; null: all.
 */
export type ReadHoldings = (
  set: WalletSet,
  since: number | null,
) => Promise<readonly WalletHoldings[]>;

/** Reported values, without past amounts. Throws 404 user-not-found or thematic-not-found. */
export interface ReportedValues extends NotKnown {
  values(set: WalletSet, type: HistoryType): Promise<ReportedHistory>;
  /** Returns the value of all wallets together, and of each one at its own times. */
  walletValues(user: string, type: HistoryType): Promise<ReportedWallets>;
}

export interface ReportedWallets {
  readonly all: ReportedHistory;
  readonly wallets: readonly (ReportedHistory & { readonly thematicId: string })[];
}

export interface ThematicDefinitions<Thematic extends DatedThematic = DatedThematic> {
  readonly levels: LevelBook;
  all(): Promise<readonly Thematic[]>;
  /** Throws 404 thematic-not-found. */
  find(id: string): Promise<Thematic & { readonly name: string }>;
}

/** Reported levels, without past definitions. */
export interface ReportedLevels extends NotKnown {
  /** Throws 404 thematic-not-found. */
  levelsOf(id: string, type: HistoryType): Promise<ReportedHistory & { readonly name: string }>;
  reportedLevels(
    type: HistoryType,
  ): Promise<readonly (ReportedHistory & { readonly thematicId: string })[]>;
}

export function isNotKnown(it: object): it is NotKnown {
  return 'reason' in it;
}

/** Returns the value. Throws 501 not-offered with the reason if it is not known. */
export function orNotOffered<Value extends object>(it: Value): Exclude<Value, NotKnown>;
export function orNotOffered(it: object): object {
  if (isNotKnown(it)) throw problem('not-offered', it.reason);
  return it;
}
