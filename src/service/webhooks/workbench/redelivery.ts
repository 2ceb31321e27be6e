import { and, eq, sql } from 'drizzle-orm';
import { afterCommit } from '#platform/database/afterCommit.ts';
import type { Queries } from '#platform/database/database.ts';
import { deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import { isUnclaimed, unclaimed } from '../delivery/claim.ts';
import { checkEnabled, findEndpoint } from '../registry/endpointStore.ts';
import { deliveryNotFound, deliverySeq } from './deliveries.ts';

/** Resends one delivery now, with the same message and a new retry schedule. 409 if its endpoint is disabled. */
export async function redeliver(
  tx: Queries,
  id: string,
  { now, wake }: { readonly now: number; readonly wake: () => void },
): Promise<void> {
  const seq = deliverySeq(id);
  const [row] = await tx
    .select({ endpoint: endpoints.id })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.seq, deliveries.endpointSeq))
    .where(eq(deliveries.seq, seq));
  if (row === undefined) throw deliveryNotFound(id);
  // All numbering at an endpoint happens under its lock.
  const endpoint = await findEndpoint(tx, row.endpoint, { isLocked: true });
  checkEnabled(endpoint);
  await tx
    .update(deliveries)
    .set(restarted(now))
    // An attempt in progress is already a resend.
    .where(and(eq(deliveries.seq, seq), isUnclaimed(now)));
  afterCommit(tx, wake);
}

export function restarted(now: number) {
  return {
    state: 'pending',
    dueAt: now,
    doneAt: null,
    roundBegan: sql`${deliveries.attempts}`,
    ...unclaimed,
  } as const;
}
