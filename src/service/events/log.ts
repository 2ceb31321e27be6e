import { eq, sql } from 'drizzle-orm';
import { afterCommit } from '#platform/database/afterCommit.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { createRelay } from '#platform/database/relay.ts';
import { counterNames, counters } from '#platform/database/schema/store.ts';
import { waitingEvents } from '#platform/database/schema/webhooks.ts';
import type { Log } from '#platform/http/errors.ts';
import type { NewEvent } from './message.ts';
import {
  hasWaiting,
  insertNumbered,
  insertWaiting,
  insertWaitingChange,
  numberWaiting,
  numberOneBatch,
} from './numbering.ts';
import { throttle } from './throttle.ts';

export interface EventLog {
  /**
   * Writes events inside the transaction of the change that caused them. If an event of the same resource was
   * published a moment ago, this one is throttled: published later, with the latest state. Call it last in that
   * transaction. No writer waits for another: the relay numbers events after the commit. An embedded database has one
   * connection, on which the transaction itself numbers them.
   */
  publish(tx: Queries, at: number, events: readonly NewEvent[]): Promise<void>;
  /** Writes events without throttling. @returns the ids of their messages. */
  publishNow(tx: Queries, at: number, events: readonly NewEvent[]): Promise<string[]>;
  /** Minimum interval between two events of a resource, in milliseconds. */
  readonly minIntervalMs: number;
  /** Calls back once events of this process are numbered or throttled. @returns the unsubscribe function. */
  onPublished(listener: () => void): () => void;
  /** Wakes the listeners without a new event. */
  readonly wake: () => void;
  /** Resolves once all events committed before the call are numbered. */
  eventsRelayed(): Promise<void>;
  /** Also numbers the events that a killed process left. */
  beginRelay(): void;
  /** Stops polling, and resolves when no pass is in progress. */
  stopRelay(): Promise<void>;
}

export interface EventLogOptions {
  readonly minIntervalMs: number;
  readonly database: Pick<Database, 'engine' | 'background'>;
  readonly clock: () => number;
  readonly log: Log;
}

export function createEventLog({
  minIntervalMs,
  database: { engine, background },
  clock,
  log,
}: EventLogOptions): EventLog {
  const listeners = new Set<() => void>();
  const wake = () => listeners.forEach((listener) => listener());
  const hasOneConnection = engine === 'pglite';
  const relay = createRelay({
    pass: () =>
      hasOneConnection
        ? background.transaction((tx) => numberWaiting(tx, clock(), 1))
        : numberOneBatch(background.queries, clock()),
    hasWaiting: () => hasWaiting(background.queries),
    onPassed: wake,
    failure: 'Events could not be numbered. They are kept, and numbered later',
    log,
  });
  const committed = hasOneConnection ? wake : relay.wake;
  const publishNow = async (tx: Queries, at: number, events: readonly NewEvent[]) => {
    if (events.length === 0) return [];
    afterCommit(tx, committed);
    if (!hasOneConnection) return insertWaiting(tx, at, events);
    return (await insertNumbered(tx, at, events)).map(({ id }) => id);
  };
  return {
    minIntervalMs,
    wake,
    eventsRelayed: relay.settled,
    beginRelay: relay.begin,
    stopRelay: relay.stop,
    publishNow,
    async publish(tx, at, events) {
      const now = await throttle(tx, at, events, minIntervalMs);
      if (now.length < events.length) afterCommit(tx, committed);
      if (now.length > 0) await publishNow(tx, at, now);
      else if (hasOneConnection) await recordChange(tx);
      else await insertWaitingChange(tx);
    },
    onPublished(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Records for `changeState` that users or holdings changed without an event. For rare changes: others that call it
 * wait until this transaction ends, and so does the relay. Call it last, like `publish`.
 */
export async function recordChange(tx: Queries): Promise<void> {
  await tx
    .update(counters)
    .set({ value: sql`${counters.value}` })
    .where(eq(counters.name, counterNames.event));
}

/**
 * Identifies the committed state of users, holdings and prices. Every transaction that changes them, in any process,
 * writes a counter or adds to the waiting events, and whoever takes those writes a counter. Deliveries and health
 * checks do neither.
 */
export async function changeState(queries: Queries): Promise<string> {
  // One statement, hence one snapshot: a waiting event and the counter of those taken are never both missing.
  const [row] = await queries
    .select({
      state: sql<string>`concat_ws(' ', string_agg(xmin::text, ' ' ORDER BY name), (SELECT count(*) FROM ${waitingEvents}))`,
    })
    .from(counters);
  return row?.state ?? '';
}
