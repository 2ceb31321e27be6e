import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { callerRoles } from '#contract/access.ts';
import { bytes, bytewiseText, int8, isAllowedValue, sequence } from './columns.ts';

/** Keys, as hashes only. They are never deleted: the audit trail names them. */
export const accessKeys = pgTable(
  'access_keys',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id').notNull().unique(),
    /** SHA-256 of the key, which has 256 random bits. */
    hash: bytes('hash').notNull().unique(),
    name: text('name').notNull(),
    role: text('role', { enum: callerRoles }).notNull(),
    createdAt: int8('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    expiresAt: int8('expires_at'),
    revokedAt: int8('revoked_at'),
    lastUsedAt: int8('last_used_at'),
  },
  () => [check('access_keys_role_check', isAllowedValue('role', callerRoles))],
);
export type AccessKeyRow = typeof accessKeys.$inferSelect;

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie, which has 256 random bits. */
    hash: bytes('hash').primaryKey(),
    /** The id of a key, or `oidc:` followed by the provider's subject. */
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: callerRoles }).notNull(),
    createdAt: int8('created_at').notNull(),
    /** The latest request caused by a person, to the minute. */
    activeAt: int8('active_at').notNull(),
  },
  (table) => [
    check('sessions_role_check', isAllowedValue('role', callerRoles)),
    index('sessions_subject').on(table.subject),
    index('sessions_created').on(table.createdAt),
  ],
);
export type SessionRow = typeof sessions.$inferSelect;

export const windowCounts = pgTable(
  'window_counts',
  {
    name: bytewiseText('name').primaryKey(),
    endsAt: int8('ends_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('window_counts_ends').on(table.endsAt)],
);
