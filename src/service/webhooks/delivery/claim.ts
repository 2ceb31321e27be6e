import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { isOneOf } from '#platform/database/packed.ts';
import { deliveries, endpoints, type EndpointRow } from '#platform/database/schema/webhooks.ts';
import { areDeliveriesPaused } from './pause.ts';
import { leaseMs } from './timeouts.ts';

/** A delivery claimed by one process: no other process attempts it during the lease. */
export interface Claimed {
  readonly seq: number;
  readonly claim: string;
  /** End of the lease, in epoch milliseconds. */
  readonly claimedUntil: number;
  readonly endpointSeq: number;
  readonly url: string;
  /** Encrypted: the current secret, and the previous one while both sign. */
  readonly secrets: readonly Uint8Array[];
  readonly message: string;
  readonly body: string;
  /** Attempts before this one, and how many of them were before the latest redelivery. */
  readonly attempts: number;
  readonly roundBegan: number;
  readonly number: number;
}

/** Pending, due, and not claimed. */
const isFree = (now: number) =>
  sql`state = 'pending' AND due_at <= ${now} AND (claimed_until IS NULL OR claimed_until <= ${now})`;

const isOpen = (now: number) =>
  or(
    eq(endpoints.status, 'enabled'),
    and(eq(endpoints.status, 'paused'), lte(endpoints.probeAt, now)),
  );

/** When the first free delivery of an endpoint was due; null if there is none. */
const earliest = (now: number) => sql<number | null>`(
  SELECT due_at FROM deliveries WHERE endpoint_seq = ${endpoints.seq} AND ${isFree(now)} ORDER BY due_at LIMIT 1
)`;

export async function isDue(queries: Queries, now: number): Promise<boolean> {
  const due = await queries
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.seq, deliveries.endpointSeq))
    .where(
      and(
        eq(deliveries.state, 'pending'),
        lte(deliveries.dueAt, now),
        isOpen(now),
        not(areDeliveriesPaused),
      ),
    )
    .limit(1);
  return due.length > 0;
}

export interface Claiming {
  /** Maximum in total, and per endpoint. */
  readonly room: number;
  readonly roomFor: (endpointSeq: number) => number;
  /** Endpoints at their limit, which are skipped. */
  readonly full: readonly number[];
  readonly now: number;
}

export interface Claims {
  readonly claimed: Claimed[];
  /** No more deliveries are due within the limits. */
  readonly isAll: boolean;
}

/**
 * Claims due deliveries fairly: from the endpoints that have waited longest, and a single probe for a paused one. The
 * first claim of a delivery assigns its `webhook-seq` under the endpoint's lock, so that the numbers have no gap.
 */
export async function claimDue(tx: Queries, claiming: Claiming): Promise<Claims> {
  const { room, roomFor, full, now } = claiming;
  const open = await tx
    .select()
    .from(endpoints)
    .where(
      and(
        isOpen(now),
        full.length === 0 ? undefined : not(isOneOf(endpoints.seq, full)),
        isNotNull(earliest(now)),
        not(areDeliveriesPaused),
      ),
    )
    .orderBy(asc(earliest(now)))
    .limit(room)
    // Not `FOR UPDATE`: changes that create deliveries only reference the endpoint, and need not wait.
    .for('no key update', { skipLocked: true });
  if (open.length === 0) return { claimed: [], isAll: true };
  const lease = { claim: randomUUID(), claimedUntil: now + leaseMs };
  const numbered = await claimFree(tx, open, claiming, lease);
  const byEndpoint = Map.groupBy(numbered, ({ endpointSeq }) => endpointSeq);
  const isAll =
    open.length < room &&
    numbered.length < room &&
    open.every(
      ({ seq, status }) =>
        status === 'enabled' && (byEndpoint.get(seq)?.length ?? 0) < roomFor(seq),
    );
  const endpointOf = new Map(open.map((endpoint) => [endpoint.seq, endpoint]));
  const claimed = numbered.flatMap((row) => {
    const endpoint = endpointOf.get(row.endpointSeq);
    if (endpoint === undefined) return [];
    const { url, secret, previousSecret, previousUntil } = endpoint;
    const signsToo = previousSecret !== null && previousUntil !== null && previousUntil > now;
    const secrets = signsToo ? [secret, previousSecret] : [secret];
    return [{ ...row, ...lease, url, secrets }];
  });
  return { claimed, isAll };
}

