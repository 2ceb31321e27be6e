import { sql } from 'drizzle-orm';
import { bigint, customType } from 'drizzle-orm/pg-core';

/** A bigint column read as a number: sequences and epoch milliseconds stay below 2^53. */
export const int8 = (name: string) => bigint(name, { mode: 'number' });

export const sequence = (name: string) => int8(name).generatedAlwaysAsIdentity();

/** Text compared byte by byte, so that both engines sort alike. */
export const bytewiseText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

export const isAllowedValue = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(', ')})`);
