import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What queries run on: the database itself or a transaction of it, the same on both engines. */
export type Queries = Omit<PgDatabase<PgQueryResultHKT>, 'transaction'>;

/** Where queries and transactions run. */
export interface Connections {
  readonly queries: Queries;
  /**
   * One transaction: committed when `work` resolves, rolled back when it throws. For changes: throws UnavailableError where
   * nothing can be written now.
   */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
}

/** Tables as they are at one instant. */
export interface Snapshot {
  readonly queries: Queries;
  /** What one of those tables is named in them. */
  readonly nameOf: (table: string) => string;
}

export interface Database extends Connections {
  readonly engine: 'pglite' | 'postgresql';
  /** For background work: it gets its turn however many requests are waiting. */
  readonly background: Connections;
  /** Work on some tables as they are at one instant, however long it takes: others read and write meanwhile. */
  snapshot<Result>(
    tables: readonly string[],
    work: (snapshot: Snapshot) => Promise<Result>,
  ): Promise<Result>;
  /** Grows with everything that is written; null where other processes may write too. */
  readonly writes: (() => number) | null;
  close(): Promise<void>;
}

/**
 * Whether PostgreSQL says that it could not use one of its files. The codes of such faults are many: 58, 53, XX000, and for some
 * those of other faults (42501 on a read-only disk, 42809 for a folder in a file's place).
 */
export function isFileFault(message: string): boolean {
  return /^could not [\w ]+ (file|block|blocks|directory)\b/.test(message);
}

/** The database cannot do this now. The cause has been logged; the message gives it in a sentence that anyone may see. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
