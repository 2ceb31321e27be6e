import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  lt,
  sql,
} from 'drizzle-orm';
import { day } from '#contract/historyType.ts';
import { undoableImports, type ImportCounts, type PastImport } from '#contract/userImport.ts';
import { formatTime } from '#contract/time.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { isOneOf } from '#platform/database/packed.ts';
import { newId } from '#platform/database/ids.ts';
import { isText } from '#platform/database/text.ts';
import { importedUsers, imports, type ImportedUserRow } from '#platform/database/schema/imports.ts';
import { users, type StoredAttributes } from '#platform/database/schema/portfolio.ts';
import { problem } from '#platform/http/problem.ts';
import { changedMembers } from '#contract/mergePatch.ts';

// Changes are recorded for undo as long as undo is possible.
const undoableMs = undoableImports.days * day;
const deleteBatchSize = 2000;

export interface ImportRecord {
  readonly seq: number;
  readonly id: string;
}

export interface ImportOrigin {
  readonly startedBy: string | null;
  readonly fileName: string | null;
}

export async function insertImport(
  { queries }: Database,
  at: number,
  origin: ImportOrigin,
): Promise<ImportRecord> {
  const id = newId('imp');
  const [row] = await queries
    .insert(imports)
    .values({ id, startedAt: at, ...origin })
    .returning({ seq: imports.seq });
  if (row === undefined) throw new Error('The import was not recorded');
  return { seq: row.seq, id };
}

export async function endImport(
  { queries }: Database,
  { seq }: ImportRecord,
  { unchanged, skipped, failed }: ImportCounts,
  at: number,
): Promise<void> {
  const ended = { endedAt: at, unchanged, skipped, failed };
  await queries.update(imports).set(ended).where(eq(imports.seq, seq));
}

/** Deletes records of imports that can no longer be undone, in batches. */
export async function forgetOldImports({ background }: Database, at: number): Promise<void> {
  const { queries } = background;
  const [last] = await queries
    .select({ seq: imports.seq })
    .from(imports)
    .orderBy(desc(imports.seq))
    .offset(undoableImports.count - 1)
    .limit(1);
  const old = await queries
    .select({ seq: imports.seq })
    .from(imports)
    .where(sql`${lt(imports.seq, last?.seq ?? 0)} OR ${lt(imports.startedAt, at - undoableMs)}`);
  for (const { seq } of old) {
    for (;;) {
      const batch = queries
        .select({ userSeq: importedUsers.userSeq })
        .from(importedUsers)
        .where(eq(importedUsers.importSeq, seq))
        .limit(deleteBatchSize);
      const gone = await queries
        .delete(importedUsers)
        .where(and(eq(importedUsers.importSeq, seq), inArray(importedUsers.userSeq, batch)))
        .returning({ userSeq: importedUsers.userSeq });
      if (gone.length < deleteBatchSize) break;
    }
    await queries.delete(imports).where(eq(imports.seq, seq));
  }
}

export interface UserRecord {
  readonly userSeq: number;
  readonly created: boolean;
  readonly before: StoredAttributes;
  readonly after: StoredAttributes;
  readonly statements: readonly string[];
}

export async function recordUsers(
  tx: Queries,
  { seq }: ImportRecord,
  users: readonly UserRecord[],
): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map(({ userSeq, created, before, after, statements }) => ({
    user_seq: userSeq,
    created,
    attributes: changedMembers(before, after),
    statements,
  }));
  await tx.execute(sql`
    INSERT INTO imported_users (import_seq, user_seq, created, attributes, statements)
    SELECT ${seq}::bigint, user_seq, created, attributes, statements
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (user_seq bigint, created boolean, attributes json, statements json)`);
  const created = users.filter((user) => user.created).length;
  await tx
    .update(imports)
    .set({
      created: sql`${imports.created} + ${created}::int`,
      updated: sql`${imports.updated} + ${users.length - created}::int`,
    })
    .where(eq(imports.seq, seq));
}

/** The import of an id, with the number of users that can be undone; 404 import-not-found, 409 import-undone. */
export async function findImport(queries: Queries, id: string) {
  const [row] = await queries.select().from(imports).where(isText(imports.id, id));
  if (row === undefined) {
    throw problem(
      'import-not-found',
      `There is no import ${JSON.stringify(id)} to undo. The last ${undoableImports.count} imports can be undone, for ${undoableImports.days} days.`,
    );
  }
  const total = await countImported(queries, row);
  // Another process may still be writing an import that was undone.
  if (row.undoneAt !== null && total.users === 0) {
    throw problem('import-undone', `This import was undone on ${formatTime(row.undoneAt)}.`);
  }
  return { record: row, total };
}

export async function markUndone(
  { queries }: Database,
  { seq }: ImportRecord,
  at: number,
): Promise<void> {
  await queries.update(imports).set({ undoneAt: at }).where(eq(imports.seq, seq));
}

async function countImported(
  queries: Queries,
  { seq }: ImportRecord,
): Promise<{ users: number; created: number }> {
  const [row] = await queries
    .select({
      users: count(),
      created: sql<number>`count(*) FILTER (WHERE ${importedUsers.created})`.mapWith(Number),
    })
    .from(importedUsers)
    .where(eq(importedUsers.importSeq, seq));
  return row ?? { users: 0, created: 0 };
}

export interface UserToUndo extends ImportedUserRow {
  readonly customId: string;
}

export function readImported(
  queries: Queries,
  { seq }: ImportRecord,
  after: number,
  limit: number,
): Promise<UserToUndo[]> {
  return queries
    .select({ ...getTableColumns(importedUsers), customId: users.customId })
    .from(importedUsers)
    .innerJoin(users, eq(users.seq, importedUsers.userSeq))
    .where(and(eq(importedUsers.importSeq, seq), gt(importedUsers.userSeq, after)))
    .orderBy(asc(importedUsers.userSeq))
    .limit(limit);
}

export async function forgetImported(
  tx: Queries,
  { seq }: ImportRecord,
  users: readonly UserToUndo[],
): Promise<void> {
  const userSeqs = users.map(({ userSeq }) => userSeq);
  await tx
    .delete(importedUsers)
    .where(and(eq(importedUsers.importSeq, seq), isOneOf(importedUsers.userSeq, userSeqs)));
}

export async function listImports(queries: Queries): Promise<PastImport[]> {
  const users = queries
    .select()
    .from(importedUsers)
    .where(eq(importedUsers.importSeq, imports.seq));
  const rows = await queries
    .select({ ...getTableColumns(imports), isUndoable: sql<boolean>`${exists(users)}` })
    .from(imports)
    .orderBy(desc(imports.seq))
    .limit(undoableImports.count);
  return rows.map((row) => ({
    id: row.id,
    startedAt: formatTime(row.startedAt),
    endedAt: timeOf(row.endedAt),
    by: row.startedBy,
    file: row.fileName,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    skipped: row.skipped,
    failed: row.failed,
    undoUntil: row.isUndoable ? formatTime(row.startedAt + undoableMs) : null,
    undoneAt: timeOf(row.undoneAt),
  }));
}

const timeOf = (at: number | null) => (at === null ? null : formatTime(at));
