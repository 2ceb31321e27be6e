import { getTableColumns, sql, type Column, type SQL } from 'drizzle-orm';
import type { ChangedField } from '#contract/auditChange.ts';
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
  /** An object by field. */
  json: (table: string) =>
    sql`json_build_object(${sql.join(
      contentColumns.map(
        ([field, { name }]) =>
          sql`${field}::text, ${sql.identifier(table)}.${sql.identifier(name)}`,
      ),
      sql`, `,
    )})`,
};

type ContentColumns = Pick<StatementRow, keyof typeof content>;
type DetailField = Exclude<keyof ContentColumns, 'positions'>;

/** The content besides positions. The compiler requires that each is a field of the audit trail. */
export const detailFields = Object.keys(content).filter(
  (field): field is DetailField => field !== 'positions',
) satisfies ChangedField[];

/** The content that an author enters; positions null: withdraws the statement of its date. */
export type StatementContent = Pick<ContentColumns, 'positions'> & Partial<ContentColumns>;

/**
 * The content of a row in the contract's format, as in the key `wallets` and in the list of statements; null: absent.
 */
export function contentView<Tokens extends StoredPosition[] | null>(
  row: StatementContent & { readonly positions: Tokens },
): { tokens: Tokens } {
  const fields = detailFields.flatMap((field) => {
    const value = row[field] ?? null;
    return value === null ? [] : [[field, value] as const];
  });
  return { ...Object.fromEntries(fields), tokens: row.positions };
}
