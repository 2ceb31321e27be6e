import { and, asc, count, eq, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { deliveries, endpoints, events, webhooks } from '../database/schema.ts';
import { lockEvents } from '../events/log.ts';
import { newId } from '../ids.ts';
import { keptAfterRemoval } from './delivery/retention.ts';
import { newSecret, readSecret, seal } from './secrets.ts';

export interface StoredWebhook {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly status: 'enabled' | 'paused' | 'disabled';
  readonly createdAt: number;
  readonly endpointSeq: number;
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
  lastSuccessAt: endpoints.lastSuccessAt,
  lastFailureAt: endpoints.lastFailureAt,
};

/** All webhooks in order of their making. */
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
  const [found] = await queries
    .select(columns)
    .from(webhooks)
    .innerJoin(endpoints, eq(endpoints.seq, webhooks.endpointSeq))
    .where(and(eq(endpoints.url, url), eq(webhooks.type, type)));
  return found;
}

/** What an endpoint has that is sent to. */
export const enabled = {
  status: 'enabled',
  probeAt: null,
  probeDelay: null,
  disabledAt: null,
  disabledBecause: null,
} as const;

export interface Registered {
  readonly made: boolean;
  /** The secret, told once: only where the endpoint is new. */
  readonly secret: string | null;
}

/** Registers a webhook; of any number of the same at once, one is made. A disabled endpoint is enabled again. */
export async function insertWebhook(
  tx: Queries,
  { url, type, at, key }: { url: string; type: string; at: number; key: Uint8Array },
): Promise<Registered> {
  // An endpoint without webhooks keeps its secret for a day, so that a removal can be undone.
  await tx
    .delete(endpoints)
    .where(
      and(
        eq(endpoints.url, url),
        isNotNull(endpoints.abandonedAt),
        lt(endpoints.abandonedAt, at - keptAfterRemoval),
      ),
    );
  const secret = newSecret();
  const [fresh] = await tx
    .insert(endpoints)
    .values({ url, secret: seal(secret, key), status: 'enabled', createdAt: at })
    .onConflictDoNothing({ target: endpoints.url })
    .returning({ seq: endpoints.seq });
  const [endpoint] = await tx
    .update(endpoints)
    .set({
      ...enabled,
      // Five days of failures count from now on; being registered again and again does not put them off.
      failingSince: sql`CASE WHEN ${endpoints.status} = 'disabled' THEN NULL ELSE ${endpoints.failingSince} END`,
      abandonedAt: null,
    })
    .where(eq(endpoints.url, url))
    .returning({ seq: endpoints.seq });
  if (endpoint === undefined) throw new Error('An endpoint that was inserted was not found');
  const made = await tx
    .insert(webhooks)
    .values({ id: newId('whk'), endpointSeq: endpoint.seq, type, createdAt: at })
    .onConflictDoNothing({ target: [webhooks.endpointSeq, webhooks.type] })
    .returning({ id: webhooks.id });
  // Whatever is committed after this is told there.
  await lockEvents(tx);
  return { made: made.length > 0, secret: fresh === undefined ? null : secret };
}

/** How many endpoints can be sent nothing, because their secrets were kept with another key. */
export async function countUnreadable(queries: Queries, key: Uint8Array): Promise<number> {
  const rows = await queries
    .select({ secret: endpoints.secret })
    .from(endpoints)
    .where(isNull(endpoints.abandonedAt));
  return rows.filter(({ secret }) => readSecret(secret, key) === null).length;
}

/** Removes a webhook; false where there is none. An endpoint without any keeps its secret for a day. */
export async function deleteWebhook(
  tx: Queries,
  { url, type, at }: { url: string; type: string; at: number },
): Promise<boolean> {
  const [endpoint] = await tx
    .select({ seq: endpoints.seq })
    .from(endpoints)
    .where(eq(endpoints.url, url))
    .for('no key update');
  if (endpoint === undefined) return false;
  const removed = await tx
    .delete(webhooks)
    .where(and(eq(webhooks.endpointSeq, endpoint.seq), eq(webhooks.type, type)))
    .returning({ id: webhooks.id });
  if (removed.length > 0) {
    await lockEvents(tx);
    await cancelUnasked(tx, endpoint.seq, at);
  }
  const [left] = await tx
    .select({ webhooks: count() })
    .from(webhooks)
    .where(eq(webhooks.endpointSeq, endpoint.seq));
  if (removed.length > 0 && left?.webhooks === 0) {
    await tx.update(endpoints).set({ abandonedAt: at }).where(eq(endpoints.seq, endpoint.seq));
  }
  return removed.length > 0;
}

/** What waits for an endpoint and none of its webhooks asks for any more is not sent; an attempt under way ends as it will. */
async function cancelUnasked(tx: Queries, endpointSeq: number, at: number): Promise<void> {
  const asked = tx
    .select({ type: webhooks.type })
    .from(webhooks)
    .innerJoin(events, or(eq(webhooks.type, events.type), eq(webhooks.type, '*')))
    .where(and(eq(webhooks.endpointSeq, endpointSeq), eq(events.seq, deliveries.eventSeq)));
  await tx
    .update(deliveries)
    .set({ state: 'cancelled', dueAt: null, doneAt: at })
    .where(
      and(
        eq(deliveries.endpointSeq, endpointSeq),
        eq(deliveries.state, 'pending'),
        notExists(asked),
      ),
    );
}
