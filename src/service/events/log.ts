import { eq, sql } from 'drizzle-orm';
import { afterCommit } from '#platform/database/afterCommit.ts';
import type { Queries } from '#platform/database/database.ts';
import { counterNames, counters } from '#platform/database/schema/store.ts';
import { newId } from '#platform/database/ids.ts';
import { deliveriesOf } from './fanOut.ts';
import { messageOf, type NewEvent } from './message.ts';
import { throttle } from './throttle.ts';

/** The events of the service, in the order in which they were committed. */
export interface EventLog {
  /**
   * Writes events, and with them their deliveries, inside the transaction of the change that caused them. If an event of the
   * same resource was published a moment ago, this one is throttled: it is published later, with the last state. Call it
   * last in that transaction: `seq` is taken under a row lock that lasts until the commit, so the order of `seq` is the order
   * of commits, without a gap.
   */
  publish(tx: Queries, at: number, events: readonly NewEvent[]): Promise<void>;
  /** Writes events without throttling them. @returns their `seq`. */
  publishNow(tx: Queries, at: number, events: readonly NewEvent[]): Promise<number[]>;
  /** At most one event of a resource is published per so many milliseconds. */
  readonly minIntervalMs: number;
  /** Calls back after each commit that wrote or throttled events. @returns how to unsubscribe. */
  onPublished(listener: () => void): () => void;
  /** Wakes the listeners for something other than a new event. */
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
 * Until this transaction ends no other one publishes events, and changes of webhooks wait for it. A
 * statement of its own: the statements after it see everything that was committed before.
 */
export async function lockEvents(tx: Queries): Promise<void> {
  await tx.select().from(counters).where(eq(counters.name, counterNames.event)).for('update');
}

/**
 * Records that users or holdings changed in a transaction that publishes nothing, for `changeState`. Call it last, as `publish`.
 */
export async function recordChange(tx: Queries): Promise<void> {
  await tx
    .update(counters)
    .set({ value: sql`${counters.value}` })
    .where(eq(counters.name, counterNames.event));
}

/**
 * Names the committed state of users, holdings and prices: every transaction that changes them writes a counter, whichever
 * process it is of. Deliveries, and checks of health, write none.
 */
export async function changeState(queries: Queries): Promise<string> {
  const [row] = await queries
    .select({ state: sql<string>`string_agg(xmin::text, ' ' ORDER BY name)` })
    .from(counters);
  return row?.state ?? '';
}

/** Inserts events and their deliveries. @returns the `seq` of each event. */
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
