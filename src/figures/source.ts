import type { HistoryType } from '#contract/historyType.ts';
import type { Token } from '#contract/token.ts';
import { problem } from '#platform/http/problem.ts';
import type { WalletHoldings } from './heldOver.ts';
import type { DatedThematic, LevelBook } from './levels.ts';
import type { HistoryPrices } from './prices.ts';

/** In place of something that is not known: the reason, in a sentence for people. */
export interface NotKnown {
  readonly reason: string;
}

/** Wallets of a user: all of them, or the one of a thematic. */
export interface WalletSet {
  readonly user: string;
  readonly thematic?: string | undefined;
}

/** A history that another service reports: ascending instants (epoch ms), and the total or level at each; NaN is a gap. */
export interface ReportedHistory {
  readonly times: Float64Array;
  readonly totals: Float64Array;
}

/**
 * The facts that figures with a time axis are computed from: the port between this room and the services. A service that
 * records statements and definitions gives those. One that reports another service's data gives the reason why they are not
 * known, and the histories that are reported instead. Today's amounts are never carried into the past.
 */
export interface FiguresSource {
  readonly holdings: ReadHoldings | ReportedValues;
  readonly definitions: ThematicDefinitions | ReportedLevels;
  readonly prices: HistoryPrices | NotKnown;
  /** All tokens with their prices of today. */
  tokens(): Promise<readonly Token[]>;
  /** Headers of the answer: how the other service's data was read for it. */
  headers(): Readonly<Record<string, string>>;
}

/** Opens the source of one answer, which collects the headers of that answer. */
export type OpenFigures = () => FiguresSource;

/**
 * Reads what wallets held, in the order of the wallets. `since` (epoch ms): the statement in force then and all later ones are
 * enough; null: all are needed. 404 user-not-found, thematic-not-found.
 */
export type ReadHoldings = (
  set: WalletSet,
  since: number | null,
) => Promise<readonly WalletHoldings[]>;

/** Amounts of the past are not known, but values are reported. 404 user-not-found, thematic-not-found. */
export interface ReportedValues extends NotKnown {
  values(set: WalletSet, type: HistoryType): Promise<ReportedHistory>;
  /** The value of a user's wallets together, and of each one at its own times. */
  walletValues(user: string, type: HistoryType): Promise<ReportedWallets>;
}

export interface ReportedWallets {
  readonly all: ReportedHistory;
  readonly wallets: readonly (ReportedHistory & { readonly thematicId: string })[];
}

export interface ThematicDefinitions {
  readonly levels: LevelBook;
  all(): Promise<readonly DatedThematic[]>;
  /** 404 thematic-not-found. */
  find(id: string): Promise<DatedThematic>;
}

/** Definitions of the past are not known, but levels are reported. */
export interface ReportedLevels extends NotKnown {
  /** Of each thematic; empty where its history is not read. */
  reportedLevels(
    type: HistoryType,
  ): Promise<readonly (ReportedHistory & { readonly thematicId: string })[]>;
}

export function isNotKnown(it: object): it is NotKnown {
  return 'reason' in it;
}

/** Returns what is known; 501 not-offered with the reason otherwise. */
export function orNotOffered<Value extends object>(it: Value | NotKnown): Value {
  if (isNotKnown(it)) throw problem('not-offered', it.reason);
  return it;
}
