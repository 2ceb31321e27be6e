import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AttemptDetail } from '#contract/delivery.ts';
import { formatTime } from '#contract/time.ts';
import type { Connections, Queries } from '../../database/database.ts';
import { isOneOf } from '../../database/packed.ts';
import { attempts, deliveries, endpoints, type EndpointRow } from '../../database/schema.ts';
import type { EventLog } from '../../events/log.ts';
import { judge, watched, type Judged } from './breaker.ts';
import type { Claimed } from './claim.ts';
import { waitAfter, type Outcome } from './schedule.ts';

/** An attempt that ended. */
export interface Ended {
  readonly delivery: Claimed;
  readonly at: number;
  readonly outcome: Outcome;
  /** Why it failed, in words; null where it did not. */
  readonly fault: string | null;
  readonly detail: AttemptDetail;
}

export interface Settling {
  readonly database: Connections;
  readonly events: EventLog;
  readonly clock: () => number;
  readonly random: () => number;
}

/**
 * Writes attempts that ended, in one transaction with all that follows: the next attempt's time, the endpoint's health, its
 * being disabled. What was claimed anew meanwhile is not touched: it is somebody else's.
 * @returns the endpoints that are not sent to for now.
 */
export function settle(
  { database, events, clock, random }: Settling,
  ended: readonly Ended[],
): Promise<number[]> {
  return database.transaction(async (tx) => {
    const now = clock();
    // In one order everywhere, so that nobody waits for each other.
    const own = await lockEndpoints(tx, [
      ...new Set(ended.map(({ delivery }) => delivery.endpointSeq)),
    ]);
    const mine = await stillClaimed(tx, ended);
    if (mine.length === 0) return stoppedOf(own);
    await tx.insert(attempts).values(mine.map(rowOf));
    await tx.execute(updateOf(mine.map((one) => nextOf(one, now, random()))));
    const judged: Health[] = [];
    for (const endpoint of own) {
      const its = mine.filter(({ delivery }) => delivery.endpointSeq === endpoint.seq);
      if (its.length > 0 && !isAsBefore(endpoint, its, now)) {
        judged.push(await healthAfter(tx, endpoint, its, now));
      }
    }
    await writeHealth(tx, judged);
    for (const { endpoint, disabledBecause } of judged) {
      if (disabledBecause !== null) await disable(tx, events, endpoint, disabledBecause, now);
    }
    const after = new Map(judged.map(({ endpoint, status }) => [endpoint.seq, status]));
    return stoppedOf(own.map((one) => ({ ...one, status: after.get(one.seq) ?? one.status })));
  });
}

/** Those of them that are not sent to for now. */
function stoppedOf(own: readonly Pick<EndpointRow, 'seq' | 'status'>[]): number[] {
  return own.filter(({ status }) => status !== 'enabled').map(({ seq }) => seq);
}

/** A second more of success is no news of an endpoint that is well. */
function isAsBefore(endpoint: EndpointRow, its: readonly Ended[], now: number): boolean {
  return (
    endpoint.status === 'enabled' &&
    endpoint.failingSince === null &&
    now - (endpoint.lastSuccessAt ?? 0) < 1000 &&
    its.every(({ fault }) => fault === null)
  );
}

function lockEndpoints(tx: Queries, seqs: readonly number[]): Promise<EndpointRow[]> {
  return tx
    .select()
    .from(endpoints)
    .where(inArray(endpoints.seq, [...seqs]))
    .orderBy(endpoints.seq)
    .for('no key update');
}

async function stillClaimed(tx: Queries, ended: readonly Ended[]): Promise<Ended[]> {
  const rows = await tx
    .select({ seq: deliveries.seq, claim: deliveries.claim })
    .from(deliveries)
    .where(
      inArray(
        deliveries.seq,
        ended.map(({ delivery }) => delivery.seq),
      ),
    )
    .for('no key update');
  const claims = new Map(rows.map(({ seq, claim }) => [seq, claim]));
  return ended.filter(({ delivery }) => claims.get(delivery.seq) === delivery.claim);
}

