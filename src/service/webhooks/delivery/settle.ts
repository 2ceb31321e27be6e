import { inArray, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
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
  readonly random: () => number;
}

/**
 * Records attempts with all their effects: the time of the next attempt, the endpoint's health and whether it is
 * disabled. Skips deliveries that another process has claimed meanwhile.
 * @returns the endpoints that must not be sent to for now.
 */
export async function settle(
  tx: Queries,
  { events, clock, wall = clock, random }: SettleOptions,
  results: readonly AttemptResult[],
): Promise<number[]> {
  const locked = await lockEndpoints(tx, [
    ...new Set(results.map(({ delivery }) => delivery.endpointSeq)),
  ]);
  const now = clock();
  const rows = results.map((result) => recordOf(result, { now, wall: wall(), random: random() }));
  const recorded = new Set(await record(tx, rows));
  const own = results.filter(({ delivery }) => recorded.has(delivery.seq));
  return stoppedOf(await judgeEndpoints(tx, events, { endpoints: locked, results: own, now }));
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

interface AttemptRecord extends NextState {
  readonly seq: number;
  readonly claim: string;
  readonly attempts: number;
  readonly endpointSeq: number;
  readonly at: number;
  readonly status: number | null;
  readonly fault: string | null;
  readonly took: number;
  readonly detail: AttemptResult['detail'];
}

interface NextState {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly dueAt: number | null;
  readonly doneAt: number | null;
}

interface Now {
  readonly now: number;
  readonly wall: number;
  readonly random: number;
}

function recordOf(result: AttemptResult, now: Now): AttemptRecord {
  const { delivery, at, outcome, fault, detail } = result;
  const { seq, claim, endpointSeq } = delivery;
  return {
    ...nextStateOf(result, now),
    seq,
    claim,
    attempts: delivery.attempts + 1,
    endpointSeq,
    at,
    status: outcome.status,
    fault,
    took: Math.round(detail.timing.total),
    detail,
  };
}

function nextStateOf(
  { delivery, outcome, fault }: AttemptResult,
  { now, wall, random }: Now,
): NextState {
  if (fault === null) return { state: 'delivered', dueAt: null, doneAt: now };
  // A date in Retry-After is by the receiver's clock, which is right or like ours.
  const made = delivery.attempts + 1 - delivery.roundBegan;
  const wait = waitAfter(made, outcome, { random, now: wall });
  return wait === null
    ? { state: 'failed', dueAt: null, doneAt: now }
    : { state: 'pending', dueAt: now + wait, doneAt: null };
}

/**
 * Updates the deliveries that are still claimed, and inserts their attempts. A delivery canceled or failed during its
 * attempt stays so, unless it was delivered. A canceled one keeps the time of its next attempt in case it is restored.
 * @returns their numbers.
 */
async function record(tx: Queries, rows: readonly AttemptRecord[]): Promise<number[]> {
  const given = tx.$with('given', {}).as(sql`
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (
      seq bigint, claim text, state text, "dueAt" bigint, "doneAt" bigint, attempts integer, "endpointSeq" bigint,
      at bigint, status integer, fault text, took integer, detail json
    )`);
  const updated = tx.$with('updated', {}).as(sql`
    UPDATE deliveries SET
      state = CASE WHEN deliveries.state = 'pending' OR given.state = 'delivered' THEN given.state ELSE deliveries.state END,
      due_at = CASE WHEN deliveries.state IN ('pending', 'cancelled') THEN given."dueAt" END,
      done_at = coalesce(given."doneAt", deliveries.done_at),
      attempts = given.attempts, claim = NULL, claimed_until = NULL, status = given.status, fault = given.fault
    FROM given
    WHERE deliveries.seq = given.seq AND deliveries.claim = given.claim AND ${isOneOf(
      deliveries.seq,
      rows.map(({ seq }) => seq),
    )}
    RETURNING given.*`);
  const inserted = tx.$with('inserted', { seq: attempts.deliverySeq }).as(sql`
    INSERT INTO attempts (delivery_seq, number, endpoint_seq, at, succeeded, status, fault, took, detail)
    SELECT seq, attempts, "endpointSeq", at, fault IS NULL, status, fault, took, detail FROM updated
    RETURNING delivery_seq`);
  const found = await tx
    .with(given, updated, inserted)
    .select({ seq: inserted.seq })
    .from(inserted);
  return found.map(({ seq }) => seq);
}
