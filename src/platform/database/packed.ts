import { sql, type Column, type GetColumnData, type SQL } from 'drizzle-orm';

type Field = Column | SQL | SQL.Aliased;

type SelectedColumn<F> = F extends Column
  ? GetColumnData<F>
  : F extends SQL<infer T> | SQL.Aliased<infer T>
    ? T
    : never;

export type Packed<Fields extends Record<string, Field>> = {
  readonly [Name in keyof Fields]: SQL<readonly SelectedColumn<Fields[Name]>[] | null>;
};

/**
 * Selects many rows as one JSON array per column, which PGlite transfers several times as fast. Only
 * for types that JSON can represent: no bytes, no times.
 */
export function packed<Fields extends Record<string, Field>>(
  fields: Fields,
  ...order: readonly Field[]
): Packed<Fields> {
  const by = sql.join([...order], sql`, `);
  const columns = Object.entries(fields).map(([name, field]) => [
    name,
    sql`array_to_json(array_agg(${field} ORDER BY ${by}))`,
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field became a column of the same name
  return Object.fromEntries(columns) as Packed<Fields>;
}

export function unpacked<Row extends object>(
  columns: { readonly [Name in keyof Row]: readonly Row[Name][] | null } | undefined,
): Row[] {
  const named = Object.entries<readonly unknown[] | null>(columns ?? {});
  const rows: Record<string, unknown>[] = [];
  for (let index = 0; index < (named[0]?.[1]?.length ?? 0); index += 1) {
    const row: Record<string, unknown> = {};
    for (const [name, values] of named) row[name] = values?.[index];
    rows.push(row);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all columns have the same length
  return rows as Row[];
}

/** Tests membership with one parameter for all numbers: a statement has a limit of parameters. */
export function isOneOf(column: Column, numbers: readonly number[]): SQL {
  return sql`${column} = ANY(${`{${numbers.join(',')}}`}::bigint[])`;
}

/** Parses an integer from a hand-written query; drizzle parses those of columns. */
export const wholeOrNull = (value: unknown): number | null =>
  value === null ? null : Number(value);
