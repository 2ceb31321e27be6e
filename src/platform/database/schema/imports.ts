import type { ChangedMember } from '#contract/mergePatch.ts';
import { boolean, index, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sequence, int8 } from './columns.ts';
import { users } from './portfolio.ts';

const counted = (name: string) => integer(name).notNull().default(0);

export const imports = pgTable('imports', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull().unique(),
  startedAt: int8('started_at').notNull(),
  /** null: it is running, or the process ended first. */
  endedAt: int8('ended_at'),
  undoneAt: int8('undone_at'),
  startedBy: text('started_by'),
  fileName: text('file_name'),
  /** Users by outcome: created and updated grow with each transaction, the others are set at the end. */
  created: counted('created'),
  updated: counted('updated'),
  unchanged: counted('unchanged'),
  skipped: counted('skipped'),
  failed: counted('failed'),
});

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
    attributes: json('attributes').$type<ChangedMember[]>().notNull(),
    statements: json('statements').$type<string[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importSeq, table.userSeq] }),
    index('imported_users_user').on(table.userSeq),
  ],
);
export type ImportedUserRow = typeof importedUsers.$inferSelect;
