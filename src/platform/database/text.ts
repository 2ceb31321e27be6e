import { eq, sql, type Column, type SQL } from 'drizzle-orm';

/** Whether a database can hold a text: it has no U+0000 and no half of a pair of surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether a text is one of many, which travel as one parameter; looked up in an index, one by one. */
export function isOneOfTexts(column: Column, texts: readonly string[]): SQL {
  return sql`${column} = ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify(texts)}::json)))`;
}

/** Whether a column is a text that somebody sent: never one that no database could hold. */
export function isText(column: Column, text: string): SQL {
  return isStorable(text) ? eq(column, text) : sql`false`;
}
