import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isoTime } from '#contract/time.ts';

// A backup is gzip over lines of JSON:
//   the header
//   of each table: { table, columns }, a line a row: an array of the texts of its columns, then { rows, last, sha256 }
//   { end, rows, sha256 }: of all lines before it
// A value is the text that PostgreSQL itself writes of it, and reads back exactly; null is null.

/** Grows with what an older version could not read. */
export const backupFormat = 1;

export const backupHeader = z.object({
  backup: z.literal('portfolio'),
  format: z.number(),
  /** Of the product that wrote it. */
  version: z.string(),
  createdAt: isoTime,
  engine: z.string(),
  /** The last migration of its database, by the epoch milliseconds that identify it. */
  migration: z.number(),
  /** Base64 of the key that secrets of endpoints are encrypted with; null: it is not in here. */
  secretKey: z.nullable(z.string()),
  /** Rows by table. */
  tables: z.record(z.string(), z.number()),
});
export type BackupHeader = z.infer<typeof backupHeader>;

export const tableStart = z.object({ table: z.string(), columns: z.array(z.string()) });
export const tableEnd = z.object({
  rows: z.number(),
  /** The last number of the table's sequence; null: it has none, or never gave one. */
  last: z.nullable(z.string()),
  sha256: z.string(),
});
export const backupEnd = z.object({ end: z.literal(true), rows: z.number(), sha256: z.string() });

/** Sums up lines: those of a table, and all. */
export function createSums() {
  const whole = createHash('sha256');
  let table = createHash('sha256');
  return {
    add(text: string): void {
      whole.update(text);
      table.update(text);
    },
    /** Of the lines since it was last called. */
    endTable(): string {
      const sum = table.digest('hex');
      table = createHash('sha256');
      return sum;
    },
    end: () => whole.digest('hex'),
  };
}
