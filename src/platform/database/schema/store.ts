import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, int8 } from './columns.ts';

export const counterNames = {
  event: 'event',
  market: 'market',
  /** The latest complete step of the histories whose events are all published. */
  historyPublished: 'history published',
  historyStarted: 'history started',
  historyUser: 'history user',
} as const;

export const counters = pgTable('counters', {
  name: text('name').primaryKey(),
  value: int8('value').notNull(),
});

export const facts = pgTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Saved sets of users, as the text of a JSON list of their customIds. */
export const selections = pgTable('selections', {
  id: text('id').primaryKey(),
  customIds: text('custom_ids').notNull(),
  expiresAt: int8('expires_at').notNull(),
});

/**
 * Users of the directory, packed, by ranges of their sequence: a process loads them at its start, and reads only those that have
 * changed since.
 */
export const directoryParts = pgTable('directory_parts', {
  part: int8('part').primaryKey(),
  /** End of the histories that the holdings are exact for. */
  readUntil: int8('read_until').notNull(),
  users: bytes('users').notNull(),
  writtenAt: int8('written_at').notNull(),
});
