import { and, asc, count, eq, isNotNull, lt } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { endpoints, webhooks } from '../database/schema.ts';
import { newId } from '../ids.ts';
import { newSecret, seal } from './secrets.ts';

const keptAfterRemoval = 24 * 60 * 60 * 1000;

export interface StoredWebhook {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly status: 'enabled' | 'paused' | 'disabled';
  readonly createdAt: number;
}

const columns = {
  id: webhooks.id,
  url: endpoints.url,
  type: webhooks.type,
  status: endpoints.status,
  createdAt: webhooks.createdAt,
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
    .set({ status: 'enabled', abandonedAt: null })
    .where(eq(endpoints.url, url))
    .returning({ seq: endpoints.seq });
  if (endpoint === undefined) throw new Error('An endpoint that was inserted was not found');
  const made = await tx
    .insert(webhooks)
    .values({ id: newId('whk'), endpointSeq: endpoint.seq, type, createdAt: at })
    .onConflictDoNothing({ target: [webhooks.endpointSeq, webhooks.type] })
    .returning({ id: webhooks.id });
  return { made: made.length > 0, secret: fresh === undefined ? null : secret };
}

/** Removes a webhook; false where there is none. Its endpoint goes a day after its last one. */
export async function deleteWebhook(
  tx: Queries,
  { url, type, at }: { url: string; type: string; at: number },
): Promise<boolean> {
  const [endpoint] = await tx
    .select({ seq: endpoints.seq })
    .from(endpoints)
    .where(eq(endpoints.url, url))
    .for('update');
  if (endpoint === undefined) return false;
  const removed = await tx
    .delete(webhooks)
    .where(and(eq(webhooks.endpointSeq, endpoint.seq), eq(webhooks.type, type)))
    .returning({ id: webhooks.id });
  const [left] = await tx
    .select({ webhooks: count() })
    .from(webhooks)
    .where(eq(webhooks.endpointSeq, endpoint.seq));
  if (removed.length > 0 && left?.webhooks === 0) {
    await tx.update(endpoints).set({ abandonedAt: at }).where(eq(endpoints.seq, endpoint.seq));
  }
  return removed.length > 0;
}
