import { check, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { auditVias } from '#contract/audit.ts';
import { auditKinds, auditResults } from '#contract/auditKinds.ts';
import { callerRoles } from '#contract/access.ts';
import { bytewiseText, int8, isAllowedValue, sequence } from './columns.ts';

/** The audit trail. A trigger rejects updates and deletes; each row contains the hash of the one before. */
export const auditTrail = pgTable(
  'audit_trail',
  {
    /** Assigned under the lock of the head: no gaps, in commit order. */
    seq: int8('seq').primaryKey(),
    at: int8('at').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    actorRole: text('actor_role', { enum: callerRoles }),
    via: text('via', { enum: auditVias }).notNull(),
    address: text('address'),
    operation: text('operation'),
    subjectKind: text('subject_kind', { enum: auditKinds }),
    subjectId: bytewiseText('subject_id'),
    subjectName: text('subject_name'),
    result: text('result', { enum: auditResults }).notNull(),
    status: integer('status'),
    code: text('code'),
    count: integer('count').notNull(),
    /** JSON as text: the hash covers its characters. */
    details: text('details'),
    requestId: text('request_id'),
    /** HMAC-SHA256 of the values in `audit_changes`, in hexadecimal; null if the entry has none. */
    changesDigest: text('changes_digest'),
    previous: text('previous').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    check('audit_trail_via_check', isAllowedValue('via', auditVias)),
    check('audit_trail_result_check', isAllowedValue('result', auditResults)),
    index('audit_trail_subject').on(table.subjectKind, table.subjectId, table.seq),
    index('audit_trail_at').on(table.at),
  ],
);
export type AuditRow = typeof auditTrail.$inferSelect;

/** An entry without its position in the trail, with its old and new values as JSON text. */
export interface WaitingEntry extends Omit<
  AuditRow,
  'seq' | 'previous' | 'hash' | 'changesDigest'
> {
  readonly changes: string | null;
}

/** Entries of committed changes that are not in the trail yet. Changes only insert here, so that none waits for another. */
export const waitingEntries = pgTable('waiting_entries', {
  /** Order of insertion: changes of one item are inserted in the order of their commits. */
  place: sequence('place').primaryKey(),
  entry: json('entry').$type<WaitingEntry>().notNull(),
});

/**
 * Old and new values of an entry, separate from the trail, which contains only their salted digest: deleting a row
 * erases personal data and leaves the chain intact.
 */
export const auditChanges = pgTable('audit_changes', {
  /** The entry's number. No foreign key: it would keep TRUNCATE from reaching the trigger of the trail. */
  seq: int8('seq').primaryKey(),
  salt: text('salt').notNull(),
  changes: text('changes').notNull(),
});
