import { pgTable, text } from 'drizzle-orm/pg-core';
import { int8 } from './columns.ts';

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
