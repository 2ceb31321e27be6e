import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { int8, sequence } from './columns.ts';

export const savedViews = pgTable(
  'saved_views',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id').notNull().unique(),
    /** The id of a key, `oidc:` followed by the provider's subject, or `this service`. */
    owner: text('owner').notNull(),
    ownerName: text('owner_name').notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    isShared: boolean('is_shared').notNull(),
    updatedAt: int8('updated_at').notNull(),
    /** A deleted view can be restored for an hour. */
    deletedAt: int8('deleted_at'),
  },
  (table) => [
    index('saved_views_owner').on(table.owner),
    index('saved_views_shared').on(table.isShared),
  ],
);
export type SavedViewRow = typeof savedViews.$inferSelect;

/** The home page of a person, by the owner of their views, or of a role: `role:analyst`. */
export const viewHomes = pgTable(
  'view_homes',
  {
    person: text('person').primaryKey(),
    viewSeq: int8('view_seq')
      .notNull()
      .references(() => savedViews.seq, { onDelete: 'cascade' }),
  },
  (table) => [index('view_homes_view').on(table.viewSeq)],
);
