import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { committing } from './afterCommit.ts';
import { UnavailableError, type Connections, type Database, type Queries } from './database.ts';
import { migrate, type OnUpgrade } from './migrate.ts';

const migrationLock = 727_001;

/**
 * Cancels statements that run, or wait for a lock, for longer, so that a few stuck ones do not occupy all connections.
 */
const statementTimeoutMs = 60_000;
const lockTimeoutMs = 5000;
/** Of each pool, so many stay open: a change on a new one takes 20 ms longer, until PostgreSQL's caches are filled. */
const minConnections = 2;

export async function openPostgres(url: string, onUpgrade?: OnUpgrade): Promise<Database> {
  // A migration has no time limit.
  const client = new Client(connectionOf(url));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await migrate(
      {
        query: async (sql) => (await client.query<object>(sql)).rows,
        script: async (sql) => {
          await client.query(sql);
        },
      },
      onUpgrade,
    );
  } finally {
    await client.end();
  }
  const foreground = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  };
  // Changes that wait for each other must not use up the connections of reads.
  const reads = poolOf(url, 8, foreground);
  const changes = poolOf(url, 8, foreground);
  const background = poolOf(url, 4, {
    query_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  });
  return {
    ...connectionsOn(reads, changes),
    engine: 'postgresql',
    isShared: true,
    writes: null,
    background: connectionsOn(background, background),
    snapshot: (_, work) =>
      inTransaction(background, async (tx) => {
        await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
        await tx.execute(exactTexts);
        return work({ queries: tx, nameOf: (table) => table });
      }),
    async close() {
      await Promise.all([reads, changes, background].map((pool) => pool.end()));
    },
  };
}

/** Makes values exact and equal on every server, regardless of its settings. */
const exactTexts = sql`SELECT set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true),
  set_config('DateStyle', 'ISO, YMD', true), set_config('IntervalStyle', 'postgres', true), set_config('TimeZone', 'UTC', true)`;

export const connectionOf = (url: string) => ({
  connectionString: url,
  application_name: 'portfolio',
  // Detects a server that is cut off, and keeps firewalls from forgetting idle connections.
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
  connectionTimeoutMillis: 30_000,
});

type Connected = Parameters<Pool['connect']>[0];

/** After closing, queries fail with UnavailableError, as in PGlite. */
class ClosablePool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!this.ending) return callback === undefined ? super.connect() : super.connect(callback);
    const error = new UnavailableError('The database is closed. Try again in a few seconds.');
    if (callback === undefined) return Promise.reject(error);
    callback(error, undefined, () => {});
  }
}

function poolOf(url: string, max: number, limits: PoolConfig = {}): Pool {
  const pool = new ClosablePool({ ...connectionOf(url), min: minConnections, max, ...limits });
  // The pool replaces a broken connection, and its query gets the error. Without listeners, a connection that breaks
  // while idle, or between two queries of a transaction, would end the process.
  pool.on('error', () => {});
  pool.on('connect', (connection) => {
    connection.on('error', () => {});
  });
  return pool;
}

const connectionsOn = (reads: Pool, changes: Pool): Connections => ({
  queries: drizzle({ client: reads }),
  transaction: (work) => inTransaction(changes, work),
});

/**
 * One transaction on its own connection. Drizzle's transaction never returns a connection whose BEGIN failed, and
 * reports the failed ROLLBACK instead of the original error.
 */
async function inTransaction<Result>(
  pool: Pool,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('BEGIN');
    const { result, committed } = await committing(drizzle({ client }), work);
    await client.query('COMMIT');
    isBroken = false;
    committed();
    return result;
  } catch (error) {
    isBroken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}
