import { getTableColumns, sql, type Column, type SQL } from 'drizzle-orm';
import {
  statements,
  type StoredPosition,
  type StatementRow,
} from '#platform/database/schema/portfolio.ts';

const { seq, id, walletSeq, at, statedAt, statedBy, ...content } = getTableColumns(statements);

export const contentColumns = Object.entries(content);

const listed = (sqlOf: (column: Column) => SQL) =>
  sql.join(
    contentColumns.map(([, column]) => sqlOf(column)),
    sql`, `,
  );
/** The content columns in SQL: their names, alone or of a table, and with their types. */
export const contentSql = {
  names: listed(({ name }) => sql`${sql.identifier(name)}`),
  of: (table: string) =>
    listed(({ name }) => sql`${sql.identifier(table)}.${sql.identifier(name)}`),
  types: listed((column) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
};

type ContentColumns = Pick<StatementRow, keyof typeof content>;

/** The content that an author enters; positions null: withdraws the statement of its date. */
export type StatementContent = Pick<ContentColumns, 'positions'> & Partial<ContentColumns>;

/**
 * The content of a row in the contract's format, as in the key `wallets` and in the list of statements; null: absent.
 */
export function contentView<Tokens extends StoredPosition[] | null>(
  row: StatementContent & { readonly positions: Tokens },
): { tokens: Tokens } {
  const values = new Map(Object.entries<unknown>(row));
  const fields = contentColumns.flatMap(([field]) => {
    const value = values.get(field) ?? null;
    return field === 'positions' || value === null ? [] : [[field, value] as const];
  });
  return { ...Object.fromEntries(fields), tokens: row.positions };
}
