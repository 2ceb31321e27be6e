import { sql } from 'drizzle-orm';
import { bigint, customType } from 'drizzle-orm/pg-core';

/** A bigint column read as a number: sequences and epoch milliseconds stay below 2^53. */
export const int8 = (name: string) => bigint(name, { mode: 'number' });

/** Numbers rows in the order in which they came. */
export const sequence = (name: string) => int8(name).generatedAlwaysAsIdentity();

/** A text compared byte by byte, so that both engines order alike. */
export const bytewiseText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

/** What a check of a table says of a column that holds one of a few words. */
export const isOneOfWords = (column: string, words: readonly string[]) =>
  sql.raw(`${column} IN (${words.map((word) => `'${word}'`).join(', ')})`);
