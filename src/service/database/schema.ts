import { bigint, boolean, customType, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** A bigint column read as a number: sequences and epoch milliseconds stay below 2^53. */
const whole = (name: string) => bigint(name, { mode: 'number' });
const sequence = (name: string) => whole(name).generatedAlwaysAsIdentity();

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

// Types, not interfaces: they are parts of open JSON objects, which only a type alias can be assigned to.
export type Position = { token: string; amount: number };

export type TargetWeight = { token: string; weight: number };

export type Attributes = Record<string, unknown>;

export const users = pgTable('users', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull(),
  customId: text('custom_id').notNull(),
  attributes: json('attributes').$type<Attributes>().notNull(),
  sample: boolean('sample').notNull(),
  revision: whole('revision').notNull(),
  createdAt: whole('created_at').notNull(),
  updatedAt: whole('updated_at').notNull(),
});
export type UserRow = typeof users.$inferSelect;

export const thematics = pgTable('thematics', {
  id: text('id').primaryKey(),
  place: sequence('place'),
  name: text('name').notNull(),
  description: text('description').notNull(),
  tokens: json('tokens').$type<TargetWeight[]>().notNull(),
  source: text('source', { enum: ['simulated', 'stored'] }).notNull(),
  createdAt: whole('created_at').notNull(),
  updatedAt: whole('updated_at').notNull(),
});
export type ThematicRow = typeof thematics.$inferSelect;

export const wallets = pgTable('wallets', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull(),
  userSeq: whole('user_seq').notNull(),
  thematicId: text('thematic_id').notNull(),
  updatedAt: whole('updated_at').notNull(),
});
export type WalletRow = typeof wallets.$inferSelect;

export const statements = pgTable('statements', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull(),
  walletSeq: whole('wallet_seq').notNull(),
  at: whole('at').notNull(),
  positions: json('positions').$type<Position[]>(),
  statedAt: whole('stated_at').notNull(),
});
export type StatementRow = typeof statements.$inferSelect;

export const tokens = pgTable('tokens', {
  id: text('id').primaryKey(),
  symbol: text('symbol').notNull(),
  name: text('name').notNull(),
});

export const priceChunks = pgTable(
  'price_chunks',
  {
    tokenId: text('token_id').notNull(),
    stepMs: whole('step_ms').notNull(),
    chunk: whole('chunk').notNull(),
    prices: bytes('prices').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.stepMs, table.chunk] })],
);

export const counters = pgTable('counters', {
  name: text('name').primaryKey(),
  value: whole('value').notNull(),
});

export const events = pgTable('events', {
  seq: whole('seq').primaryKey(),
  id: text('id').notNull(),
  type: text('type').notNull(),
  subject: text('subject').notNull(),
  data: json('data').$type<Record<string, unknown>>().notNull(),
  createdAt: whole('created_at').notNull(),
});

export const endpoints = pgTable('endpoints', {
  seq: sequence('seq').primaryKey(),
  url: text('url').notNull(),
  secret: bytes('secret').notNull(),
  status: text('status', { enum: ['enabled', 'paused', 'disabled'] }).notNull(),
  createdAt: whole('created_at').notNull(),
  abandonedAt: whole('abandoned_at'),
});

export const webhooks = pgTable('webhooks', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull(),
  endpointSeq: whole('endpoint_seq').notNull(),
  type: text('type').notNull(),
  createdAt: whole('created_at').notNull(),
});

export const facts = pgTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
