import { boolean, index, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sequence, int8 } from './columns.ts';
import { users } from './portfolio.ts';

/** Imports of users that can still be undone. */
export const imports = pgTable('imports', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull().unique(),
  startedAt: int8('started_at').notNull(),
});

/** Attributes that an import changed; without `before` or `after` where there was none. */
export type AttributeChanges = { name: string; before?: unknown; after?: unknown }[];

/** What an import changed of a user: all that is needed to undo it. */
export const importedUsers = pgTable(
  'imported_users',
  {
    importSeq: int8('import_seq')
      .notNull()
      .references(() => imports.seq, { onDelete: 'cascade' }),
    userSeq: int8('user_seq')
      .notNull()
      .references(() => users.seq, { onDelete: 'cascade' }),
    created: boolean('created').notNull(),
    attributes: json('attributes').$type<AttributeChanges>().notNull(),
    /** Ids of the statements that were written. */
    statements: json('statements').$type<string[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importSeq, table.userSeq] }),
    index('imported_users_user').on(table.userSeq),
  ],
);
export type ImportedUserRow = typeof importedUsers.$inferSelect;
