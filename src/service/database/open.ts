import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Database } from './database.ts';
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
  await migrate({
    run: async (sql) => {
      await client.exec(sql);
    },
    names: async () =>
      (await client.query<{ name: string }>('SELECT name FROM migrations')).rows.map(
        ({ name }) => name,
      ),
  });
  const queries = drizzlePglite({ client });
  return {
    engine: 'pglite',
    queries,
    transaction: (work) => queries.transaction(work),
    close: () => client.close(),
  };
}

/** Opens a PostgreSQL by its URL and brings its tables up to date. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, max: 16, application_name: 'portfolio' });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
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
    transaction: (work) => queries.transaction(work),
    close: () => pool.end(),
  };
}
