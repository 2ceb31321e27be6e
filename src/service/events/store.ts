import { eq, sql } from 'drizzle-orm';
import type { EventType } from '#contract/webhook.ts';
import type { Queries } from '../database/database.ts';
import { counters, events } from '../database/schema.ts';
import { newId } from '../ids.ts';

export interface NewEvent {
  readonly type: EventType;
  /** Id of the resource it tells of: a customId, a wallet's or a thematic's _id. */
  readonly subject: string;
  /** The resource as the interface shows it, with `previous` of what changed. */
  readonly data: Record<string, unknown>;
}

const rowsAtOnce = 1000;

/**
 * Writes events inside the transaction of the change they tell of. Call it last in that transaction: `seq` is taken
 * under a row lock that holds until the commit, so the order of `seq` is the order of commits, without a hole.
 */
export async function appendEvents(
  tx: Queries,
  at: number,
  happened: readonly NewEvent[],
): Promise<void> {
  if (happened.length === 0) return;
  const [counter] = await tx
    .update(counters)
    .set({ value: sql`${counters.value} + ${happened.length}` })
    .where(eq(counters.name, 'event'))
    .returning({ value: counters.value });
  if (counter === undefined) throw new Error('The counter of events is missing');
  const first = counter.value - happened.length + 1;
  for (let from = 0; from < happened.length; from += rowsAtOnce) {
    await tx.insert(events).values(
      happened.slice(from, from + rowsAtOnce).map((event, index) => ({
        seq: first + from + index,
        id: newId('evt'),
        type: event.type,
        subject: event.subject,
        data: event.data,
        createdAt: at,
      })),
    );
  }
}
