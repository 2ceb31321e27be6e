import { and, count, eq, exists, gte, inArray, notExists, or, sql } from 'drizzle-orm';
import type { Recovery } from '#contract/delivery.ts';
import { formatTime } from '#contract/time.ts';
import { afterCommit } from '../../database/afterCommit.ts';
import type { Database, Queries } from '../../database/database.ts';
import {
  deliveries,
  endpoints,
  recoveries,
  webhooks,
  events,
  type EndpointRow,
} from '../../database/schema.ts';
import { isText } from '../../database/text.ts';
import { newId } from '../../ids.ts';
import { problem } from '../../problem.ts';
import { isUnclaimed, unclaimed } from '../delivery/claim.ts';
import { deliverySeq, unknown } from './deliveries.ts';
import { checkEnabled, findEndpoint } from './endpoints.ts';

/** Sends one delivery again, now, with the same message; its schedule begins anew. 409 where its endpoint is disabled. */
export function redeliver(
  database: Database,
  id: string,
  { now, wake }: { readonly now: number; readonly wake: () => void },
): Promise<void> {
  const seq = deliverySeq(id);
  return database.transaction(async (tx) => {
    const [found] = await tx
      .select({ endpoint: endpoints.id })
      .from(deliveries)
      .innerJoin(endpoints, eq(endpoints.seq, deliveries.endpointSeq))
      .where(eq(deliveries.seq, seq));
    if (found === undefined) throw unknown(id);
    // Under the endpoint's lock, as everything that is numbered there.
    const endpoint = await findEndpoint(tx, found.endpoint, { isLocked: true });
    checkEnabled(endpoint);
    await tx
      .update(deliveries)
      .set(anew(now))
      // One that is under way is on its way already.
      .where(and(eq(deliveries.seq, seq), isUnclaimed(now)));
    afterCommit(tx, wake);
  });
}

/** How many deliveries since then did not arrive, those that were never made among them. */
export async function countMissing(
  queries: Queries,
  endpoint: EndpointRow,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<number> {
  const [failed] = await queries
    .select({ count: count() })
    .from(deliveries)
    .where(missed(queries, endpoint.seq, { since, now }));
  const [unmade] = await queries
    .select({ count: count() })
    .from(events)
    .where(neverMade(queries, endpoint.seq, since));
  return (failed?.count ?? 0) + (unmade?.count ?? 0);
}

/** Sends again, or for the first time, what since then did not arrive. @returns the id of the recovery. */
export function recover(
  database: Database,
  endpointId: string,
  { since, now, wake }: { readonly since: number; readonly now: number; readonly wake: () => void },
): Promise<string> {
  return database.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, endpointId, { isLocked: true });
    checkEnabled(endpoint);
    const missing = await countMissing(tx, endpoint, { since, now });
    const id = newId('rec');
    const [made] = await tx
      .insert(recoveries)
      .values({ id, endpointSeq: endpoint.seq, since, count: missing, createdAt: now })
      .returning({ seq: recoveries.seq });
    if (made === undefined) throw new Error('A recovery that was inserted was not returned');
    await tx
      .update(deliveries)
      .set({ ...anew(now), recoverySeq: made.seq })
      .where(missed(tx, endpoint.seq, { since, now }));
    await tx.execute(sql`
      INSERT INTO deliveries (endpoint_seq, event_seq, due_at, created_at, recovery_seq)
      SELECT ${endpoint.seq}::bigint, ${events.seq}, ${now}::bigint, ${now}::bigint, ${made.seq}::bigint
      FROM ${events} WHERE ${neverMade(tx, endpoint.seq, since)} ORDER BY ${events.seq}`);
    afterCommit(tx, wake);
    return id;
  });
}

/** How far a recovery is; 404. */
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
  const of = (wanted: string) => states.find(({ state }) => state === wanted)?.count ?? 0;
  const pending = of('pending');
  return {
    _id: id,
    endpoint,
    since: formatTime(recovery.since),
    count: recovery.count,
    delivered: of('delivered'),
    failed: of('failed'),
    pending,
    state: recovery.cancelledAt !== null ? 'cancelled' : pending > 0 ? 'running' : 'finished',
    createdAt: formatTime(recovery.createdAt),
  };
}

/** What of a recovery was not sent yet is given up again; an attempt under way ends, and is the last. */
export function cancelRecovery(database: Database, id: string, now: number): Promise<Recovery> {
  return database.transaction(async (tx) => {
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
  });
}

/** A delivery that is sent again from now on, by the schedule from its beginning. */
function anew(now: number) {
  return {
    state: 'pending',
    dueAt: now,
    doneAt: null,
    roundBegan: sql`${deliveries.attempts}`,
    ...unclaimed,
  } as const;
}

/** Deliveries that failed or were given up, of types the endpoint asks for by now. */
function missed(
  queries: Queries,
  endpointSeq: number,
  { since, now }: { readonly since: number; readonly now: number },
) {
  const itsEvent = queries
    .select({ one: sql`1` })
    .from(events)
    .where(and(eq(events.seq, deliveries.eventSeq), isAskedFor(queries, endpointSeq)));
  return and(
    eq(deliveries.endpointSeq, endpointSeq),
    inArray(deliveries.state, ['failed', 'cancelled']),
    isUnclaimed(now),
    gte(deliveries.createdAt, since),
    exists(itsEvent),
  );
}

/** Events the endpoint asks for by now that happened while it was disabled, or was none. */
function neverMade(queries: Queries, endpointSeq: number, since: number) {
  const made = queries
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.endpointSeq, endpointSeq), eq(deliveries.eventSeq, events.seq)));
  return and(gte(events.createdAt, since), isAskedFor(queries, endpointSeq), notExists(made));
}

/** An event of the service, no test, of a type that one of the endpoint's webhooks asks for. */
function isAskedFor(queries: Queries, endpointSeq: number) {
  const asking = queries
    .select({ one: sql`1` })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.endpointSeq, endpointSeq),
        or(eq(webhooks.type, events.type), eq(webhooks.type, '*')),
      ),
    );
  return and(eq(events.test, false), exists(asking));
}
