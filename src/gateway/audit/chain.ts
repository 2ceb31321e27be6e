import { createHash } from 'node:crypto';
import { and, asc, count, eq, gt, lte } from 'drizzle-orm';
import { formatHead, parseHead, type AuditHead, type AuditVerification } from '#contract/audit.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  auditChanges,
  auditTrail,
  waitingEntries,
  type AuditRow,
} from '#platform/database/schema/audit.ts';
import { facts } from '#platform/database/schema/store.ts';
import { digestOf } from './recordedChanges.ts';

// Each entry holds the hash of the previous one, so that changing, removing or inserting an entry changes all later hashes. The
// last hash is also stored outside the trail, so that its end cannot be cut off unnoticed. A person who can write both can
// recompute all hashes. Only a head recorded elsewhere reveals that.

export const emptyTrailHead: AuditHead = { seq: 0, hash: '0'.repeat(64) };

const headFact = 'audit head';
const sliceSize = 1000;

type HashInput = Omit<AuditRow, 'hash'>;

/**
 * Returns SHA-256 over the JSON of an entry's fields, in this order, in UTF-8. The digest of its changes comes last and only if
 * present, because entries of earlier versions have none.
 */
export function hashEntry(row: HashInput): string {
  const { previous, seq, at, actorId, actorName, actorRole, via, address, operation } = row;
  const { subjectKind, subjectId, subjectName, result, status, code, count } = row;
  const actor = [actorId, actorName, actorRole, via, address];
  const subject = [subjectKind, subjectId, subjectName];
  const outcome = [result, status, code, count, row.details, row.requestId];
  const changed = row.changesDigest === null ? [] : [row.changesDigest];
  const fields = [previous, seq, at, ...actor, operation, ...subject, ...outcome, ...changed];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** Returns the head stored outside the trail. With `isLocked`, locks it until the transaction ends, to append an entry. */
export async function readHead(queries: Queries, isLocked = false): Promise<AuditHead> {
  const query = queries.select().from(facts).where(eq(facts.name, headFact));
  const [row] = await (isLocked ? query.for('update') : query);
  if (row === undefined && isLocked) {
    // A concurrent transaction waits here.
    const first = { name: headFact, value: formatHead(emptyTrailHead) };
    await queries.insert(facts).values(first).onConflictDoNothing();
    return readHead(queries, true);
  }
  if (row === undefined) return emptyTrailHead;
  const head = parseHead(row.value);
  if (head === null) throw new Error(`The head of the audit trail is ${row.value}`);
  return head;
}

export async function writeHead(tx: Queries, head: AuditHead): Promise<void> {
  await tx
    .update(facts)
    .set({ value: formatHead(head) })
    .where(eq(facts.name, headFact));
}

async function countWaiting(queries: Queries): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(waitingEntries);
  return row?.count ?? 0;
}

/**
 * Reads the complete trail in slices and verifies every entry.
 * @param noted entry recorded earlier, elsewhere.
 */
export async function verifyChain(
  queries: Queries,
  { now, noted = null }: { readonly now: number; readonly noted?: AuditHead | null },
): Promise<AuditVerification> {
  // Entries chained from now on are not verified.
  const head = await readHead(queries);
  const waiting = await countWaiting(queries);
  let last = emptyTrailHead;
  let erased = 0;
  const verdict = (fault: AuditVerification['fault']): AuditVerification => ({
    intact: fault === null,
    entries: last.seq,
    waiting,
    erased,
    head: fault !== null || last.seq === 0 ? null : { ...last },
    fault,
    verifiedAt: formatTime(now),
  });
  for (;;) {
    const rows = await queries
      .select({ entry: auditTrail, values: auditChanges })
      .from(auditTrail)
      .leftJoin(auditChanges, eq(auditChanges.seq, auditTrail.seq))
      .where(and(gt(auditTrail.seq, last.seq), lte(auditTrail.seq, head.seq)))
      .orderBy(asc(auditTrail.seq))
      .limit(sliceSize);
    for (const { entry, values } of rows) {
      const fault = entryFault(entry, last, noted) ?? changesFault(entry, values);
      if (fault !== null) return verdict({ seq: last.seq + 1, detail: fault });
      if (values === null && entry.changesDigest !== null) erased += 1;
      last = { seq: entry.seq, hash: entry.hash };
    }
    if (rows.length < sliceSize) break;
  }
  const endFault = missingEndFault(last, head, noted);
  return verdict(endFault === null ? null : { seq: last.seq + 1, detail: endFault });
}

function entryFault(row: AuditRow, before: AuditHead, noted: AuditHead | null): string | null {
  const { seq, previous, hash } = row;
  if (seq !== before.seq + 1) return `Entry ${before.seq + 1} is missing.`;
  if (previous !== before.hash) {
    return `Entry ${seq} does not follow the previous one: one of the two was inserted or rewritten.`;
  }
  if (hash !== hashEntry(row)) return `Entry ${seq} was changed.`;
  if (noted?.seq === seq && noted.hash !== hash) {
    return `Entry ${seq} differs from the one recorded earlier: it and the entries before it may have been rewritten.`;
  }
  return null;
}

function changesFault(
  { seq, changesDigest }: AuditRow,
  values: typeof auditChanges.$inferSelect | null,
): string | null {
  if (values === null || digestOf(values) === changesDigest) return null;
  return `The old and new values of entry ${seq} were changed.`;
}

function missingEndFault(last: AuditHead, head: AuditHead, noted: AuditHead | null): string | null {
  if (last.seq < head.seq) {
    return `The trail ends at entry ${last.seq}, but ${head.seq} were written: its end is missing.`;
  }
  if (last.hash !== head.hash) return `Entry ${last.seq} is not the last entry that was written.`;
  if (noted !== null && noted.seq > last.seq) {
    return `The trail ends at entry ${last.seq}, but entry ${noted.seq} was recorded earlier: its end is missing.`;
  }
  return null;
}
