import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { deliveries, endpoints, events } from '../../database/schema.ts';

const day = 24 * 60 * 60 * 1000;
/** An endpoint without webhooks is kept, with its secret, for so long. */
export const keptAfterRemoval = day;
/** For so long it can be looked up what was sent, and be sent again. */
export const kept = 30 * day;
/** A few at a time, so that nobody waits for long. */
const rowsAtOnce = 2000;

/**
 * Forgets events that are old, with their deliveries and attempts; what still waits to be sent stays. Then endpoints that
 * have had no webhook for a day, and of which nothing is left to show.
 */
export async function forgetOld(queries: Queries, now: number): Promise<void> {
  await forgetEvents(queries, now);
  const shown = queries
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .where(eq(deliveries.endpointSeq, endpoints.seq));
  await queries
    .delete(endpoints)
    .where(and(lt(endpoints.abandonedAt, now - keptAfterRemoval), notExists(shown)));
}

async function forgetEvents(queries: Queries, now: number): Promise<void> {
  const waiting = queries
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .where(and(sql`${deliveries.eventSeq} = ${events.seq}`, sql`${deliveries.state} = 'pending'`));
  const old = queries
    .select({ seq: events.seq })
    .from(events)
    .where(and(lt(events.createdAt, now - kept), notExists(waiting)))
    .orderBy(asc(events.seq))
    .limit(rowsAtOnce);
  for (;;) {
    const gone = await queries
      .delete(events)
      .where(inArray(events.seq, old))
      .returning({ seq: events.seq });
    if (gone.length < rowsAtOnce) return;
  }
}
