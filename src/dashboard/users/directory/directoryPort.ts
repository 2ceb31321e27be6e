import type { DirectoryEntry } from './directoryEntry.ts';
import type { Arrangement } from './index/directoryIndex.ts';
import type { Question } from './index/question.ts';

/** From where users are read: the service's directory, or the interface's own list of users, which tells less. */
export type DirectorySource = 'directory' | 'list';

/** How far a reading of the users has come. The users themselves stay in the index. */
export interface Directory {
  /** Which reading it is; each stands in an index of its own, so that the one before is shown until it is there. */
  readonly reading: number;
  readonly count: number;
  readonly isWhole: boolean;
  /** Whether the day's change and the thematics of all users are known, so that they sort and filter. */
  readonly tellsDay: boolean;
  /** Rows that could not be read, and why the first of them could not. */
  readonly unreadable: { readonly count: number; readonly why: string } | null;
}

/** An arrangement with the users that are in sight at first. */
export interface Arranged extends Arrangement {
  readonly first: ReadonlyMap<number, DirectoryEntry>;
}

/**
 * The index of the users, wherever it lives: in a worker, so that the page never waits for it, or in the same process
 * where there are no workers (tests).
 */
export interface DirectoryPort {
  /** Reads the users anew and tells how far it has come, until they are whole. */
  read(
    source: DirectorySource,
    onPart: (part: Directory) => void,
    signal: AbortSignal,
  ): Promise<Directory>;
  /**
   * Who is shown, in which order. `inSight`: the rows whose users come along.
   * @throws {ReadingGoneError} where that reading was replaced.
   */
  arrange(
    reading: number,
    question: Question,
    inSight: InSight,
    signal: AbortSignal,
  ): Promise<Arranged>;
  /** The users at these places; those that are not there (any more) are left out. */
  entries(
    reading: number,
    places: Uint32Array,
    text: string,
  ): Promise<ReadonlyMap<number, DirectoryEntry>>;
}

/** First and last index of the rows in sight. */
export interface InSight {
  readonly first: number;
  readonly last: number;
}

/** The reading that was asked about is no longer kept. */
export class ReadingGoneError extends Error {
  override readonly name = 'ReadingGoneError';
}
