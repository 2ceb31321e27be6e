import { PGlite, types } from '@electric-sql/pglite';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { Pool, type PoolConfig } from 'pg';
import { committing } from './afterCommit.ts';
import type { Connections, Database, Queries } from './database.ts';
import { migrate } from './migrate.ts';
import { createTurns } from './turns.ts';

/** Key of the advisory lock under which processes on one PostgreSQL migrate one after the other. */
const migrationLock = 727_001;

export interface EmbeddedOptions {
  /** Folder of the embedded database; left out: in memory. */
  dataDir?: string;
  /** A dumped folder to begin with (tests). */
  from?: Blob;
}

/** Opens the embedded PostgreSQL (PGlite) and brings its tables up to date. One process at a time: see the folder lock. */
export async function openEmbedded({ dataDir, from }: EmbeddedOptions = {}): Promise<Database> {
  const client = await PGlite.create({
    parsers: drizzleParsers,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(from === undefined ? {} : { loadDataDir: from }),
  });
  try {
    await migrate({
      run: async (sql) => {
        await client.exec(sql);
      },
      names: async () =>
        (await client.query<{ name: string }>('SELECT name FROM migrations')).rows.map(
          ({ name }) => name,
        ),
    });
  } catch (error) {
    // An engine that is left open keeps the process alive.
    await client.close();
    throw error;
  }
  const turns = createTurns();
  const connectionOf = (isAhead: boolean): Connections => ({
    queries: queriesOn(client),
    transaction: (work) =>
      turns.take(async () => {
        const { result, committed } = await client.transaction((tx) =>
          committing(queriesOn(tx), work),
        );
        committed();
        return result;
      }, isAhead),
  });
  return {
    ...connectionOf(false),
    engine: 'pglite',
    background: connectionOf(true),
    close: () => client.close(),
  };
}

/** As drizzle wants its values: it reads times, and arrays of them, by itself. */
const drizzleParsers = Object.fromEntries(
  [
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.INTERVAL,
    types.DATE,
    1231,
    1115,
    1185,
    1187,
    1182,
  ].map((type) => [type, (value: string) => value]),
);

/**
 * Drizzle gives its parsers with every query, for which the engine copies its table of some hundred parsers each time: a
 * tenth of a small query. They are given once, when it is opened.
 */
function queriesOn(engine: Pick<PGlite, 'query'>): Queries {
  const query: PGlite['query'] = (text, params, options) =>
    engine.query(text, params, { ...(options?.rowMode && { rowMode: options.rowMode }) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of it that drizzle uses here
  return drizzlePglite({ client: { query } as PGlite });
}

/** Opens a PostgreSQL by its URL and brings its tables up to date. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = poolOf(url, 16);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await migrate({
      run: async (sql) => {
        await client.query(sql);
      },
      names: async () =>
        (await client.query<{ name: string }>('SELECT name FROM migrations')).rows.map(
          ({ name }) => name,
        ),
    });
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }
  client.release();
  const background = poolOf(url, 4, {
    query_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  return {
    ...connectionsOf(pool),
    engine: 'postgresql',
    background: connectionsOf(background),
    async close() {
      await Promise.all([pool.end(), background.end()]);
    },
  };
}

function poolOf(url: string, max: number, limits: PoolConfig = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'portfolio',
    // A server that is cut off without a word is noticed, and nobody waits for it for ever.
    keepAlive: true,
    connectionTimeoutMillis: 30_000,
    ...limits,
  });
  // A connection that breaks is replaced by the pool, and whoever uses it is told by the query. Without listeners, one
  // that breaks while idle, or between two queries of a transaction, would end the process.
  pool.on('error', () => {});
  pool.on('connect', (connection) => {
    connection.on('error', () => {});
  });
  return pool;
}

const connectionsOf = (pool: Pool): Connections => ({
  queries: drizzlePostgres({ client: pool }),
  transaction: (work) => inTransaction(pool, work),
});

/**
 * One transaction on a connection of its own. Not drizzle's: that one never gives a connection back whose BEGIN failed,
 * and tells of the ROLLBACK that failed instead of what went wrong.
 */
async function inTransaction<Result>(
  pool: Pool,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('BEGIN');
    const { result, committed } = await committing(drizzlePostgres({ client }), work);
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