function rowOf({ delivery, at, outcome, fault, detail }: Ended): typeof attempts.$inferInsert {
  return {
    deliverySeq: delivery.seq,
    number: delivery.attempts + 1,
    endpointSeq: delivery.endpointSeq,
    at,
    succeeded: fault === null,
    status: outcome.status,
    fault,
    took: Math.round(detail.timing.total),
    detail,
  };
}

interface Next {
  readonly seq: number;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly dueAt: number | null;
  readonly doneAt: number | null;
  readonly status: number | null;
  readonly fault: string | null;
}

function nextOf({ delivery, outcome, fault }: Ended, now: number, random: number): Next {
  const made = delivery.attempts + 1;
  const told = { seq: delivery.seq, attempts: made, status: outcome.status, fault };
  if (fault === null) return { ...told, state: 'delivered', dueAt: null, doneAt: now };
  const wait = waitAfter(made - delivery.roundBegan, outcome, { random, now });
  return wait === null
    ? { ...told, state: 'failed', dueAt: null, doneAt: now }
    : { ...told, state: 'pending', dueAt: now + wait, doneAt: null };
}

/** A delivery that was cancelled while its attempt was under way stays so, unless it arrived. */
function updateOf(next: readonly Next[]) {
  return sql`
    UPDATE deliveries SET
      state = CASE WHEN deliveries.state = 'pending' OR given.state = 'delivered' THEN given.state ELSE deliveries.state END,
      due_at = CASE WHEN deliveries.state = 'pending' THEN given."dueAt" END,
      done_at = coalesce(given."doneAt", deliveries.done_at),
      attempts = given.attempts, claim = NULL, claimed_until = NULL, status = given.status, fault = given.fault
    FROM json_to_recordset(${JSON.stringify(next)}::json) AS given (
      seq bigint, state text, attempts integer, "dueAt" bigint, "doneAt" bigint, status integer, fault text
    )
    WHERE deliveries.seq = given.seq AND ${isOneOf(
      deliveries.seq,
      next.map(({ seq }) => seq),
    )}`;
}

interface Health extends Judged {
  readonly endpoint: EndpointRow;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
}

async function healthAfter(
  tx: Queries,
  endpoint: EndpointRow,
  its: readonly Ended[],
  now: number,
): Promise<Health> {
  const ended = its.map(({ at, outcome, fault }) => ({
    at,
    succeeded: fault === null,
    isGone: outcome.status === 410,
  }));
  const hasFailed = ended.some(({ succeeded }) => !succeeded);
  const recent = hasFailed ? await recentOf(tx, endpoint.seq, now) : { attempts: 0, failures: 0 };
  return {
    ...judge(endpoint, ended, recent, now),
    endpoint,
    lastSuccessAt: ended.some(({ succeeded }) => succeeded) ? now : endpoint.lastSuccessAt,
    lastFailureAt: hasFailed ? now : endpoint.lastFailureAt,
  };
}

async function writeHealth(tx: Queries, judged: readonly Health[]): Promise<void> {
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

async function recentOf(tx: Queries, endpointSeq: number, now: number) {
  const [row] = await tx
    .select({
      attempts: sql`count(*)`.mapWith(Number),
      failures: sql`count(*) FILTER (WHERE NOT ${attempts.succeeded})`.mapWith(Number),
    })
    .from(attempts)
    .where(
      and(eq(attempts.endpointSeq, endpointSeq), sql`${attempts.at} > ${now - watched.window}`),
    );
  return row ?? { attempts: 0, failures: 0 };
}

/**
 * What waits for a disabled endpoint has failed; it can be recovered when it is enabled again. An attempt under way ends as it
 * will. The others are told.
 */
async function disable(
  tx: Queries,
  events: EventLog,
  { seq, id, url }: EndpointRow,
  because: string,
  now: number,
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'failed', dueAt: null, doneAt: now })
    .where(and(eq(deliveries.endpointSeq, seq), eq(deliveries.state, 'pending')));
  await events.appendNow(tx, now, [
    {
      type: 'webhook.disabled',
      subject: id,
      data: { _id: id, url, reason: because, disabledAt: formatTime(now) },
    },
  ]);
}
