import type { Problem } from '#platform/http/problem.ts';
import type { SourceStatistics } from './statistics.ts';

/** What the other service answered. */
export interface Foreign {
  /** Its body as JSON; null where a change was answered without one. */
  readonly json: unknown;
  readonly text: string;
  /** Its Link header. */
  readonly link: string | null;
  /** Where it came from, redirects followed: `next` is relative to it. It may hold a secret: it is shown to nobody. */
  readonly address: string;
  /** When it was read, in epoch milliseconds. */
  readonly readAt: number;
  /** Why it could not be read again, in a sentence; null: it is as new as was requested. */
  readonly stale: string | null;
}

/** Who waits for it: what people look at goes before background reading. */
export type Priority = 'person' | 'background';

export interface ReadOptions {
  readonly priority: Priority;
  /** Milliseconds: a younger answer is given as it was read. 30 s where left out. */
  readonly maxAge?: number;
  /** What a 404 means; where left out, that the service does not have this call. */
  readonly notFound?: () => Problem;
}

/** The other service, asked within its limits. What goes wrong is a Problem of an `upstream-…` code, or `notFound`'s. */
export interface Source {
  /**
   * Answer to GET. Where the service fails, what was read before is given with `stale`.
   * @param path below the base address, with its query: `/p/users/u1`; or a full address on the same origin.
   */
  read(path: string, options: ReadOptions): Promise<Foreign>;
  /** Sends a change, once: it is never sent again. */
  write(
    method: 'PUT' | 'POST' | 'DELETE',
    path: string,
    body: unknown,
    options?: Pick<ReadOptions, 'notFound'>,
  ): Promise<Foreign>;
  /** What was read of these paths (of all) is requested again at the next read. */
  forget(paths?: (path: string) => boolean): void;
  /** When it last answered well, in epoch milliseconds; null: not yet. */
  readonly lastGoodAt: number | null;
  /** Why it does not answer, in a sentence; null: it does, or was not asked yet. */
  readonly fault: string | null;
  /** What comes from the service, without the secret headers' values. */
  scrub(text: string): string;
  statistics(): SourceStatistics;
  /** Ends all that is under way. */
  close(): Promise<void>;
}
