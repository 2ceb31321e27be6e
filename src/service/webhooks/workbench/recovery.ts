import { and, count, eq, exists, gte, inArray, lte, not, notExists, or, sql } from 'drizzle-orm';
import type { Recovery } from '#contract/endpoint.ts';
import { formatTime } from '#contract/time.ts';
import { afterCommit } from '#platform/database/afterCommit.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  deliveries,
  endpoints,
  recoveries,
  webhooks,
  events,
  type EndpointRow,
} from '#platform/database/schema/webhooks.ts';
import { isText } from '#platform/database/text.ts';
import { newId } from '#platform/database/ids.ts';
import { problem } from '#platform/http/problem.ts';
import { isUnclaimed } from '../delivery/claim.ts';
import { checkEnabled, findEndpoint } from '../registry/endpointStore.ts';
import { restarted } from './redelivery.ts';

export interface RecoveryScope {
  readonly since: number;
  /** Also events from before their webhook was registered. */
  readonly includeOlder: boolean;
  readonly now: number;
}

/**
 * Counts the messages that did not arrive since a time, and separately the events from before their webhook was
 * registered.
 */
export async function countMissing(
  queries: Queries,
  endpoint: EndpointRow,
  { since, now }: Pick<RecoveryScope, 'since' | 'now'>,
): Promise<{ count: number; older: number }> {
  const undelivered = await queries.$count(
    deliveries,
    isUndelivered(queries, endpoint.seq, { since, now }),
  );
  const isOlder = not(isRegistered(queries, endpoint.seq));
  const [missed] = await queries
    .select({
      count: sql`count(*) FILTER (WHERE NOT ${isOlder})`.mapWith(Number),
      older: sql`count(*) FILTER (WHERE ${isOlder})`.mapWith(Number),
    })
    .from(events)
    .where(isMissed(queries, endpoint.seq, since));
  return { count: undelivered + (missed?.count ?? 0), older: missed?.older ?? 0 };
}

/** Sends the messages that did not arrive, after the commit. @returns the id of the recovery. */
export async function recover(
  tx: Queries,
  endpointId: string,
  { since, includeOlder, now, wake }: RecoveryScope & { readonly wake: () => void },
): Promise<string> {
  const endpoint = await findEndpoint(tx, endpointId, { isLocked: true });
  checkEnabled(endpoint);
  const missing = await countMissing(tx, endpoint, { since, now });
  const id = newId('rec');
  const [inserted] = await tx
    .insert(recoveries)
    .values({
      id,
      endpointSeq: endpoint.seq,
      since,
      count: missing.count + (includeOlder ? missing.older : 0),
      createdAt: now,
    })
    .returning({ seq: recoveries.seq });
  if (inserted === undefined) throw new Error('A recovery that was inserted was not returned');
  await tx
    .update(deliveries)
    .set({ ...restarted(now), recoverySeq: inserted.seq })
    .where(isUndelivered(tx, endpoint.seq, { since, now }));
  const isIncluded = and(
    isMissed(tx, endpoint.seq, since),
    includeOlder ? undefined : isRegistered(tx, endpoint.seq),
  );
  await tx.execute(sql`
    INSERT INTO deliveries (endpoint_seq, event_seq, due_at, created_at, recovery_seq)
    SELECT ${endpoint.seq}::bigint, ${events.seq}, ${now}::bigint, ${now}::bigint, ${inserted.seq}::bigint
    FROM ${events} WHERE ${isIncluded} ORDER BY ${events.seq}`);
  afterCommit(tx, wake);
  return id;
}

export async function readRecovery(queries: Queries, id: string): Promise<Recovery> {
  const [row] = await queries
    .select({ recovery: recoveries, endpoint: endpoints.id })
    .from(recoveries)
    .innerJoin(endpoints, eq(endpoints.seq, recoveries.endpointSeq))
    .where(isText(recoveries.id, id));
  if (row === undefined) {
    throw problem('recovery-not-found', `There is no recovery ${JSON.stringify(id)}.`);
  }
  const { recovery, endpoint } = row;
  const states = await queries
    .select({ state: deliveries.state, count: count() })
    .from(deliveries)
    .where(eq(deliveries.recoverySeq, recovery.seq))
    .groupBy(deliveries.state);
  const countOf = (wanted: string) => states.find(({ state }) => state === wanted)?.count ?? 0;
  const pending = countOf('pending');
  return {
    _id: id,
    endpoint,
    since: formatTime(recovery.since),
    count: recovery.count,
    delivered: countOf('delivered'),
    failed: countOf('failed'),
    pending,
    state: recovery.cancelledAt !== null ? 'cancelled' : pending > 0 ? 'running' : 'finished',
    createdAt: formatTime(recovery.createdAt),
  };
}

/** Fails the unsent deliveries of a recovery; an attempt in progress finishes, and is the last. */
export async function cancelRecovery(tx: Queries, id: string, now: number): Promise<Recovery> {
  const { endpoint } = await readRecovery(tx, id);
  await findEndpoint(tx, endpoint, { isLocked: true });
  const [row] = await tx
    .update(recoveries)
    .set({ cancelledAt: sql`coalesce(${recoveries.cancelledAt}, ${now}::bigint)` })
    .where(eq(recoveries.id, id))
    .returning({ seq: recoveries.seq });
  await tx
    .update(deliveries)
    .set({ state: 'failed', dueAt: null, doneAt: now })
    .where(and(eq(deliveries.recoverySeq, row?.seq ?? 0), eq(deliveries.state, 'pending')));
  return readRecovery(tx, id);
}

function isUndelivered(
  queries: Queries,
  endpointSeq: number,
  { since, now }: { readonly since: number; readonly now: number },
) {
  const itsEvent = queries
    .select({ one: sql`1` })
    .from(events)
    .where(and(eq(events.seq, deliveries.eventSeq), isSubscribed(queries, endpointSeq)));
  return and(
    eq(deliveries.endpointSeq, endpointSeq),
    inArray(deliveries.state, ['failed', 'cancelled']),
    isUnclaimed(now),
    gte(deliveries.createdAt, since),
    exists(itsEvent),
  );
}

/** Events for which the endpoint has a webhook now, but no delivery was ever created. */
function isMissed(queries: Queries, endpointSeq: number, since: number) {
  const created = queries
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.endpointSeq, endpointSeq), eq(deliveries.eventSeq, events.seq)));
  return and(gte(events.createdAt, since), isSubscribed(queries, endpointSeq), notExists(created));
}

function isSubscribed(queries: Queries, endpointSeq: number) {
  return and(eq(events.test, false), exists(matching(queries, endpointSeq)));
}

/** An event after the registration of the endpoint's webhook for its type. */
function isRegistered(queries: Queries, endpointSeq: number) {
  return exists(matching(queries, endpointSeq, lte(webhooks.createdAt, events.createdAt)));
}

function matching(queries: Queries, endpointSeq: number, condition?: ReturnType<typeof lte>) {
  return queries
    .select({ one: sql`1` })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.endpointSeq, endpointSeq),
        or(eq(webhooks.type, events.type), eq(webhooks.type, '*')),
        condition,
      ),
    );
}
