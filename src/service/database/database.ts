import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What queries run on: the database itself or a transaction of it, the same on both engines. */
export type Queries = Omit<PgDatabase<PgQueryResultHKT>, 'transaction'>;

/** Where queries and transactions run. */
export interface Connections {
  readonly queries: Queries;
  /** One transaction: committed when `work` resolves, rolled back when it throws. */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
}

export interface Database extends Connections {
  readonly engine: 'pglite' | 'postgresql';
  /** For what no answer waits for: it gets its turn however many requests wait for theirs. */
  readonly background: Connections;
  close(): Promise<void>;
}
