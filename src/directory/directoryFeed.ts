import type { DirectoryPeriod } from '#contract/directory.ts';
import type { IncompleteList } from '#contract/incompleteList.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import {
  type ResponseNotes,
  responseNotesHeader,
  responseNotesText,
} from '#contract/responseNotes.ts';
import type { Directory } from './directory.ts';

/** The read model of a process, whatever feeds it. */
export interface DirectoryFeed {
  /** The directory with all that was committed before, its figures complete; a problem 503 while it is being made. */
  fresh(): Promise<Directory>;
  /** The names of all thematics, or of all tokens, by id, also of those that nobody holds; null: it has none. */
  names(of: ExposureBy): Promise<ReadonlyMap<string, string | null>>;
  /** These users were shown, over this period: what is read of another service is read of them first. */
  seen?(customIds: readonly string[], period: DirectoryPeriod): void;
  /** Why it does not have all users; null, or left out: it has. */
  incomplete?(): IncompleteList | null;
  /** Notes on a directory that is read from another service. */
  notes?(): ResponseNotes;
}

/** For an answer about all users: says that they are not all. */
export function incompleteOf(feed: DirectoryFeed): { readonly incomplete?: IncompleteList } {
  const incomplete = feed.incomplete?.() ?? null;
  return incomplete === null ? {} : { incomplete };
}

export function responseNotesHeaders(feed: DirectoryFeed): Readonly<Record<string, string>> {
  const notes = feed.notes?.();
  return notes === undefined ? {} : { [responseNotesHeader]: responseNotesText(notes) };
}
