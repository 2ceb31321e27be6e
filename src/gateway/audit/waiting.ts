import { sql } from 'drizzle-orm';
import type { AuditHead } from '#contract/audit.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  auditChanges,
  auditTrail,
  waitingEntries,
  type WaitingEntry,
} from '#platform/database/schema/audit.ts';
import { hashEntry, readHead, writeHead } from './chain.ts';
import { digestOf, newSalt } from './recordedChanges.ts';

// A change writes its entry in its own transaction, where it waits for its place in the chain. No change locks the head.

/** Entries per pass, because the number of a statement's parameters is limited. */
const batchSize = 1000;
const maxTextLength = 2048;

/** Writes entries, in their order, in the transaction of their change. */
export async function insertEntries(tx: Queries, entries: readonly WaitingEntry[]): Promise<void> {
  await tx.insert(waitingEntries).values(entries.map((entry) => ({ entry: cleaned(entry) })));
}

export async function hasWaitingEntries(queries: Queries): Promise<boolean> {
  const rows = await queries.select({ place: waitingEntries.place }).from(waitingEntries).limit(1);
  return rows.length > 0;
}

/**
 * Moves entries of committed changes into the chain, in the order of their insertion. Until this transaction ends, no other
 * one does.
 * @returns whether none are left.
 */
export async function chainWaiting(tx: Queries): Promise<boolean> {
  let head: AuditHead = await readHead(tx, true);
  const taken = await tx
    .delete(waitingEntries)
    .where(
      sql`${waitingEntries.place} = ANY (ARRAY(
        SELECT place FROM ${waitingEntries} ORDER BY place LIMIT ${batchSize}))`,
    )
    .returning();
  if (taken.length === 0) return true;
  const values: (typeof auditChanges.$inferInsert)[] = [];
  const rows = taken
    .toSorted((one, other) => one.place - other.place)
    .map(({ entry: { changes, ...entry } }) => {
      const seq = head.seq + 1;
      const stored = changes === null ? null : { seq, salt: newSalt(), changes };
      if (stored !== null) values.push(stored);
      const changesDigest = stored === null ? null : digestOf(stored);
      const row = { ...entry, seq, previous: head.hash, changesDigest };
      head = { seq, hash: hashEntry(row) };
      return { ...row, hash: head.hash };
    });
  await tx.insert(auditTrail).values(rows);
  if (values.length > 0) await tx.insert(auditChanges).values(values);
  await writeHead(tx, head);
  return taken.length < batchSize;
}

/** Makes room for new entries. Outside of a transaction. */
export async function vacuumWaiting(queries: Queries): Promise<void> {
  await queries.execute(sql`VACUUM ${waitingEntries}`);
}

/** Returns texts as the database can store them, because the hash is over the stored values. */
function cleaned(entry: WaitingEntry): WaitingEntry {
  const { actorName, address, subjectId, subjectName, requestId } = entry;
  return {
    ...entry,
    actorName: cleanText(actorName),
    address: address === null ? null : cleanText(address),
    subjectId: subjectId === null ? null : cleanText(subjectId),
    subjectName: subjectName === null ? null : cleanText(subjectName),
    requestId: requestId === null ? null : cleanText(requestId),
  };
}

function cleanText(text: string): string {
  return text.slice(0, maxTextLength).toWellFormed().replaceAll('\0', '\uFFFD');
}
