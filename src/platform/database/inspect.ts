import { Client } from 'pg';
import { createEngine } from './engine.ts';
import { readMigrations, type MigrationTarget } from './migrate.ts';
import { connectionOf } from './postgres.ts';
import { startServer, type ServerOptions } from './postgresServer.ts';

export interface Inspection {
  readonly version: string;
  readonly encoding: string;
  /** Whether commits wait for the disk, according to the settings. */
  readonly isSynced: boolean;
  /** Whether this user may create tables. */
  readonly mayCreate: boolean;
  readonly maxConnections: number;
  readonly now: number;
  /** Migrations that the next start applies. */
  readonly pending: number;
  readonly isNew: boolean;
  /** Time of the latest event in epoch milliseconds; null if there is none. */
  readonly latestEventAt: number | null;
  readonly receivers: readonly string[];
}

export async function inspectEmbedded(dataDir: string): Promise<Inspection> {
  const engine = await createEngine({ dataDir, storageFault: () => null, log: () => {} });
  try {
    const session = await engine.session();
    return await inspect(async (sql) => (await session.query(sql)).rows.filter(isObject));
  } finally {
    await engine.close();
  }
}

export async function inspectPostgresFolder(
  options: Pick<ServerOptions, 'programs' | 'folder'>,
): Promise<Inspection> {
  const server = await startServer({ ...options, isSynced: true, log: () => {} });
  try {
    return await inspectPostgres(server.url);
  } finally {
    await server.stop();
  }
}

export async function inspectPostgres(url: string): Promise<Inspection> {
  const client = new Client({ ...connectionOf(url), connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await inspect(async (sql) => (await client.query<object>(sql)).rows);
  } finally {
    await client.end().catch(() => {});
  }
}

async function inspect(query: MigrationTarget['query']): Promise<Inspection> {
  const [row = {}] = await query(`
    SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
      current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
      current_setting('max_connections') AS connections,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS creates,
      extract(epoch FROM clock_timestamp()) * 1000 AS now,
      to_regclass('endpoints') IS NULL AS is_new`);
  const textOf = (name: string) => String(Reflect.get(row, name));
  const isNew = Reflect.get(row, 'is_new') === true;
  const { pending } = await readMigrations(query);
  const [event] = isNew ? [] : await query('SELECT max(created_at) AS at FROM events');
  const endpoints = isNew
    ? []
    : await query('SELECT url FROM endpoints WHERE abandoned_at IS NULL ORDER BY seq');
  const at: unknown = event === undefined ? null : Reflect.get(event, 'at');
  return {
    version: textOf('version'),
    encoding: textOf('encoding'),
    isSynced: textOf('fsync') === 'on' && textOf('commits') !== 'off',
    mayCreate: Reflect.get(row, 'creates') === true,
    maxConnections: Number(textOf('connections')),
    now: Number(textOf('now')),
    pending: pending.length,
    isNew,
    latestEventAt: at === null ? null : Number(at),
    receivers: endpoints.map((endpoint) => String(Reflect.get(endpoint, 'url'))),
  };
}

const isObject = (row: unknown): row is object => typeof row === 'object' && row !== null;
