import { sql, type Column, type GetColumnData, type SQL } from 'drizzle-orm';

type Field = Column | SQL | SQL.Aliased;

type Selected<F> = F extends Column
  ? GetColumnData<F>
  : F extends SQL<infer T> | SQL.Aliased<infer T>
    ? T
    : never;

/** Columns of a query, each one JSON array; null where there are no rows. */
export type Packed<Fields extends Record<string, Field>> = {
  readonly [Name in keyof Fields]: SQL<readonly Selected<Fields[Name]>[] | null>;
};

/**
 * What to select for many rows at once: every column as one JSON array, rows in an order. Value by value the embedded
 * database hands them over several times as slowly. Only for what JSON carries: no bytes, no times.
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field became a column of its name
  return Object.fromEntries(columns) as Packed<Fields>;
}

/** The rows of such columns. */
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns are as long as each other
  return rows as Row[];
}

/** Whether a number is one of many, which travel as one parameter: there may be more than a statement can have. */
export function isOneOf(column: Column, numbers: readonly number[]): SQL {
  return sql`${column} = ANY(${`{${numbers.join(',')}}`}::bigint[])`;
}

/** A whole number as a query of our own gives it; drizzle reads those of columns by itself. */
export const wholeOrNull = (value: unknown): number | null =>
  value === null ? null : Number(value);
