import { inArray, sql } from 'drizzle-orm';
import type { Connections, Queries } from '#platform/database/database.ts';
import { isOneOf } from '#platform/database/packed.ts';
import {
  attempts,
  deliveries,
  endpoints,
  type EndpointRow,
} from '#platform/database/schema/webhooks.ts';
import type { Dependencies } from '../../portfolio/dependencies.ts';
import type { AttemptResult } from './attempt.ts';
import { judgeEndpoints } from './endpointHealth.ts';
import { waitAfter } from './retrySchedule.ts';

export interface SettleOptions extends Pick<Dependencies, 'events' | 'clock' | 'wall'> {
  readonly database: Connections;
  readonly random: () => number;
}

/**
 * Records attempts with all their effects in one transaction: the time of the next attempt, the endpoint's health and
 * whether it is disabled. Skips deliveries that another process has claimed meanwhile.
 * @returns the endpoints that must not be sent to for now.
 */
export function settle(
  { database, events, clock, wall = clock, random }: SettleOptions,
  results: readonly AttemptResult[],
): Promise<number[]> {
  return database.transaction(async (tx) => {
    const locked = await lockEndpoints(tx, [
      ...new Set(results.map(({ delivery }) => delivery.endpointSeq)),
    ]);
    const own = await stillClaimed(tx, results);
    if (own.length === 0) return stoppedOf(locked);
    const now = clock();
    const next = own.map((result) => nextStateOf(result, { now, wall: wall(), random: random() }));
    await tx.insert(attempts).values(own.map(rowOf));
    await tx.execute(updateOf(next));
    return stoppedOf(await judgeEndpoints(tx, events, { endpoints: locked, results: own, now }));
  });
}

function stoppedOf(own: readonly Pick<EndpointRow, 'seq' | 'status'>[]): number[] {
  return own.filter(({ status }) => status !== 'enabled').map(({ seq }) => seq);
}

/** A fixed order keeps transactions from deadlocking. */
function lockEndpoints(tx: Queries, seqs: readonly number[]): Promise<EndpointRow[]> {
  return tx
    .select()
    .from(endpoints)
    .where(inArray(endpoints.seq, [...seqs]))
    .orderBy(endpoints.seq)
    .for('no key update');
}

async function stillClaimed(
  tx: Queries,
  results: readonly AttemptResult[],
): Promise<AttemptResult[]> {
  const rows = await tx
    .select({ seq: deliveries.seq, claim: deliveries.claim })
    .from(deliveries)
    .where(
      inArray(
        deliveries.seq,
        results.map(({ delivery }) => delivery.seq),
      ),
    )
    .for('no key update');
  const claims = new Map(rows.map(({ seq, claim }) => [seq, claim]));
  return results.filter(({ delivery }) => claims.get(delivery.seq) === delivery.claim);
}

function rowOf({
  delivery,
  at,
  outcome,
  fault,
  detail,
}: AttemptResult): typeof attempts.$inferInsert {
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

interface NextState {
  readonly seq: number;
  readonly attempts: number;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly dueAt: number | null;
  readonly doneAt: number | null;
  readonly status: number | null;
  readonly fault: string | null;
}

function nextStateOf(
  { delivery, outcome, fault }: AttemptResult,
  { now, wall, random }: { readonly now: number; readonly wall: number; readonly random: number },
): NextState {
  const { seq, roundBegan } = delivery;
  const made = delivery.attempts + 1;
  const result = { seq, attempts: made, status: outcome.status, fault };
  if (fault === null) return { ...result, state: 'delivered', dueAt: null, doneAt: now };
  // A date in Retry-After is by the receiver's clock, which is right or like ours.
  const wait = waitAfter(made - roundBegan, outcome, { random, now: wall });
  return wait === null
    ? { ...result, state: 'failed', dueAt: null, doneAt: now }
    : { ...result, state: 'pending', dueAt: now + wait, doneAt: null };
}

/**
 * A delivery canceled or failed during its attempt stays so, unless it was delivered. A canceled one keeps the time of
 * its next attempt in case it is restored.
 */
function updateOf(next: readonly NextState[]) {
  return sql`
    UPDATE deliveries SET
      state = CASE WHEN deliveries.state = 'pending' OR given.state = 'delivered' THEN given.state ELSE deliveries.state END,
      due_at = CASE WHEN deliveries.state IN ('pending', 'cancelled') THEN given."dueAt" END,
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
