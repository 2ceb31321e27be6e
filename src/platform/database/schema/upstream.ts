import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** The latest responses about users of other services, so that the next start can show them at once. */
export const upstreamUsers = pgTable(
  'upstream_users',
  {
    /** Hash of the service's address: data of one service is never shown as another's. */
    source: text('source').notNull(),
    /** The customId as JSON: it may contain what a PostgreSQL text cannot. */
    key: text('key').notNull(),
    body: text('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.key] })],
);

export const upstreamRounds = pgTable('upstream_rounds', {
  source: text('source').primaryKey(),
  body: text('body').notNull(),
});
