import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Endpoint, WebhooksSummary } from '#contract/delivery.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '../../database/database.ts';
import {
  attempts,
  deliveries,
  endpoints,
  webhooks,
  type EndpointRow,
} from '../../database/schema.ts';
import { isOneOf, wholeOrNull } from '../../database/packed.ts';
import { isText } from '../../database/text.ts';
import { problem } from '../../problem.ts';

const halfHour = 30 * 60 * 1000;
const bars = 48;
const day = bars * halfHour;

/** The endpoint of an id, locked where it is about to be changed; 404 webhook-not-found. */
export async function findEndpoint(
  queries: Queries,
  id: string,
  { isLocked = false } = {},
): Promise<EndpointRow> {
  const found = queries
    .select()
    .from(endpoints)
    .where(and(isText(endpoints.id, id), isNull(endpoints.abandonedAt)));
  const [row] = await (isLocked ? found.for('no key update') : found);
  if (row === undefined) {
    throw problem('webhook-not-found', `There is no endpoint ${JSON.stringify(id)}.`);
  }
  return row;
}

/** 409 webhook-is-disabled where nothing is sent to an endpoint. */
export function checkEnabled({ status, url }: EndpointRow): void {
  if (status !== 'disabled') return;
  throw problem(
    'webhook-is-disabled',
    `The endpoint ${url} is disabled: nothing is sent there. Enable it first.`,
  );
}

/** Every endpoint that has a webhook, the oldest first, with how it did over the past day. */
export async function readEndpoints(
  queries: Queries,
  now: number,
  only?: EndpointRow,
): Promise<Endpoint[]> {
  const rows =
    only === undefined
      ? await queries
          .select()
          .from(endpoints)
          .where(isNull(endpoints.abandonedAt))
          .orderBy(asc(endpoints.seq))
      : [only];
  const seqs = rows.map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  const types = await queries
    .select({ seq: webhooks.endpointSeq, type: webhooks.type })
    .from(webhooks)
    .where(inArray(webhooks.endpointSeq, seqs))
    .orderBy(asc(webhooks.seq));
  const waiting = await readWaiting(queries, seqs);
  const recent = await readRecent(queries, seqs, now);
  const median = await readMedians(queries, seqs, now);
  return rows.map((row) => {
    const bar = recent.filter(({ seq }) => seq === row.seq);
    const delivered = sum(bar.map((one) => one.delivered));
    const all = delivered + sum(bar.map((one) => one.failed));
    const own = waiting.find(({ seq }) => seq === row.seq);
    return {
      _id: row.id,
      url: row.url,
      types: types.filter(({ seq }) => seq === row.seq).map(({ type }) => type),
      status: row.status,
      health: healthOf(row, all === 0 ? null : delivered / all),
      createdAt: formatTime(row.createdAt),
      probeAt: timeOf(row.probeAt),
      disabledAt: timeOf(row.disabledAt),
      disabledBecause: row.disabledBecause,
      waiting: own?.waiting ?? 0,
      retrying: own?.retrying ?? 0,
      attempts: all,
      medianMs: median.get(row.seq) ?? null,
      activity: activityOf(bar, now),
    };
  });
}

/** How an endpoint did; null where nothing was ever sent there. */
export function healthOf(
  { lastSuccessAt, lastFailureAt }: Pick<EndpointRow, 'lastSuccessAt' | 'lastFailureAt'>,
  successRate: number | null,
): Endpoint['health'] {
  if (lastSuccessAt === null && lastFailureAt === null) return null;
  return {
    successRate,
    lastSuccessAt: timeOf(lastSuccessAt),
    lastFailureAt: timeOf(lastFailureAt),
  };
}

/** Share of the past day's attempts that succeeded, of endpoints; those without attempts are left out. */
export async function readRates(
  queries: Queries,
  seqs: readonly number[],
  now: number,
): Promise<Map<number, number>> {
  const rows = await queries
    .select({
      seq: attempts.endpointSeq,
      rate: sql`avg(CASE WHEN ${attempts.succeeded} THEN 1.0 ELSE 0.0 END)`.mapWith(Number),
    })
    .from(attempts)
    .where(and(isOneOf(attempts.endpointSeq, seqs), sql`${attempts.at} > ${now - day}`))
    .groupBy(attempts.endpointSeq);
  return new Map(rows.map(({ seq, rate }) => [seq, rate]));
}

