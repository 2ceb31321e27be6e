import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { AuditHead } from '#contract/audit.ts';
import type { Queries } from '#platform/database/database.ts';
import { accessKeys, type AccessKeyRow } from '#platform/database/schema/access.ts';
import { auditChanges, auditTrail, waitingEntries } from '#platform/database/schema/audit.ts';
import { readHead, writeHead } from '../audit/chain.ts';
import { chainWaiting } from '../audit/waiting.ts';

/** Data that survives a restore: access keys and the audit trail. */
export interface PreservedRows {
  readonly keys: readonly AccessKeyRow[];
  readonly head: AuditHead;
}

/** Temporary tables, which last as long as the transaction. */
const trailBefore = sql.identifier('audit_trail_before');
const changesBefore = sql.identifier('audit_changes_before');
const copies = [
  [auditTrail, trailBefore],
  [auditChanges, changesBefore],
] as const;

export async function readPreserved(tx: Queries): Promise<PreservedRows> {
  while (!(await chainWaiting(tx)));
  for (const [table, copy] of copies) {
    await tx.execute(sql`CREATE TEMPORARY TABLE ${copy} ON COMMIT DROP AS TABLE ${table}`);
  }
  return { keys: await tx.select().from(accessKeys), head: await readHead(tx) };
}

/**
 * Restores the preserved keys and entries. A key revoked since the backup stays revoked. Entries after the last one in the backup
 * stay. A backup of another store brings its own trail.
 */
export async function restorePreserved(tx: Queries, { keys, head }: PreservedRows): Promise<void> {
  for (const { seq: _, ...key } of keys) {
    await tx
      .insert(accessKeys)
      .values(key)
      .onConflictDoUpdate({
        target: accessKeys.id,
        set: { revokedAt: sql`coalesce(${accessKeys.revokedAt}, excluded.revoked_at)` },
      });
  }
  const restored = await readHead(tx);
  if (head.seq <= restored.seq || !(await follows(tx, restored))) return;
  await tx.execute(sql`
    DELETE FROM ${waitingEntries} AS waiting USING ${trailBefore} AS later
    WHERE later.seq > ${restored.seq}::bigint AND ${isSameEntry}`);
  for (const [table, copy] of copies) {
    const columns = columnsOf(table);
    await tx.execute(sql`
      INSERT INTO ${table} (${columns})
      SELECT ${columns} FROM ${copy} WHERE seq > ${restored.seq}::bigint ORDER BY seq`);
  }
  // Ensures that the row exists.
  await readHead(tx, true);
  await writeHead(tx, head);
}

/** An entry that waited when the backup was made, and was chained afterwards. */
const isSameEntry = sql.raw(
  ['at', 'actor_name', 'operation', 'subject_id', 'result', 'status', 'request_id', 'details']
    .map((name) => {
      const key = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      return `later.${name}::text IS NOT DISTINCT FROM waiting.entry ->> '${key}'`;
    })
    .join(' AND '),
);

const columnsOf = (table: PgTable) =>
  sql.join(
    Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

/** Returns whether the previous trail contains the entry and therefore continues from it. */
async function follows(tx: Queries, { seq, hash }: AuditHead): Promise<boolean> {
  if (seq === 0) return true;
  const found = await tx
    .select({ seq: sql`seq` })
    .from(sql`${trailBefore}`)
    .where(and(eq(sql`seq`, seq), eq(sql`hash`, hash)));
  return found.length > 0;
}
