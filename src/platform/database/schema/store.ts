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
