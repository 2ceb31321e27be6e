import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { figuresHours, type Endpoint } from '#contract/endpoint.ts';
import { hour } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import {
  attempts,
  deliveries,
  endpoints,
  webhooks,
  type EndpointRow,
} from '#platform/database/schema/webhooks.ts';
import { healthOf, timeOf } from '../registry/health.ts';

const barMs = hour / 2;
const figuresMs = figuresHours * hour;
const barCount = figuresMs / barMs;

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
  readonly ago: number;
  readonly delivered: number;
  readonly failed: number;
}

function readRecent(queries: Queries, seqs: readonly number[], now: number): Promise<Bar[]> {
  return queries
    .select({
      seq: attempts.endpointSeq,
      ago: sql`(${now}::bigint - ${attempts.at}) / ${sql.raw(String(barMs))}`.mapWith(Number),
      delivered: sql`count(*) FILTER (WHERE ${attempts.succeeded})`.mapWith(Number),
      failed: sql`count(*) FILTER (WHERE NOT ${attempts.succeeded})`.mapWith(Number),
    })
    .from(attempts)
    .where(and(inArray(attempts.endpointSeq, [...seqs]), sql`${attempts.at} > ${now - figuresMs}`))
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
    .where(and(inArray(attempts.endpointSeq, [...seqs]), sql`${attempts.at} > ${now - figuresMs}`))
    .groupBy(attempts.endpointSeq);
  return new Map(rows.map(({ seq, median }) => [seq, median]));
}

function activityOf(recent: readonly Bar[], now: number): Endpoint['activity'] {
  return Array.from({ length: barCount }, (_, index) => {
    const ago = barCount - 1 - index;
    const bar = recent.find((one) => one.ago === ago);
    return {
      at: formatTime(now - (ago + 1) * barMs),
      delivered: bar?.delivered ?? 0,
      failed: bar?.failed ?? 0,
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
