import { eq, sql, type Column, type SQL } from 'drizzle-orm';

/** Whether a database can store a text: no U+0000 and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Tests membership with one parameter for all texts, each looked up in an index. */
export function isOneOfTexts(column: Column, texts: readonly string[]): SQL {
  return sql`${column} = ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify(texts)}::json)))`;
}

/** Tests equality with a text from outside, which PostgreSQL may be unable to represent. */
export function isText(column: Column, text: string): SQL {
  return isStorable(text) ? eq(column, text) : sql`false`;
}
