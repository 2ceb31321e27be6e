import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { EndpointStatus } from '#contract/endpoint.ts';
import type { Queries } from '#platform/database/database.ts';
import { deliveries, endpoints, type EndpointRow } from '#platform/database/schema/webhooks.ts';
import { isText } from '#platform/database/text.ts';
import { problem } from '#platform/http/problem.ts';
import type { EventLog } from '../../events/log.ts';
import { numberWaiting } from '../../events/numbering.ts';
import { disabled, enabled } from '../delivery/breaker.ts';
import { isUnclaimed } from '../delivery/claim.ts';
import { publishDisabled } from '../delivery/endpointHealth.ts';
import { cancelPending, restoreCancelled } from './cancellation.ts';

export async function findEndpoint(
  queries: Queries,
  id: string,
  { isLocked = false } = {},
): Promise<EndpointRow> {
  const query = queries
    .select()
    .from(endpoints)
    .where(and(isText(endpoints.id, id), isNull(endpoints.abandonedAt)));
  const [row] = await (isLocked ? query.for('no key update') : query);
  if (row === undefined) {
    throw problem('webhook-not-found', `There is no endpoint ${JSON.stringify(id)}.`);
  }
  return row;
}

/** 409 webhook-is-disabled for a disabled endpoint. */
export function checkEnabled({ status, url }: EndpointRow): void {
  if (status !== 'disabled') return;
  throw problem(
    'webhook-is-disabled',
    `The endpoint ${url} is disabled and receives no messages. Enable it first.`,
  );
}

/**
 * Enables an endpoint, and restores the deliveries canceled in the past day that its webhooks match. Call it with the
 * endpoint locked, after `numberWaiting` and after writing its webhooks: events committed from now on are delivered
 * to it.
 */
export async function enable(
  tx: Queries,
  { seq, failingSince }: Pick<EndpointRow, 'seq' | 'failingSince'>,
  now: number,
): Promise<void> {
  await tx
    .update(endpoints)
    .set({ ...enabled(failingSince), disabledAt: null, abandonedAt: null })
    .where(eq(endpoints.seq, seq));
  await restoreCancelled(tx, seq, now);
}

/** Enables a disabled or paused endpoint. @returns its previous status. */
export async function setEnabled(tx: Queries, id: string, now: number): Promise<EndpointStatus> {
  await numberWaiting(tx, now);
  const { seq, status } = await findEndpoint(tx, id, { isLocked: true });
  await enable(tx, { seq, failingSince: null }, now);
  return status;
}

/**
 * Disables an endpoint. Its pending deliveries are canceled, and restored if it is enabled within a day. Published
 * like any other disabling: monitoring needs to know about this one too.
 * @returns its previous status.
 */
export async function setDisabled(
  tx: Queries,
  id: string,
  { events, now }: { readonly events: EventLog; readonly now: number },
): Promise<EndpointStatus> {
  await numberWaiting(tx, now);
  const endpoint = await findEndpoint(tx, id, { isLocked: true });
  if (endpoint.status === 'disabled') return endpoint.status;
  await tx
    .update(endpoints)
    .set({ ...disabled(disabledByHand, endpoint.failingSince), disabledAt: now })
    .where(eq(endpoints.seq, endpoint.seq));
  await cancelPending(tx, endpoint.seq, now);
  await publishDisabled(tx, events, endpoint, { reason: disabledByHand, now });
  return endpoint.status;
}

const disabledByHand = 'Disabled manually.';

/**
 * Makes the oldest waiting delivery due now; for a paused endpoint that attempt is the probe. 409 if it is disabled.
 */
export async function setAttemptDue(tx: Queries, id: string, now: number): Promise<void> {
  const endpoint = await findEndpoint(tx, id, { isLocked: true });
  checkEnabled(endpoint);
  if (endpoint.status === 'paused') {
    await tx.update(endpoints).set({ probeAt: now }).where(eq(endpoints.seq, endpoint.seq));
  }
  const next = tx
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpointSeq, endpoint.seq),
        eq(deliveries.state, 'pending'),
        isUnclaimed(now),
      ),
    )
    .orderBy(asc(deliveries.dueAt), asc(deliveries.seq))
    .limit(1);
  await tx
    .update(deliveries)
    .set({ dueAt: now })
    .where(and(inArray(deliveries.seq, next), gt(deliveries.dueAt, now)));
}
