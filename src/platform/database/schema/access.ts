import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { callerRoles } from '#contract/access.ts';
import { bytes, bytewiseText, int8, isOneOfWords, sequence } from './columns.ts';

/** Keys, of which the hash alone is known. They are never deleted: the audit trail names them. */
export const accessKeys = pgTable(
  'access_keys',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id').notNull().unique(),
    /** SHA-256 of the key's text, which holds 256 random bits. */
    hash: bytes('hash').notNull().unique(),
    name: text('name').notNull(),
    role: text('role', { enum: callerRoles }).notNull(),
    createdAt: int8('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    expiresAt: int8('expires_at'),
    revokedAt: int8('revoked_at'),
    lastUsedAt: int8('last_used_at'),
  },
  () => [check('access_keys_role_check', isOneOfWords('role', callerRoles))],
);
export type AccessKeyRow = typeof accessKeys.$inferSelect;

/** Sessions of browsers that are signed in. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's text, which holds 256 random bits. */
    hash: bytes('hash').primaryKey(),
    /** Whose it is: the id of a key, or `oidc:` with the subject a provider tells. */
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: callerRoles }).notNull(),
    createdAt: int8('created_at').notNull(),
    /** The last request that a person caused, to the minute. */
    activeAt: int8('active_at').notNull(),
  },
  (table) => [
    check('sessions_role_check', isOneOfWords('role', callerRoles)),
    index('sessions_subject').on(table.subject),
    index('sessions_created').on(table.createdAt),
  ],
);
export type SessionRow = typeof sessions.$inferSelect;

/** What was counted within a window of time, such as wrong keys of an address; shared by the processes of a PostgreSQL. */
export const windowCounts = pgTable(
  'window_counts',
  {
    name: bytewiseText('name').primaryKey(),
    endsAt: int8('ends_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('window_counts_ends').on(table.endsAt)],
);
