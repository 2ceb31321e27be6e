import { sql } from 'drizzle-orm';
import { figuresHours, type WebhooksSummary } from '#contract/endpoint.ts';
import { hour } from '#contract/historyType.ts';
import type { Queries } from '#platform/database/database.ts';
import { wholeOrNull } from '#platform/database/packed.ts';
import { attempts, deliveries, endpoints } from '#platform/database/schema/webhooks.ts';
import { deliveriesPausedSince } from '../delivery/pause.ts';
import { timeOf } from '../registry/health.ts';

export async function readWebhooksSummary(queries: Queries, now: number): Promise<WebhooksSummary> {
  const since = now - figuresHours * hour;
  const [row] = await queries
    .select({
      deliveries: sql`count(*) FILTER (WHERE ${deliveries.createdAt} > ${since})`.mapWith(Number),
      failed: endedAs('failed', since),
      cancelled: endedAs('cancelled', since),
      waiting: sql`count(*) FILTER (WHERE ${deliveries.state} = 'pending')`.mapWith(Number),
      failing:
        sql`count(*) FILTER (WHERE ${deliveries.state} = 'pending' AND ${deliveries.fault} IS NOT NULL)`.mapWith(
          Number,
        ),
      oldest: sql<
        number | null
      >`min(${deliveries.createdAt}) FILTER (WHERE ${deliveries.state} = 'pending')`.mapWith(
        wholeOrNull,
      ),
    })
    .from(deliveries)
    .where(
      sql`${deliveries.state} = 'pending' OR ${deliveries.createdAt} > ${since} OR ${deliveries.doneAt} > ${since}`,
    );
  return {
    deliveries: row?.deliveries ?? 0,
    atFirstAttempt: await readFirstAttempts(queries, since),
    failed: row?.failed ?? 0,
    cancelled: row?.cancelled ?? 0,
    waiting: row?.waiting ?? 0,
    failing: row?.failing ?? 0,
    oldestWaitingAt: timeOf(row?.oldest ?? null),
    deliveriesPausedSince: await deliveriesPausedSince(queries),
  };
}

function endedAs(state: 'failed' | 'cancelled', since: number) {
  return sql`count(*) FILTER (WHERE ${deliveries.doneAt} > ${since} AND ${deliveries.state} = ${state})`.mapWith(
    Number,
  );
}

/** Share of first attempts that succeeded; null if there were none. By endpoint, so that the index on time is used. */
async function readFirstAttempts(queries: Queries, since: number): Promise<number | null> {
  const [row] = await queries
    .select({
      share: sql<number | null>`avg(CASE WHEN ${attempts.succeeded} THEN 1.0 ELSE 0.0 END)`.mapWith(
        (share) => (share === null ? null : Number(share)),
      ),
    })
    .from(attempts)
    .where(
      sql`${attempts.endpointSeq} IN (SELECT ${endpoints.seq} FROM ${endpoints}) AND ${attempts.at} > ${since} AND ${attempts.number} = 1`,
    );
  return row?.share ?? null;
}
