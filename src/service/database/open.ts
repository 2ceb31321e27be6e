import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { committing } from './afterCommit.ts';
import type { Database, Queries } from './database.ts';
import { migrate } from './migrate.ts';

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
  const queries = drizzlePglite({ client });
  return {
    engine: 'pglite',
    queries,
    async transaction(work) {
      const { result, committed } = await queries.transaction((tx) => committing(tx, work));
      committed();
      return result;
    },
    close: () => client.close(),
  };
}

/** Opens a PostgreSQL by its URL and brings its tables up to date. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, max: 16, application_name: 'portfolio' });
  // A connection that breaks is replaced by the pool, and whoever uses it is told by the query. Without listeners, one
  // that breaks while idle, or between two queries of a transaction, would end the process.
  pool.on('error', () => {});
  pool.on('connect', (connection) => {
    connection.on('error', () => {});
  });
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
  const queries = drizzlePostgres({ client: pool });
  return {
    engine: 'postgresql',
    queries,
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

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
