import { pgTable, text } from 'drizzle-orm/pg-core';
import { int8 } from './columns.ts';

/** The names of the counters. */
export const counterNames = {
  /** The commit order of events. */
  event: 'event',
  /** The revision of the stored prices. */
  market: 'market',
  /** The last whole step of the histories whose events are all published. */
  historyPublished: 'history published',
  /** The step whose events are being published, and up to which user they are. */
  historyStarted: 'history started',
  historyUser: 'history user',
} as const;

/** Named numbers that grow under a row lock. */
export const counters = pgTable('counters', {
  name: text('name').primaryKey(),
  value: int8('value').notNull(),
});

/** Facts about the store itself, such as when it was made and whether samples were. */
export const facts = pgTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