/** All endpoints together over the past day. */
export async function readSummary(queries: Queries, now: number): Promise<WebhooksSummary> {
  const [row] = await queries
    .select({
      deliveries: sql`count(*) FILTER (WHERE ${deliveries.createdAt} > ${now - day})`.mapWith(
        Number,
      ),
      ended:
        sql`count(*) FILTER (WHERE ${deliveries.doneAt} > ${now - day} AND ${deliveries.state} IN ('delivered', 'failed'))`.mapWith(
          Number,
        ),
      first:
        sql`count(*) FILTER (WHERE ${deliveries.doneAt} > ${now - day} AND ${deliveries.state} = 'delivered' AND ${deliveries.attempts} = 1)`.mapWith(
          Number,
        ),
      failed:
        sql`count(*) FILTER (WHERE ${deliveries.doneAt} > ${now - day} AND ${deliveries.state} = 'failed')`.mapWith(
          Number,
        ),
      waiting: sql`count(*) FILTER (WHERE ${deliveries.state} = 'pending')`.mapWith(Number),
      oldest: sql<
        number | null
      >`min(${deliveries.createdAt}) FILTER (WHERE ${deliveries.state} = 'pending')`.mapWith(
        wholeOrNull,
      ),
    })
    .from(deliveries)
    .where(
      sql`${deliveries.state} = 'pending' OR ${deliveries.createdAt} > ${now - day} OR ${deliveries.doneAt} > ${now - day}`,
    );
  const { deliveries: made = 0, ended = 0, first = 0, failed = 0, waiting = 0 } = row ?? {};
  return {
    deliveries: made,
    atFirstAttempt: ended === 0 ? null : first / ended,
    failed,
    waiting,
    oldestWaitingAt: timeOf(row?.oldest ?? null),
  };
}

export function timeOf(at: number | null): string | null {
  return at === null ? null : formatTime(at);
}

function readWaiting(queries: Queries, seqs: readonly number[]) {
  return queries
    .select({
      seq: deliveries.endpointSeq,
      waiting: sql`count(*)`.mapWith(Number),
      retrying: sql`count(*) FILTER (WHERE ${deliveries.attempts} > 0)`.mapWith(Number),
    })
    .from(deliveries)
    .where(and(inArray(deliveries.endpointSeq, [...seqs]), eq(deliveries.state, 'pending')))
    .groupBy(deliveries.endpointSeq);
}

interface Bar {
  readonly seq: number;
  /** Half hours before now. */
  readonly ago: number;
  readonly delivered: number;
  readonly failed: number;
}

function readRecent(queries: Queries, seqs: readonly number[], now: number): Promise<Bar[]> {
  return queries
    .select({
      seq: attempts.endpointSeq,
      ago: sql`(${now}::bigint - ${attempts.at}) / ${sql.raw(String(halfHour))}`.mapWith(Number),
      delivered: sql`count(*) FILTER (WHERE ${attempts.succeeded})`.mapWith(Number),
      failed: sql`count(*) FILTER (WHERE NOT ${attempts.succeeded})`.mapWith(Number),
    })
    .from(attempts)
    .where(and(inArray(attempts.endpointSeq, [...seqs]), sql`${attempts.at} > ${now - day}`))
    .groupBy(attempts.endpointSeq, sql`2`);
}

async function readMedians(
  queries: Queries,
  seqs: readonly number[],
  now: number,
): Promise<Map<number, number>> {
  const rows = await queries
    .select({
      seq: attempts.endpointSeq,
      median: sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${attempts.took})`.mapWith(Number),
    })
    .from(attempts)
    .where(and(inArray(attempts.endpointSeq, [...seqs]), sql`${attempts.at} > ${now - day}`))
    .groupBy(attempts.endpointSeq);
  return new Map(rows.map(({ seq, median }) => [seq, median]));
}

function activityOf(recent: readonly Bar[], now: number): Endpoint['activity'] {
  return Array.from({ length: bars }, (_, place) => {
    const ago = bars - 1 - place;
    const bar = recent.find((one) => one.ago === ago);
    return {
      at: formatTime(now - (ago + 1) * halfHour),
      delivered: bar?.delivered ?? 0,
      failed: bar?.failed ?? 0,
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
