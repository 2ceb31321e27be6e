import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Users of other services as they were read last, so that the next start shows them at once. */
export const upstreamUsers = pgTable(
  'upstream_users',
  {
    /** Hash of the address of the service: what one says is never shown as another's. */
    source: text('source').notNull(),
    /** The customId as JSON: it may hold what PostgreSQL cannot keep as text. */
    key: text('key').notNull(),
    /** What was read of him, as JSON. */
    body: text('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.key] })],
);

/** How far reading of another service is, as JSON. */
export const upstreamRounds = pgTable('upstream_rounds', {
  source: text('source').primaryKey(),
  body: text('body').notNull(),
});
