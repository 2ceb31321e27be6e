import type { DirectoryPeriod } from '#contract/directory.ts';
import type { IncompleteList } from '#contract/incompleteList.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import {
  type ResponseNotes,
  responseNotesHeader,
  responseNotesText,
} from '#contract/responseNotes.ts';
import { problem } from '#platform/http/problem.ts';
import type { Directory } from './directory.ts';
import type { HoldingsOf } from './holdings.ts';
import type { PastPoint } from './past.ts';
import type { Selections } from './selections.ts';
import type { SinceColumns } from './sinceTable.ts';
import type { FiguresSnapshot } from './snapshot.ts';

export type ReadMemberHoldings = (
  directory: Directory,
  rows: Uint32Array,
  /** Whether statements are needed that no record of a present history shows. */
  isExact: boolean,
) => Promise<HoldingsOf>;

/**
 * Returns the figures of users since instants (epoch milliseconds), beside those of a snapshot. Throws 400 invalid-query for
 * instants in the future or too long ago, and 503 unavailable if it takes too long.
 * @param rows null: all users, to sort them.
 */
export type ReadSince = (
  directory: Directory,
  snapshot: FiguresSnapshot,
  instants: readonly number[],
  rows: Uint32Array | null,
) => Promise<readonly SinceColumns[]>;

export interface DirectoryFeed {
  /** The directory with all committed changes and complete figures; a problem 503 while it is being built. */
  fresh(): Promise<Directory>;
  readonly selections: Selections;
  /** The names of all thematics, or of all tokens, by id, including those without holders; null: it has none. */
  names(of: ExposureBy): Promise<ReadonlyMap<string, string | null>>;
  /**
   * Reads the holdings of a past instant (epoch milliseconds), rounded down to a tick. Throws 400 invalid-query for the future.
   * Otherwise the reason why past holdings are not known, as a sentence.
   */
  readonly past:
    | ((asOf: number) => Promise<PastPoint & { readonly directory: Directory }>)
    | string;
  /** Reads the holdings of users over time. Otherwise the reason why they are not known, as a sentence. */
  readonly holdings: ReadMemberHoldings | string;
  /** Computes figures since instants. Otherwise the reason why they are not known, as a sentence. */
  readonly since: ReadSince | string;
  /** These users were displayed, over this period: sync reads them first. */
  seen?(customIds: readonly string[], period: DirectoryPeriod): void;
  /** Why users are missing; null or undefined if none are. */
  incomplete?(): IncompleteList | null;
  /** Notes on a directory that is read from another service. */
  notes?(): ResponseNotes;
}

/** For an answer about all users: notes that some are missing. */
export function incompleteOf(feed: DirectoryFeed): { readonly incomplete?: IncompleteList } {
  const incomplete = feed.incomplete?.() ?? null;
  return incomplete === null ? {} : { incomplete };
}

export function responseNotesHeaders(feed: DirectoryFeed): Readonly<Record<string, string>> {
  const notes = feed.notes?.();
  return notes === undefined ? {} : { [responseNotesHeader]: responseNotesText(notes) };
}

/** Reads the holdings of a past instant. Throws 501 not-offered with the reason if they are not known. */
export function readPast(feed: DirectoryFeed, asOf: number) {
  if (typeof feed.past === 'string') throw problem('not-offered', feed.past);
  return feed.past(asOf);
}
