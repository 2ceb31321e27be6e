import { and, eq, sql } from 'drizzle-orm';
import { formatTime } from '#contract/time.ts';
import { day } from '#contract/historyType.ts';
import type { Queries } from '#platform/database/database.ts';
import { attempts, deliveries, type EndpointRow } from '#platform/database/schema/webhooks.ts';
import type { EventLog } from '../../events/log.ts';
import type { AttemptResult } from './attempt.ts';
import { judge, mayDisable, pauseRule, type Judgement, type RecentAttempts } from './breaker.ts';

/**
 * Judges locked endpoints after attempts, and stores their health.
 * @returns the endpoints with their new status.
 */
export async function judgeEndpoints(
  tx: Queries,
  events: EventLog,
  given: {
    readonly endpoints: readonly EndpointRow[];
    readonly results: readonly AttemptResult[];
    readonly now: number;
  },
): Promise<Pick<EndpointRow, 'seq' | 'status'>[]> {
  const { endpoints, results, now } = given;
  const judged: MeasuredHealth[] = [];
  for (const endpoint of endpoints) {
    const own = results.filter(({ delivery }) => delivery.endpointSeq === endpoint.seq);
    if (own.length > 0 && !isUnchanged(endpoint, own, now)) {
      judged.push(await healthAfter(tx, endpoint, own, now));
    }
  }
  await writeHealth(tx, judged);
  for (const { endpoint, disabledBecause } of judged) {
    if (disabledBecause === null) continue;
    // They can be recovered when the endpoint is enabled again. An attempt in progress finishes.
    await tx
      .update(deliveries)
      .set({ state: 'failed', dueAt: null, doneAt: now })
      .where(and(eq(deliveries.endpointSeq, endpoint.seq), eq(deliveries.state, 'pending')));
    await publishDisabled(tx, events, endpoint, { reason: disabledBecause, now });
  }
  const after = new Map(judged.map(({ endpoint, status }) => [endpoint.seq, status]));
  return endpoints.map(({ seq, status }) => ({ seq, status: after.get(seq) ?? status }));
}

export async function publishDisabled(
  tx: Queries,
  events: EventLog,
  { id, url }: Pick<EndpointRow, 'id' | 'url'>,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  await events.publishNow(tx, now, [
    {
      type: 'webhook.disabled',
      subject: id,
      data: { _id: id, url, reason, disabledAt: formatTime(now) },
    },
  ]);
}

/** Another success within a second changes nothing for a healthy endpoint. */
function isUnchanged(endpoint: EndpointRow, own: readonly AttemptResult[], now: number): boolean {
  return (
    endpoint.status === 'enabled' &&
    endpoint.failingSince === null &&
    now - (endpoint.lastSuccessAt ?? 0) < 1000 &&
    own.every(({ fault }) => fault === null)
  );
}

interface MeasuredHealth extends Judgement {
  readonly endpoint: EndpointRow;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
}

async function healthAfter(
  tx: Queries,
  endpoint: EndpointRow,
  own: readonly AttemptResult[],
  now: number,
): Promise<MeasuredHealth> {
  const finished = own.map(({ at, outcome, fault }) => ({
    at,
    succeeded: fault === null,
    status: outcome.status,
  }));
  const hasFailed = finished.some(({ succeeded }) => !succeeded);
  const recent = hasFailed
    ? await readRecentAttempts(tx, endpoint, now)
    : { attempts: 0, failures: 0, failedDays: 0 };
  return {
    ...judge(endpoint, finished, recent, now),
    endpoint,
    lastSuccessAt: finished.some(({ succeeded }) => succeeded) ? now : endpoint.lastSuccessAt,
    lastFailureAt: hasFailed ? now : endpoint.lastFailureAt,
  };
}

async function writeHealth(tx: Queries, judged: readonly MeasuredHealth[]): Promise<void> {
  if (judged.length === 0) return;
  const rows = judged.map(({ endpoint, disabledBecause, ...health }) => ({
    ...health,
    seq: endpoint.seq,
    disabledAt: disabledBecause === null ? endpoint.disabledAt : health.lastFailureAt,
    disabledBecause: disabledBecause ?? endpoint.disabledBecause,
  }));
  await tx.execute(sql`
    UPDATE endpoints SET
      status = given.status, failing_since = given."failingSince", probe_at = given."probeAt",
      probe_delay = given."probeDelay", last_success_at = given."lastSuccessAt",
      last_failure_at = given."lastFailureAt", disabled_at = given."disabledAt",
      disabled_because = given."disabledBecause"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (
      seq bigint, status text, "failingSince" bigint, "probeAt" bigint, "probeDelay" bigint,
      "lastSuccessAt" bigint, "lastFailureAt" bigint, "disabledAt" bigint, "disabledBecause" text
    )
    WHERE endpoints.seq = given.seq`);
}

async function readRecentAttempts(
  tx: Queries,
  { seq, failingSince }: EndpointRow,
  now: number,
): Promise<RecentAttempts> {
  const [row] = await tx
    .select({
      attempts: sql`count(*)`.mapWith(Number),
      failures: sql`count(*) FILTER (WHERE NOT ${attempts.succeeded})`.mapWith(Number),
    })
    .from(attempts)
    .where(and(eq(attempts.endpointSeq, seq), sql`${attempts.at} > ${now - pauseRule.windowMs}`));
  const failedDays =
    failingSince !== null && mayDisable(failingSince, now)
      ? await countFailedDays(tx, seq, failingSince)
      : 0;
  return { attempts: 0, failures: 0, ...row, failedDays };
}

/** Number of days with failed attempts, each 24 hours long and counted from when the endpoint began to fail. */
async function countFailedDays(
  tx: Queries,
  endpointSeq: number,
  failingSince: number,
): Promise<number> {
  const [row] = await tx
    .select({
      days: sql`count(DISTINCT (${attempts.at} - ${failingSince}::bigint) / ${sql.raw(String(day))})`.mapWith(
        Number,
      ),
    })
    .from(attempts)
    .where(
      and(
        eq(attempts.endpointSeq, endpointSeq),
        eq(attempts.succeeded, false),
        // The first failed attempt began before its failure was recorded.
        sql`${attempts.at} > ${failingSince - pauseRule.windowMs}`,
      ),
    );
  return row?.days ?? 0;
}
