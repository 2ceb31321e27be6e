import { getTableColumns } from 'drizzle-orm';
import {
  statements,
  type Position,
  type StatementRow,
} from '#platform/database/schema/portfolio.ts';

const { seq, id, walletSeq, at, statedAt, statedBy, ...content } = getTableColumns(statements);

/** The columns that hold what the author of a statement entered, by their fields in a row. */
export const contentColumns = Object.entries(content);

type Content = Pick<StatementRow, keyof typeof content>;

/** What the author of a statement entered; positions null: the statement of its date is withdrawn. */
export type StatementContent = Pick<Content, 'positions'> & Partial<Content>;

/** The content of a row as the contract has it, in the key `wallets` and in the list of statements; null: not given. */
export function contentView<Tokens extends Position[] | null>(
  row: StatementContent & { readonly positions: Tokens },
): { tokens: Tokens } {
  const values = new Map(Object.entries<unknown>(row));
  const fields = contentColumns.flatMap(([field]) => {
    const value = values.get(field) ?? null;
    return field === 'positions' || value === null ? [] : [[field, value] as const];
  });
  return { ...Object.fromEntries(fields), tokens: row.positions };
}
