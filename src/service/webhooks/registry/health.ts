import { and, sql } from 'drizzle-orm';
import { figuresHours, type Endpoint } from '#contract/endpoint.ts';
import { formatTime } from '#contract/time.ts';
import { hour } from '#contract/historyType.ts';
import type { Queries } from '#platform/database/database.ts';
import { isOneOf } from '#platform/database/packed.ts';
import { attempts, type EndpointRow } from '#platform/database/schema/webhooks.ts';

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

export async function readSuccessRates(
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
    .where(
      and(isOneOf(attempts.endpointSeq, seqs), sql`${attempts.at} > ${now - figuresHours * hour}`),
    )
    .groupBy(attempts.endpointSeq);
  return new Map(rows.map(({ seq, rate }) => [seq, rate]));
}

export function timeOf(at: number | null): string | null {
  return at === null ? null : formatTime(at);
}
