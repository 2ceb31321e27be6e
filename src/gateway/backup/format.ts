import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isoTime } from '#contract/time.ts';

// A backup is gzip over lines of JSON:
//   the header
//   for each table: { table, columns }, one array of texts per row, then { rows, last, sha256 }
//   { end, rows, sha256 }, with the checksum of all lines before it
// A value is PostgreSQL's own text of it, which it parses back exactly. null is null.

/** Increases when older versions cannot read the format. */
export const backupFormat = 1;

export const backupHeader = z.object({
  backup: z.literal('portfolio'),
  format: z.number(),
  version: z.string(),
  createdAt: isoTime,
  engine: z.string(),
  /** Last migration of the database, identified by epoch milliseconds. */
  migration: z.number(),
  /** Base64 of the encryption key of endpoint secrets; null: not included. */
  secretKey: z.nullable(z.string()),
  tables: z.record(z.string(), z.number()),
});
export type BackupHeader = z.infer<typeof backupHeader>;

export const tableStart = z.object({ table: z.string(), columns: z.array(z.string()) });
export const tableEnd = z.object({
  rows: z.number(),
  /** Last number of the table's sequence; null: no sequence, or unused. */
  last: z.nullable(z.string()),
  sha256: z.string(),
});
export const backupEnd = z.object({ end: z.literal(true), rows: z.number(), sha256: z.string() });

export function createSums() {
  const file = createHash('sha256');
  let table = createHash('sha256');
  return {
    add(text: string): void {
      file.update(text);
      table.update(text);
    },
    /** Returns the checksum of the lines since the last call. */
    endTable(): string {
      const sum = table.digest('hex');
      table = createHash('sha256');
      return sum;
    },
    end: () => file.digest('hex'),
  };
}
