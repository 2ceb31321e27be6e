import type { QueryOf } from '#contract/operation.ts';
import type { getDeliveries } from '#contract/operations/endpoints.ts';
import type { paging } from '#contract/operations/paging.ts';
import { and, asc, desc, eq, gte, isNotNull, lt, type SQL } from 'drizzle-orm';
import type { Attempt, Delivery, DeliveryWithAttempts } from '#contract/delivery.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  attempts,
  deliveries,
  endpoints,
  events,
  type AttemptRow,
} from '#platform/database/schema/webhooks.ts';
import { isText } from '#platform/database/text.ts';
import { problem } from '#platform/http/problem.ts';
import { maxAttempts } from '../delivery/retrySchedule.ts';
import { timeOf } from '../registry/health.ts';

export type DeliveryFilter = Omit<QueryOf<typeof getDeliveries>, keyof typeof paging>;

const columns = {
  seq: deliveries.seq,
  endpoint: endpoints.id,
  url: endpoints.url,
  message: events.id,
  type: events.type,
  subject: events.subject,
  test: events.test,
  state: deliveries.state,
  claimedUntil: deliveries.claimedUntil,
  attempts: deliveries.attempts,
  roundBegan: deliveries.roundBegan,
  number: deliveries.number,
  status: deliveries.status,
  fault: deliveries.fault,
  createdAt: deliveries.createdAt,
  dueAt: deliveries.dueAt,
  doneAt: deliveries.doneAt,
};

export async function readDeliveries(
  queries: Queries,
  filter: DeliveryFilter,
  {
    limit,
    before,
    now,
  }: { readonly limit: number; readonly before: number | null; readonly now: number },
): Promise<{ rows: Delivery[]; last: number | null }> {
  const rows = await select(queries)
    .where(and(before === null ? undefined : lt(deliveries.seq, before), ...conditionsOf(filter)))
    .orderBy(desc(deliveries.seq))
    .limit(limit);
  return {
    rows: rows.map((row) => show(row, now)),
    last: rows.length < limit ? null : (rows.at(-1)?.seq ?? null),
  };
}

function conditionsOf({ endpoint, type, state, from, to }: DeliveryFilter): (SQL | undefined)[] {
  return [
    endpoint === undefined ? undefined : isText(endpoints.id, endpoint),
    type === undefined ? undefined : isText(events.type, type),
    ...stateConditions(state),
    from === undefined ? undefined : gte(deliveries.createdAt, from),
    to === undefined ? undefined : lt(deliveries.createdAt, to),
  ];
}

function stateConditions(state: DeliveryFilter['state']): SQL[] {
  if (state === undefined) return [];
  if (state !== 'failing') return [eq(deliveries.state, state)];
  return [eq(deliveries.state, 'pending'), isNotNull(deliveries.fault)];
}

export async function readDelivery(queries: Queries, id: string, now: number): Promise<Delivery> {
  const [row] = await select(queries).where(eq(deliveries.seq, deliverySeq(id)));
  if (row === undefined) throw deliveryNotFound(id);
  return show(row, now);
}

export async function readDeliveryWithAttempts(
  queries: Queries,
  id: string,
  now: number,
): Promise<DeliveryWithAttempts> {
  const [row] = await select(queries).where(eq(deliveries.seq, deliverySeq(id)));
  if (row === undefined) throw deliveryNotFound(id);
  const [event] = await queries.select().from(events).where(eq(events.id, row.message));
  const rows = await queries
    .select()
    .from(attempts)
    .where(eq(attempts.deliverySeq, row.seq))
    .orderBy(asc(attempts.number));
  return { ...show(row, now), body: event?.body ?? '', history: rows.map(showAttempt) };
}

/** A delivery's number is its id: another index would cost more than all the others. */
export function deliveryId(seq: number): string {
  return `dlv_${seq}`;
}

/** 404 if it is not an id of a delivery. */
export function deliverySeq(id: string): number {
  const seq = Number(/^dlv_([1-9]\d{0,14})$/.exec(id)?.[1]);
  if (Number.isNaN(seq)) throw deliveryNotFound(id);
  return seq;
}

export function deliveryNotFound(id: string): Error {
  return problem('delivery-not-found', `There is no delivery ${JSON.stringify(id)}.`);
}

function select(queries: Queries) {
  return queries
    .select(columns)
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.seq, deliveries.endpointSeq))
    .innerJoin(events, eq(events.seq, deliveries.eventSeq))
    .$dynamic();
}

type ListedDeliveryRow = Awaited<ReturnType<typeof select>>[number];

function show(row: ListedDeliveryRow, now: number): Delivery {
  const { seq, endpoint, url, message, type, subject, test, state } = row;
  const { claimedUntil, attempts, roundBegan, number, status, fault } = row;
  const isSending = claimedUntil !== null && claimedUntil > now;
  return {
    _id: deliveryId(seq),
    endpoint,
    url,
    message,
    type,
    subject,
    test,
    state,
    isSending,
    attempts,
    attemptsAtMost: roundBegan + maxAttempts,
    number,
    status,
    fault,
    createdAt: formatTime(row.createdAt),
    nextAt: state !== 'pending' || isSending ? null : timeOf(row.dueAt),
    doneAt: timeOf(row.doneAt),
  };
}

function showAttempt({ number, at, succeeded, status, fault, detail }: AttemptRow): Attempt {
  return { number, at: formatTime(at), succeeded, status, fault, ...detail };
}
