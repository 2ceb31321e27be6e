import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { marketKinds } from '#contract/capabilities.ts';
import { bytes, bytewiseText, isAllowedValue, sequence, int8 } from './columns.ts';

// These files are the only description of the tables: `drizzle-kit generate` writes the SQL in ../migrations from them.
// Times are epoch milliseconds.

// Types, not interfaces: only a type alias can be assigned to the open JSON objects that contain them.
export type StoredPosition = { token: string; amount: number };

export type TargetWeight = { token: string; weight: number };

export type StoredAttributes = Record<string, unknown>;

export const users = pgTable(
  'users',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id').notNull().unique(),
    customId: bytewiseText('custom_id').notNull().unique(),
    attributes: json('attributes').$type<StoredAttributes>().notNull(),
    sample: boolean('sample').notNull(),
    /** Grows with each change of attributes or holdings: the user's ETag. */
    revision: int8('revision').notNull(),
    createdAt: int8('created_at').notNull(),
    updatedAt: int8('updated_at').notNull(),
  },
  (table) => [
    index('users_sample')
      .on(table.seq)
      .where(sql`sample`),
  ],
);
export type UserRow = typeof users.$inferSelect;

export const thematics = pgTable(
  'thematics',
  {
    id: bytewiseText('id').primaryKey(),
    /** The order of lists: creation order. */
    place: sequence('place'),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** simulated: from the catalogue of the simulated market. stored: imported or defined. */
    source: text('source', { enum: marketKinds }).notNull(),
    createdAt: int8('created_at').notNull(),
    updatedAt: int8('updated_at').notNull(),
  },
  () => [check('thematics_source_check', isAllowedValue('source', marketKinds))],
);
export type ThematicRow = typeof thematics.$inferSelect;

/**
 * The tokens of a thematic from an instant on. Append-only: the latest definition of a thematic and instant applies.
 */
export const thematicDefinitions = pgTable(
  'thematic_definitions',
  {
    seq: sequence('seq').primaryKey(),
    thematicId: bytewiseText('thematic_id')
      .notNull()
      .references(() => thematics.id, { onDelete: 'cascade' }),
    /** 0: the first definition, which applies from the first price on. */
    from: int8('from_at').notNull(),
    /** null withdraws the definition of that instant. */
    tokens: json('tokens').$type<TargetWeight[]>(),
    statedAt: int8('stated_at').notNull(),
  },
  (table) => [index('thematic_definitions_thematic').on(table.thematicId, table.from, table.seq)],
);
export type DefinitionRow = typeof thematicDefinitions.$inferSelect;

export const wallets = pgTable(
  'wallets',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id').notNull().unique(),
    userSeq: int8('user_seq')
      .notNull()
      .references(() => users.seq, { onDelete: 'cascade' }),
    thematicId: bytewiseText('thematic_id')
      .notNull()
      .references(() => thematics.id),
    updatedAt: int8('updated_at').notNull(),
    /** Every statement was withdrawn: the wallet does not exist until its next statement. */
    retracted: boolean('retracted').notNull().default(false),
  },
  (table) => [
    unique().on(table.userSeq, table.thematicId),
    index('wallets_thematic').on(table.thematicId, table.seq),
  ],
);
export type WalletRow = typeof wallets.$inferSelect;

/** Append-only: of one wallet and instant the latest applies; one without positions withdraws those before it. */
export const statements = pgTable(
  'statements',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id').notNull().unique(),
    walletSeq: int8('wallet_seq')
      .notNull()
      .references(() => wallets.seq, { onDelete: 'cascade' }),
    at: int8('at').notNull(),
    positions: json('positions').$type<StoredPosition[]>(),
    statedAt: int8('stated_at').notNull(),
    statedBy: text('stated_by'),
  },
  (table) => [index('statements_wallet').on(table.walletSeq, table.at, table.seq)],
);
export type StatementRow = typeof statements.$inferSelect;

export const tokens = pgTable('tokens', {
  id: bytewiseText('id').primaryKey(),
  symbol: text('symbol').notNull(),
  name: text('name').notNull(),
});

export const priceChunks = pgTable(
  'price_chunks',
  {
    tokenId: bytewiseText('token_id')
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    stepMs: int8('step_ms').notNull(),
    /** Chunk n covers [n * 512 * step, (n + 1) * 512 * step). */
    chunk: int8('chunk').notNull(),
    /** 512 prices, Float64 little-endian, NaN for a gap. */
    prices: bytes('prices').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.stepMs, table.chunk] })],
);
