import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { AttemptDetail } from '#contract/delivery.ts';

/** A bigint column read as a number: sequences and epoch milliseconds stay below 2^53. */
const whole = (name: string) => bigint(name, { mode: 'number' });
const sequence = (name: string) => whole(name).generatedAlwaysAsIdentity();

/** The database makes it. */
const generated = sql`DEFAULT`;

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
  body: text('body').notNull(),
  test: boolean('test').notNull().default(false),
  createdAt: whole('created_at').notNull(),
});
export type EventRow = typeof events.$inferSelect;

export const told = pgTable(
  'told',
  {
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    at: whole('at').notNull(),
    held: json('held').$type<Record<string, unknown>>(),
    dueAt: whole('due_at'),
  },
  (table) => [primaryKey({ columns: [table.type, table.subject] })],
);

export const endpoints = pgTable('endpoints', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull().default(generated),
  url: text('url').notNull(),
  secret: bytes('secret').notNull(),
  status: text('status', { enum: ['enabled', 'paused', 'disabled'] }).notNull(),
  createdAt: whole('created_at').notNull(),
  abandonedAt: whole('abandoned_at'),
  lastNumber: whole('last_number').notNull().default(0),
  previousSecret: bytes('previous_secret'),
  previousUntil: whole('previous_until'),
  lastSuccessAt: whole('last_success_at'),
  lastFailureAt: whole('last_failure_at'),
  failingSince: whole('failing_since'),
  probeAt: whole('probe_at'),
  probeDelay: whole('probe_delay'),
  disabledAt: whole('disabled_at'),
  disabledBecause: text('disabled_because'),
});
export type EndpointRow = typeof endpoints.$inferSelect;

export const webhooks = pgTable('webhooks', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull(),
  endpointSeq: whole('endpoint_seq').notNull(),
  type: text('type').notNull(),
  createdAt: whole('created_at').notNull(),
});

export const recoveries = pgTable('recoveries', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull(),
  endpointSeq: whole('endpoint_seq').notNull(),
  since: whole('since').notNull(),
  count: whole('count').notNull(),
  createdAt: whole('created_at').notNull(),
  cancelledAt: whole('cancelled_at'),
});

export const deliveries = pgTable('deliveries', {
  seq: sequence('seq').primaryKey(),
  endpointSeq: whole('endpoint_seq').notNull(),
  eventSeq: whole('event_seq').notNull(),
  state: text('state', { enum: ['pending', 'delivered', 'failed', 'cancelled'] })
    .notNull()
    .default('pending'),
  number: whole('number'),
  attempts: integer('attempts').notNull().default(0),
  roundBegan: integer('round_began').notNull().default(0),
  dueAt: whole('due_at'),
  claim: text('claim'),
  claimedUntil: whole('claimed_until'),
  recoverySeq: whole('recovery_seq'),
  createdAt: whole('created_at').notNull(),
  doneAt: whole('done_at'),
  status: integer('status'),
  fault: text('fault'),
});
export type DeliveryRow = typeof deliveries.$inferSelect;

export const attempts = pgTable(
  'attempts',
  {
    deliverySeq: whole('delivery_seq').notNull(),
    number: integer('number').notNull(),
    endpointSeq: whole('endpoint_seq').notNull(),
    at: whole('at').notNull(),
    succeeded: boolean('succeeded').notNull(),
    status: integer('status'),
    fault: text('fault'),
    took: integer('took').notNull(),
    detail: json('detail').$type<AttemptDetail>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deliverySeq, table.number] })],
);
export type AttemptRow = typeof attempts.$inferSelect;

export const facts = pgTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
