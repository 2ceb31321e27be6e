import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { AttemptDetail } from '#contract/delivery.ts';
import { deliveryStates } from '#contract/deliveryState.ts';
import { endpointStatuses } from '#contract/endpoint.ts';
import { bytes, bytewiseText, isAllowedValue, sequence, int8 } from './columns.ts';

export const events = pgTable(
  'events',
  {
    seq: int8('seq').primaryKey(),
    id: text('id').notNull().unique(),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    /** The message as sent and signed, byte by byte, equal for all endpoints; the id is the message's. */
    body: text('body').notNull(),
    /** A test goes only to the endpoint it was created for, and is not an event of the service. */
    test: boolean('test').notNull().default(false),
    createdAt: int8('created_at').notNull(),
  },
  (table) => [index('events_created').on(table.createdAt)],
);
export type EventRow = typeof events.$inferSelect;

/**
 * Events of committed changes that have no number yet, in two parts around it. Without a type: a change without an
 * event. Writers only insert here, so that none waits for another.
 */
export const waitingEvents = pgTable('waiting_events', {
  /** Order of insertion: changes of one resource are inserted in the order of their commits. */
  place: sequence('place').primaryKey(),
  id: text('id'),
  type: text('type'),
  subject: text('subject'),
  before: text('before'),
  after: text('after'),
  test: boolean('test').notNull().default(false),
  createdAt: int8('created_at'),
});

/** Time of the latest event of a resource, and the throttled event that is published next. */
export const eventThrottle = pgTable(
  'event_throttle',
  {
    type: text('type').notNull(),
    subject: bytewiseText('subject').notNull(),
    publishedAt: int8('published_at').notNull(),
    pending: json('pending').$type<Record<string, unknown>>(),
    dueAt: int8('due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.subject] }),
    index('event_throttle_due')
      .on(table.dueAt)
      .where(sql`due_at IS NOT NULL`),
  ],
);

export const endpoints = pgTable(
  'endpoints',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id')
      .notNull()
      .default(sql`'ep_' || replace(gen_random_uuid()::text, '-', '')`),
    url: bytewiseText('url').notNull().unique(),
    /** Whether it is this service's inspector, whose URL follows the port of the service. */
    inspector: boolean('inspector').notNull().default(false),
    /** AES-256-GCM under the service's key: nonce, tag, ciphertext. */
    secret: bytes('secret').notNull(),
    status: text('status', { enum: endpointStatuses }).notNull(),
    createdAt: int8('created_at').notNull(),
    /** When its last webhook was removed; added again within 24 h it keeps its secret. */
    abandonedAt: int8('abandoned_at'),
    lastNumber: int8('last_number').notNull().default(0),
    previousSecret: bytes('previous_secret'),
    previousUntil: int8('previous_until'),
    lastSuccessAt: int8('last_success_at'),
    lastFailureAt: int8('last_failure_at'),
    /** Since when every attempt failed; null after a success. */
    failingSince: int8('failing_since'),
    /** While paused: the time of the next probe by one message, and the delay before it. */
    probeAt: int8('probe_at'),
    probeDelay: int8('probe_delay'),
    disabledAt: int8('disabled_at'),
    disabledBecause: text('disabled_because'),
  },
  (table) => [
    check('endpoints_status_check', isAllowedValue('status', endpointStatuses)),
    uniqueIndex('endpoints_id').on(table.id),
  ],
);
export type EndpointRow = typeof endpoints.$inferSelect;

const endpointSeq = () =>
  int8('endpoint_seq')
    .notNull()
    .references(() => endpoints.seq, { onDelete: 'cascade' });

export const webhooks = pgTable(
  'webhooks',
  {
    seq: sequence('seq').primaryKey(),
    id: text('id').notNull().unique(),
    endpointSeq: endpointSeq(),
    type: text('type').notNull(),
    createdAt: int8('created_at').notNull(),
  },
  (table) => [unique().on(table.endpointSeq, table.type)],
);

export const recoveries = pgTable('recoveries', {
  seq: sequence('seq').primaryKey(),
  id: text('id').notNull().unique(),
  endpointSeq: endpointSeq(),
  since: int8('since').notNull(),
  count: int8('count').notNull(),
  createdAt: int8('created_at').notNull(),
  cancelledAt: int8('cancelled_at'),
});

/** The sender's queue, which the pages also show. */
export const deliveries = pgTable(
  'deliveries',
  {
    seq: sequence('seq').primaryKey(),
    endpointSeq: endpointSeq(),
    eventSeq: int8('event_seq')
      .notNull()
      .references(() => events.seq, { onDelete: 'cascade' }),
    state: text('state', { enum: deliveryStates }).notNull().default('pending'),
    /** webhook-seq: assigned at the first attempt, never changed. */
    number: int8('number'),
    /** Finished attempts, and how many of them came before the latest redelivery, which restarts the retry schedule. */
    attempts: integer('attempts').notNull().default(0),
    roundBegan: integer('round_began').notNull().default(0),
    /** When the next attempt is due; a cancelled delivery keeps it in case it is restored. */
    dueAt: int8('due_at'),
    /**
     * The claiming sender and its deadline: only this claim may record the attempt. Not indexed, to make claims cheap.
     */
    claim: text('claim'),
    claimedUntil: int8('claimed_until'),
    recoverySeq: int8('recovery_seq').references(() => recoveries.seq, { onDelete: 'set null' }),
    createdAt: int8('created_at').notNull(),
    doneAt: int8('done_at'),
    status: integer('status'),
    fault: text('fault'),
  },
  (table) => [
    check('deliveries_state_check', isAllowedValue('state', deliveryStates)),
    unique().on(table.eventSeq, table.endpointSeq),
    index('deliveries_due')
      .on(table.endpointSeq, table.dueAt, table.seq)
      .where(sql`state = 'pending'`),
    index('deliveries_recovery')
      .on(table.recoverySeq, table.state)
      .where(sql`recovery_seq IS NOT NULL`),
  ],
);
export type DeliveryRow = typeof deliveries.$inferSelect;

export const attempts = pgTable(
  'attempts',
  {
    deliverySeq: int8('delivery_seq')
      .notNull()
      .references(() => deliveries.seq, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    endpointSeq: endpointSeq(),
    at: int8('at').notNull(),
    succeeded: boolean('succeeded').notNull(),
    status: integer('status'),
    fault: text('fault'),
    took: integer('took').notNull(),
    detail: json('detail').$type<AttemptDetail>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deliverySeq, table.number] }),
    index('attempts_endpoint').on(table.endpointSeq, table.at, table.succeeded),
  ],
);
export type AttemptRow = typeof attempts.$inferSelect;
