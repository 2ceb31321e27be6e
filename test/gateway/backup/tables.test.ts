import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backedUpTables, excludedTables } from '#gateway/backup/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { openReused } from '#test/support/embeddedTemplate.ts';

let database: Database;
beforeAll(async () => {
  database = await openReused();
});
afterAll(() => database.close());

test('every table of the database is in a backup, or excluded for a reason', async () => {
  const rows = await database.queries
    .select({ name: sql<string>`relname` })
    .from(sql`pg_class`)
    .where(sql`relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`);
  const known = [...backedUpTables.map(({ name }) => name), ...Object.keys(excludedTables)];
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(known));
});

const placeOf = (name: string) => backedUpTables.findIndex((table) => table.name === name);

test('each table comes after the tables that it references', async () => {
  const rows = await database.queries
    .select({
      table: sql<string>`conrelid::regclass::text`,
      other: sql<string>`confrelid::regclass::text`,
    })
    .from(sql`pg_constraint`)
    .where(sql`contype = 'f'`);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ table, other }) => placeOf(table) < placeOf(other))).toEqual([]);
});

test('the text of every column type is exact', () => {
  const exact =
    /^(bigint|integer|smallint|text|text COLLATE "C"|boolean|jsonb?|bytea|uuid|double precision)$/;
  const others = backedUpTables.flatMap(({ name, columns }) =>
    columns.filter(({ type }) => !exact.test(type)).map((column) => `${name}.${column.name}`),
  );
  expect(others).toEqual([]);
});
