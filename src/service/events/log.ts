import { eq, sql } from 'drizzle-orm';
import { afterCommit } from '#platform/database/afterCommit.ts';
import type { Queries } from '#platform/database/database.ts';
import { counterNames, counters } from '#platform/database/schema/store.ts';
import { newId } from '#platform/database/ids.ts';
import { deliveriesOf } from './fanOut.ts';
import { messageOf, type NewEvent } from './message.ts';
import { throttle } from './throttle.ts';

export interface EventLog {
  /**
   * Writes events and their deliveries inside the transaction of the change that caused them. If an event of the same
   * resource was published a moment ago, this one is throttled: published later, with the latest state. Call it last
   * in that transaction: `seq` is assigned under a row lock until the commit, so the order of `seq` is the commit
   * order, without gaps.
   */
  publish(tx: Queries, at: number, events: readonly NewEvent[]): Promise<void>;
  /** Writes events without throttling. @returns their `seq`. */
  publishNow(tx: Queries, at: number, events: readonly NewEvent[]): Promise<number[]>;
  /** Minimum interval between two events of a resource, in milliseconds. */
  readonly minIntervalMs: number;
  /** Calls back after each commit that wrote or throttled events. @returns the unsubscribe function. */
  onPublished(listener: () => void): () => void;
  /** Wakes the listeners without a new event. */
  readonly wake: () => void;
}

export function createEventLog({ minIntervalMs }: Pick<EventLog, 'minIntervalMs'>): EventLog {
  const listeners = new Set<() => void>();
  const wake = () => listeners.forEach((listener) => listener());
  const publishNow = async (tx: Queries, at: number, events: readonly NewEvent[]) => {
    if (events.length === 0) return [];
    const seqs = await insertEvents(tx, at, events);
    afterCommit(tx, wake);
    return seqs;
  };
  return {
    minIntervalMs,
    wake,
    publishNow,
    async publish(tx, at, events) {
      const now = await throttle(tx, at, events, minIntervalMs);
      if (now.length < events.length) afterCommit(tx, wake);
      if (now.length === 0) await recordChange(tx);
      await publishNow(tx, at, now);
    },
    onPublished(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Until this transaction ends no other one publishes events, and changes of webhooks wait. A separate statement: the
 * ones after it see everything committed before.
 */
export async function lockEvents(tx: Queries): Promise<void> {
  await tx.select().from(counters).where(eq(counters.name, counterNames.event)).for('update');
}

/** Records for `changeState` that users or holdings changed without an event. Call it last, like `publish`. */
export async function recordChange(tx: Queries): Promise<void> {
  await tx
    .update(counters)
    .set({ value: sql`${counters.value}` })
    .where(eq(counters.name, counterNames.event));
}

/**
 * Identifies the committed state of users, holdings and prices: every transaction that changes them increments a
 * counter, in any process. Deliveries and health checks do not.
 */
export async function changeState(queries: Queries): Promise<string> {
  const [row] = await queries
    .select({ state: sql<string>`string_agg(xmin::text, ' ' ORDER BY name)` })
    .from(counters);
  return row?.state ?? '';
}

async function insertEvents(
  tx: Queries,
  at: number,
  events: readonly NewEvent[],
): Promise<number[]> {
  await lockEvents(tx);
  const rows = events.map((event, index) => ({
    index,
    id: newId('msg'),
    type: event.type,
    subject: event.subject,
    ...messageOf(event, at),
    test: event.test ?? false,
  }));
  const counted = tx
    .$with('counted', { value: counters.value })
    .as(
      sql`UPDATE counters SET value = value + ${rows.length} WHERE name = ${counterNames.event} RETURNING value`,
    );
  const first = sql`value - ${rows.length}::bigint + 1`;
  const inserted = tx.$with('inserted', {}).as(sql`
    INSERT INTO events (seq, id, type, subject, body, test, created_at)
    SELECT ${first} + index, id, type, subject, before || (${first} + index) || after, test, ${at}::bigint
    FROM counted, json_to_recordset(${JSON.stringify(rows)}::json) AS event (
      index bigint, id text, type text, subject text, before text, after text, test boolean
    )
    RETURNING seq, type, test`);
  const fannedOut = tx.$with('fanned_out', {}).as(deliveriesOf(sql`inserted`, at));
  const [counter] = await tx
    .with(counted, inserted, fannedOut)
    .select({ value: counted.value })
    .from(counted);
  if (counter === undefined) throw new Error('The counter of events is missing');
  return rows.map(({ index }) => counter.value - rows.length + 1 + index);
}