/** Not claimed, or the lease has ended. */
export const isUnclaimed = (now: number) =>
  or(isNull(deliveries.claimedUntil), lte(deliveries.claimedUntil, now));

export const unclaimed = { claim: null, claimedUntil: null } as const;

export async function release(queries: Queries, claimed: readonly Claimed[]): Promise<void> {
  for (const [claim, own] of Map.groupBy(claimed, (one) => one.claim)) {
    await queries
      .update(deliveries)
      .set(unclaimed)
      .where(and(eq(deliveries.claim, claim), isOneOf(deliveries.seq, seqsOf(own))));
  }
}

/** Releases every claim; only for a process with an exclusive database, where no other process can hold one. */
export async function releaseAll(queries: Queries): Promise<void> {
  await queries.update(deliveries).set(unclaimed).where(isNotNull(deliveries.claim));
}

/**
 * Claims and numbers the free deliveries of locked endpoints, in turn: the first of each endpoint before the second of
 * any.
 */
function claimFree(
  tx: Queries,
  open: readonly Pick<EndpointRow, 'seq' | 'status' | 'lastNumber'>[],
  { room, roomFor, now }: Claiming,
  { claim, claimedUntil }: Pick<Claimed, 'claim' | 'claimedUntil'>,
) {
  const limits = open.map(({ seq, status, lastNumber }) =>
    status === 'paused' ? [seq, lastNumber, 1, 1] : [seq, lastNumber, roomFor(seq), 0],
  );
  // A paused endpoint gets no second probe during one.
  const picked = tx.$with('picked', {}).as(sql`
    SELECT free.*, open.last_number FROM ${rowsOf(limits)} AS open (seq, last_number, max_count, is_paused)
    CROSS JOIN LATERAL (
      SELECT *, row_number() OVER (ORDER BY due_at, seq) AS rank FROM deliveries
      WHERE endpoint_seq = open.seq AND ${isFree(now)}
      ORDER BY due_at, seq
      LIMIT CASE WHEN open.is_paused = 1 AND EXISTS (
        SELECT 1 FROM deliveries under
        WHERE under.endpoint_seq = open.seq AND under.state = 'pending' AND under.claimed_until > ${now}
      ) THEN 0 ELSE open.max_count END
    ) free
    ORDER BY free.rank, free.due_at, free.seq
    LIMIT ${room}`);
  const numbered = tx.$with('numbered', {}).as(sql`
    SELECT *, coalesce(number, last_number + row_number() OVER (
      PARTITION BY endpoint_seq, number IS NULL ORDER BY rank
    )) AS given FROM picked`);
  // The array makes the index usable before the table has statistics.
  const claimed = tx.$with('claimed', {}).as(sql`
    UPDATE deliveries SET claim = ${claim}, claimed_until = ${claimedUntil}::bigint, number = numbered.given
    FROM numbered
    WHERE deliveries.seq = numbered.seq AND deliveries.seq = ANY (ARRAY(SELECT seq FROM numbered))`);
  const grown = tx.$with('grown', {}).as(sql`
    UPDATE endpoints SET last_number = last.number
    FROM (SELECT endpoint_seq, max(given) AS number FROM numbered WHERE number IS NULL GROUP BY endpoint_seq) last
    WHERE endpoints.seq = last.endpoint_seq`);
  return tx
    .with(picked, numbered, claimed, grown)
    .select({
      seq: sql`numbered.seq`.mapWith(Number),
      endpointSeq: sql`numbered.endpoint_seq`.mapWith(Number),
      message: sql<string>`event.id`,
      body: sql<string>`event.body`,
      attempts: sql<number>`numbered.attempts`,
      roundBegan: sql<number>`numbered.round_began`,
      number: sql`numbered.given`.mapWith(Number),
    })
    .from(sql`numbered JOIN events event ON event.seq = numbered.event_seq`)
    .orderBy(sql`numbered.rank, numbered.due_at, numbered.seq`);
}

const seqsOf = (rows: readonly { readonly seq: number }[]) => rows.map(({ seq }) => seq);

function rowsOf(rows: readonly (readonly number[])[]): SQL {
  const columns = rows[0]?.map((_, index) => `{${rows.map((row) => row[index]).join(',')}}`) ?? [];
  return sql`unnest(${sql.join(
    columns.map((column) => sql`${column}::bigint[]`),
    sql`, `,
  )})`;
}
