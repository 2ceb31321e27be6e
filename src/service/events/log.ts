import { eq, sql } from 'drizzle-orm';
import type { EventType } from '#contract/webhook.ts';
import { afterCommit } from '../database/afterCommit.ts';
import type { Queries } from '../database/database.ts';
import { counters } from '../database/schema.ts';
import { newId } from '../ids.ts';
import { deliveriesOf } from '../webhooks/delivery/fanOut.ts';
import { holdBack } from './held.ts';
import { messageOf } from './message.ts';

export interface NewEvent {
  readonly type: EventType;
  /** Id of the resource it tells of: a customId, a wallet's or a thematic's _id. */
  readonly subject: string;
  /** The resource as the interface shows it, with `previous` of what changed. */
  readonly data: Record<string, unknown>;
  /** Made to try a receiver, and no event of the service. */
  readonly test?: true;
}

/** What happened, in the order in which it was committed. */
export interface EventLog {
  /**
   * Writes events, and with them their deliveries, inside the transaction of the change they tell of. A resource that was
   * told of a moment ago is told of later, in its last state. Call it last in that transaction: `seq` is taken under a row
   * lock that holds until the commit, so the order of `seq` is the order of commits, without a hole.
   */
  append(tx: Queries, at: number, happened: readonly NewEvent[]): Promise<void>;
  /** Writes events whatever was told before. */
  appendNow(tx: Queries, at: number, happened: readonly NewEvent[]): Promise<number[]>;
  /** Is called after each commit that wrote events or holds some back. */
  onAppended(listener: () => void): () => void;
  /** Says that there is something to send that is no new event. */
  readonly wake: () => void;
}

/** @param minInterval for so long, in milliseconds, a resource is not told of again. */
export function createEventLog({ minInterval }: { readonly minInterval: number }): EventLog {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  const appendNow = async (tx: Queries, at: number, happened: readonly NewEvent[]) => {
    if (happened.length === 0) return [];
    const seqs = await write(tx, at, happened);
    afterCommit(tx, tell);
    return seqs;
  };
  return {
    wake: tell,
    appendNow,
    async append(tx, at, happened) {
      const now = await holdBack(tx, at, happened, minInterval);
      if (now.length < happened.length) afterCommit(tx, tell);
      await appendNow(tx, at, now);
    },
    onAppended(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Until this transaction's end nobody else writes events, and who changes what is asked for waits for those who write. A
 * statement of its own: what comes after it sees all that was committed before.
 */
export async function lockEvents(tx: Queries): Promise<void> {
  await tx.select().from(counters).where(eq(counters.name, 'event')).for('update');
}

/** Events and their deliveries. */
async function write(tx: Queries, at: number, happened: readonly NewEvent[]): Promise<number[]> {
  await lockEvents(tx);
  const rows = happened.map((event, place) => ({
    place,
    id: newId('msg'),
    type: event.type,
    subject: event.subject,
    ...messageOf(event, at),
    test: event.test ?? false,
  }));
  const counted = tx
    .$with('counted', { value: counters.value })
    .as(
      sql`UPDATE counters SET value = value + ${rows.length} WHERE name = 'event' RETURNING value`,
    );
  const first = sql`value - ${rows.length}::bigint + 1`;
  const written = tx.$with('written', {}).as(sql`
    INSERT INTO events (seq, id, type, subject, body, test, created_at)
    SELECT ${first} + place, id, type, subject, before || (${first} + place) || after, test, ${at}::bigint
    FROM counted, json_to_recordset(${JSON.stringify(rows)}::json) AS event (
      place bigint, id text, type text, subject text, before text, after text, test boolean
    )
    RETURNING seq, type, test`);
  const made = tx.$with('made', {}).as(deliveriesOf(sql`written`, at));
  const [counter] = await tx
    .with(counted, written, made)
    .select({ value: counted.value })
    .from(counted);
  if (counter === undefined) throw new Error('The counter of events is missing');
  return rows.map(({ place }) => counter.value - rows.length + 1 + place);
}
