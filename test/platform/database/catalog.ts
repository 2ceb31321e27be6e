import type { MigrationTarget } from '#platform/database/migrate.ts';

/** Every column, index, constraint, sequence, trigger and function as PostgreSQL describes it. */
export const catalog = `
  SELECT value FROM (
    SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default,
      collation_name, identity_generation) AS value
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
    UNION ALL
    SELECT concat_ws(' ', 'index', tablename, indexdef) FROM pg_indexes
    WHERE schemaname = 'public' AND tablename <> 'migrations'
    UNION ALL
    SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'migrations'
      -- Listed with its column. PostgreSQL 18 names it after what the column was called when it was created.
      AND contype <> 'n'
    UNION ALL
    SELECT concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
    FROM pg_sequences WHERE schemaname = 'public'
    UNION ALL
    SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ) AS described ORDER BY value COLLATE "C"`;

export async function readValues({ query }: MigrationTarget, text: string): Promise<string[]> {
  return (await query(text)).map((row) => String(Reflect.get(row, 'value')));
}

/** Every row as JSON, and the last number of every sequence. */
export async function rowsOf(target: MigrationTarget): Promise<string[]> {
  const tables = await readValues(
    target,
    `SELECT tablename AS value FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const rows = await readValues(
    target,
    tables
      .map(
        (table) => `SELECT '${table} ' || row_to_json(rows)::text AS value FROM ${table} AS rows`,
      )
      .join(' UNION ALL '),
  );
  const numbers = await readValues(
    target,
    `SELECT concat_ws(' ', sequencename, last_value) AS value FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return [...rows, ...numbers].toSorted();
}
