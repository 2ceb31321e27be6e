import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '#platform/database/postgres.ts';
import { databaseUrl, NoPostgres, startPostgres, type Cluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Migrated database on a PostgreSQL server to copy; null: not available. */
    postgres: { url: string; template: string } | null;
  }
}

let cluster: Cluster | null = null;
let template: string | null = null;

/** Starts PostgreSQL, if available, with a migrated database to copy. */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startedCluster();
  if (cluster === null) {
    project.provide('postgres', null);
    return;
  }
  template = `portfolio_template_${randomUUID().replaceAll('-', '')}`;
  await execute(cluster.url, `CREATE DATABASE ${template}`);
  await (await openPostgres(databaseUrl(cluster.url, template))).close();
  project.provide('postgres', { url: cluster.url, template });
}

export async function teardown(): Promise<void> {
  if (cluster !== null && template !== null) {
    await execute(cluster.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  }
  await cluster?.stop();
}

async function startedCluster(): Promise<Cluster | null> {
  try {
    return await startPostgres();
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    if (process.env['REQUIRE_POSTGRES'] === '1') {
      throw new Error(`REQUIRE_POSTGRES is set, and there is no PostgreSQL: ${error.message}`, {
        cause: error,
      });
    }
    console.log(`The tests on PostgreSQL are skipped: ${error.message}`);
    return null;
  }
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
