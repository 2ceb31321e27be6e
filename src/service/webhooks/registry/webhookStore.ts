import { and, asc, count, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { EndpointStatus } from '#contract/endpoint.ts';
import type { Queries } from '#platform/database/database.ts';
import { endpoints, webhooks } from '#platform/database/schema/webhooks.ts';
import { newId } from '#platform/database/ids.ts';
import { numberWaiting } from '../../events/numbering.ts';
import { undoMs } from '../delivery/retention.ts';
import { newSecret, readSecret, seal } from '#platform/http/secrets.ts';
import { cancelUnmatched } from './cancellation.ts';
import { enable } from './endpointStore.ts';

export interface StoredWebhook {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly status: EndpointStatus;
  readonly createdAt: number;
  readonly endpointSeq: number;
  readonly endpointId: string;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
}

const columns = {
  id: webhooks.id,
  url: endpoints.url,
  type: webhooks.type,
  status: endpoints.status,
  createdAt: webhooks.createdAt,
  endpointSeq: endpoints.seq,
  endpointId: endpoints.id,
  lastSuccessAt: endpoints.lastSuccessAt,
  lastFailureAt: endpoints.lastFailureAt,
};

export function readWebhooks(queries: Queries): Promise<StoredWebhook[]> {
  return queries
    .select(columns)
    .from(webhooks)
    .innerJoin(endpoints, eq(endpoints.seq, webhooks.endpointSeq))
    .orderBy(asc(webhooks.seq));
}

export async function findWebhook(
  queries: Queries,
  url: string,
  type: string,
): Promise<StoredWebhook | undefined> {
  const [row] = await queries
    .select(columns)
    .from(webhooks)
    .innerJoin(endpoints, eq(endpoints.seq, webhooks.endpointSeq))
    .where(and(eq(endpoints.url, url), eq(webhooks.type, type)));
  return row;
}

export interface Registered {
  readonly isNew: boolean;
  readonly statusBefore: EndpointStatus | undefined;
  /** The secret, shown once: only for a new endpoint. */
  readonly secret: string | null;
}

interface NewWebhook {
  readonly url: string;
  readonly type: string;
  /** Whether the URL is the inspector of this service. */
  readonly inspector: boolean;
  readonly at: number;
  readonly key: Uint8Array;
}

/**
 * Registers a webhook; of several concurrent requests, one creates it. Enables a disabled endpoint, and restores the
 * deliveries that a removal canceled in the past day.
 */
export async function insertWebhook(
  tx: Queries,
  { url, type, inspector, at, key }: NewWebhook,
): Promise<Registered> {
  await numberWaiting(tx, at);
  // An endpoint without webhooks keeps its secret for a day, so that a removal can be undone.
  await tx
    .delete(endpoints)
    .where(
      and(
        eq(endpoints.url, url),
        isNotNull(endpoints.abandonedAt),
        lt(endpoints.abandonedAt, at - undoMs),
      ),
    );
  const secret = newSecret();
  const [fresh] = await tx
    .insert(endpoints)
    .values({ url, inspector, secret: seal(secret, key), status: 'enabled', createdAt: at })
    .onConflictDoNothing({ target: endpoints.url })
    .returning({ seq: endpoints.seq });
  const [endpoint] = await tx
    .select()
    .from(endpoints)
    .where(eq(endpoints.url, url))
    .for('no key update');
  if (endpoint === undefined) throw new Error('An endpoint that was inserted was not found');
  const inserted = await tx
    .insert(webhooks)
    .values({ id: newId('whk'), endpointSeq: endpoint.seq, type, createdAt: at })
    .onConflictDoNothing({ target: [webhooks.endpointSeq, webhooks.type] })
    .returning({ id: webhooks.id });
  // Re-enabling resets the failure count; registering again does not.
  const failingSince = endpoint.status === 'disabled' ? null : endpoint.failingSince;
  await enable(tx, { seq: endpoint.seq, failingSince }, at);
  const isNew = inserted.length > 0;
  return fresh === undefined
    ? { isNew, statusBefore: endpoint.status, secret: null }
    : { isNew, statusBefore: undefined, secret };
}

/** Counts the endpoints whose secrets were encrypted with another key, so that nothing can be sent to them. */
export async function countUnreadable(queries: Queries, key: Uint8Array): Promise<number> {
  const rows = await queries
    .select({ secret: endpoints.secret })
    .from(endpoints)
    .where(isNull(endpoints.abandonedAt));
  return rows.filter(({ secret }) => readSecret(secret, key) === null).length;
}

/**
 * Removes a webhook and returns its endpoint's id; null if it does not exist. An endpoint without webhooks keeps its
 * secret for a day.
 */
export async function deleteWebhook(
  tx: Queries,
  { url, type, at }: { url: string; type: string; at: number },
): Promise<string | null> {
  await numberWaiting(tx, at);
  const [endpoint] = await tx
    .select({ seq: endpoints.seq, id: endpoints.id })
    .from(endpoints)
    .where(eq(endpoints.url, url))
    .for('no key update');
  if (endpoint === undefined) return null;
  const removed = await tx
    .delete(webhooks)
    .where(and(eq(webhooks.endpointSeq, endpoint.seq), eq(webhooks.type, type)))
    .returning({ id: webhooks.id });
  if (removed.length > 0) await cancelUnmatched(tx, endpoint.seq, at);
  const [left] = await tx
    .select({ webhooks: count() })
    .from(webhooks)
    .where(eq(webhooks.endpointSeq, endpoint.seq));
  if (removed.length > 0 && left?.webhooks === 0) {
    await tx.update(endpoints).set({ abandonedAt: at }).where(eq(endpoints.seq, endpoint.seq));
  }
  return removed.length > 0 ? endpoint.id : null;
}
