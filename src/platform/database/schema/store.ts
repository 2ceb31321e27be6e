import { pgTable, text } from 'drizzle-orm/pg-core';
import { int8 } from './columns.ts';

/**
 * Named numbers that grow under a row lock. event: the commit order of events. market: the revision of the stored prices.
 * history published: the last whole step of the histories whose events are all published; history started: the step whose
 * events are being published; history user: up to which user they are.
 */
export const counters = pgTable('counters', {
  name: text('name').primaryKey(),
  value: int8('value').notNull(),
});

/** Facts about the store itself, such as when it was made and whether samples were. */
export const facts = pgTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
