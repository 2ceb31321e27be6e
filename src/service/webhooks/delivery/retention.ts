import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { retentionDays } from '#contract/delivery.ts';
import { undoHours } from '#contract/endpoint.ts';
import { day, hour } from '#contract/historyType.ts';
import type { Queries } from '#platform/database/database.ts';
import { deliveries, endpoints, events } from '#platform/database/schema/webhooks.ts';

/** How long a removal can be undone: the endpoint keeps its secret, and canceled deliveries can be restored. */
export const undoMs = undoHours * hour;
const retentionMs = retentionDays * day;
/** Small batches keep other queries from waiting long. */
export const batchSize = 2000;

/**
 * Deletes expired events with their deliveries and attempts, unless a delivery is still pending. Then endpoints
 * without webhooks for a day and without deliveries.
 */
export async function deleteExpired(queries: Queries, now: number): Promise<void> {
  await deleteEvents(queries, now);
  const left = queries
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .where(eq(deliveries.endpointSeq, endpoints.seq));
  await queries
    .delete(endpoints)
    .where(and(lt(endpoints.abandonedAt, now - undoMs), notExists(left)));
}

async function deleteEvents(queries: Queries, now: number): Promise<void> {
  const pending = queries
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .where(and(sql`${deliveries.eventSeq} = ${events.seq}`, sql`${deliveries.state} = 'pending'`));
  const expired = queries
    .select({ seq: events.seq })
    .from(events)
    .where(and(lt(events.createdAt, now - retentionMs), notExists(pending)))
    .orderBy(asc(events.seq))
    .limit(batchSize);
  for (;;) {
    const deleted = await queries
      .delete(events)
      .where(inArray(events.seq, expired))
      .returning({ seq: events.seq });
    if (deleted.length < batchSize) return;
  }
}
