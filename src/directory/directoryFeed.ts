import type { ExposureBy } from '#contract/exposure.ts';
import type { Directory } from './directory.ts';

/** The read model of a process, whatever feeds it. */
export interface DirectoryFeed {
  /** The directory with all that was committed before, its figures complete; a problem 503 while it is being made. */
  fresh(): Promise<Directory>;
  /** The names of all thematics, or of all tokens, by id, also of those that nobody holds; null: it has none. */
  names(of: ExposureBy): Promise<ReadonlyMap<string, string | null>>;
}
