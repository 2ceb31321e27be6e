import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database or a transaction; both engines have this type. */
export type Queries = Omit<PgDatabase<PgQueryResultHKT>, 'transaction'>;

export interface Connections {
  readonly queries: Queries;
  /**
   * Commits when `work` resolves, and rolls back when it throws. For changes: throws UnavailableError while the database is
   * read-only. In PGlite, small changes share a commit; if it fails, `work` runs once more.
   */
  transaction<Result>(
    work: (tx: Queries) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
}

export interface TransactionOptions {
  /** Whether the change is so large that others must not wait for it. Default: no. */
  readonly isAlone?: boolean;
}

export interface Snapshot {
  readonly queries: Queries;
  /** The name of a table within the snapshot. */
  readonly nameOf: (table: string) => string;
}

export interface Database extends Connections {
  /** PGlite has one connection; PostgreSQL has several. */
  readonly engine: 'pglite' | 'postgresql';
  /** Whether other processes may use it too. */
  readonly isShared: boolean;
  /** For background work: gets regular turns even when many requests wait. */
  readonly background: Connections;
  /** Runs `work` on unchanging copies of some tables; other work reads and writes meanwhile. */
  snapshot<Result>(
    tables: readonly string[],
    work: (snapshot: Snapshot) => Promise<Result>,
  ): Promise<Result>;
  /** Grows with each write; null where writes are not counted. */
  readonly writes: (() => number) | null;
  close(): Promise<void>;
}

/**
 * Whether PostgreSQL reports that it could not use one of its files. Such faults have many codes (58, 53, XX000), and
 * some share them with other faults (42501 on a read-only disk, 42809 for a folder instead of a file).
 */
export function isFileFault(message: string): boolean {
  return /^could not [\w ]+ (file|block|blocks|directory)\b/.test(message);
}

/** The database is not available now. The cause has been logged; the message is safe to show to anyone. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
