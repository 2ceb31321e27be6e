import type { DirectoryPeriod } from '#contract/directory.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import type { Reading } from '#contract/reading.ts';
import type { Directory } from './directory.ts';

/** The read model of a process, whatever feeds it. */
export interface DirectoryFeed {
  /** The directory with all that was committed before, its figures complete; a problem 503 while it is being made. */
  fresh(): Promise<Directory>;
  /** The names of all thematics, or of all tokens, by id, also of those that nobody holds; null: it has none. */
  names(of: ExposureBy): Promise<ReadonlyMap<string, string | null>>;
  /** These users were shown, over this period: what is read of another service is read of them first. */
  seen?(customIds: readonly string[], period: DirectoryPeriod): void;
  /** How it was read, of another service. */
  reading?(): Reading;
}
