import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What queries run on: the database itself or a transaction of it, the same on both engines. */
export type Queries = PgDatabase<PgQueryResultHKT>;

export interface Database {
  readonly engine: 'pglite' | 'postgresql';
  readonly queries: Queries;
  /** One transaction: committed when `work` resolves, rolled back when it throws. */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
