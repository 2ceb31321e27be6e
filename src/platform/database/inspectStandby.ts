import { Client } from 'pg';
import { connectionOf } from './postgres.ts';

/** A PostgreSQL as a member of a fleet, as far as any user may see it. */
export interface StandbyInspection {
  /** It is a standby itself, and rejects changes. */
  readonly isStandby: boolean;
  /** Connected standbys. */
  readonly standbys: number;
  /** Standbys that commits wait for, as PostgreSQL names them; '': none. */
  readonly synchronousNames: string;
  /** Whether commits wait for the disk of these standbys, according to the settings. */
  readonly isWaiting: boolean;
  readonly connections: number;
  readonly maxConnections: number;
}

export async function inspectStandby(url: string): Promise<StandbyInspection> {
  const connection = connectionOf(url);
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<object>(
      `SELECT pg_is_in_recovery() AS standby,
        current_setting('synchronous_standby_names') AS names,
        current_setting('synchronous_commit') AS commits,
        current_setting('max_connections')::int AS most,
        (SELECT count(*)::int FROM pg_stat_replication WHERE application_name IS DISTINCT FROM 'pg_basebackup') AS standbys,
        (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()) AS own`,
      [connection.application_name],
    );
    const valueOf = (name: string): unknown => Reflect.get(rows[0] ?? {}, name);
    return {
      isStandby: valueOf('standby') === true,
      standbys: Number(valueOf('standbys')),
      synchronousNames: String(valueOf('names')),
      isWaiting: ['on', 'remote_apply'].includes(String(valueOf('commits'))),
      connections: Number(valueOf('own')),
      maxConnections: Number(valueOf('most')),
    };
  } finally {
    await client.end().catch(() => {});
  }
}
