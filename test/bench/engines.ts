import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { openPostgres } from '#platform/database/postgres.ts';
import { openFromTemplate } from '#test/support/embeddedTemplate.ts';
import { databaseUrl, NoPostgres, startPostgres } from '#test/support/postgres.ts';
import type { Tell } from './measure.ts';
import { isSmallest } from './size.ts';

export type Open = () => Promise<Database>;

let isSecondMeasured = false;

/**
 * Runs the same work on PGlite and, if available, on PostgreSQL. Each line names its engine. At the smallest size, only the first
 * section runs on both: it shows that the second engine can be measured.
 */
export async function onEachEngine(
  tell: Tell,
  work: (open: Open, tell: Tell) => Promise<void>,
): Promise<void> {
  const on = (name: string) => (line: string) => tell(`${name.padEnd(11)} ${line}`);
  await work(openFromTemplate, on('PGlite'));
  if (isSmallest && isSecondMeasured) return;
  isSecondMeasured = true;
  try {
    const cluster = await startPostgres();
    try {
      await work(databasesOf(cluster.url), on('PostgreSQL'));
    } finally {
      await cluster.stop();
    }
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    on('PostgreSQL')(`not measured: ${error.message}`);
  }
}

function databasesOf(url: string): Open {
  let count = 0;
  return async () => {
    const name = `bench_${process.pid}_${(count += 1)}`;
    const server = await openPostgres(url);
    await server.queries.execute(sql.raw(`CREATE DATABASE ${name}`));
    await server.close();
    return openPostgres(databaseUrl(url, name));
  };
}
