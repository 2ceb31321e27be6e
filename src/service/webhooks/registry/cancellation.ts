import { and, eq, exists, gte, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { deliveries, events, webhooks } from '#platform/database/schema/webhooks.ts';
import { undoMs } from '../delivery/retention.ts';

/**
 * Cancels the pending deliveries of an endpoint that match none of its webhooks any more. They keep the time of their
 * next attempt for `restoreCancelled`; an attempt in progress finishes.
 */
export function cancelUnmatched(tx: Queries, endpointSeq: number, at: number): Promise<void> {
  return cancelPending(tx, endpointSeq, at, notExists(wanting(tx, endpointSeq)));
}

export async function cancelPending(
  tx: Queries,
  endpointSeq: number,
  at: number,
  condition?: SQL,
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'cancelled', doneAt: at })
    .where(
      and(eq(deliveries.endpointSeq, endpointSeq), eq(deliveries.state, 'pending'), condition),
    );
}

/**
 * Makes the deliveries that were canceled in the past day pending again if the endpoint has a webhook for them: the
 * undo of a removal, and of a manual disabling. They continue their retry schedule.
 */
export async function restoreCancelled(
  tx: Queries,
  endpointSeq: number,
  at: number,
): Promise<void> {
  await tx
    .update(deliveries)
    .set({
      state: 'pending',
      dueAt: sql`coalesce(${deliveries.dueAt}, ${at}::bigint)`,
      doneAt: null,
    })
    .where(
      and(
        eq(deliveries.endpointSeq, endpointSeq),
        eq(deliveries.state, 'cancelled'),
        gte(deliveries.doneAt, at - undoMs),
        exists(wanting(tx, endpointSeq)),
      ),
    );
}

function wanting(tx: Queries, endpointSeq: number) {
  return tx
    .select({ type: webhooks.type })
    .from(webhooks)
    .innerJoin(events, or(eq(webhooks.type, events.type), eq(webhooks.type, '*')))
    .where(and(eq(webhooks.endpointSeq, endpointSeq), eq(events.seq, deliveries.eventSeq)));
}
