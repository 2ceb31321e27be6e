import { eq, sql, type Column, type SQL } from 'drizzle-orm';

/** Whether a database can hold a text: it has no U+0000 and no half of a pair of surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether a column is a text that somebody sent: never one that no database could hold. */
export function isText(column: Column, text: string): SQL {
  return isStorable(text) ? eq(column, text) : sql`false`;
}
