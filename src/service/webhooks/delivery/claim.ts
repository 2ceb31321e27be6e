import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { Connections, Queries } from '../../database/database.ts';
import { isOneOf, wholeOrNull } from '../../database/packed.ts';
import { deliveries, endpoints } from '../../database/schema.ts';

/** A delivery one process is at, and nobody else while its lease lasts. */
export interface Claimed {
  readonly seq: number;
  readonly claim: string;
  readonly endpointSeq: number;
  readonly url: string;
  /** As they are kept, encrypted: the one that signs, and the one before while that signs too. */
  readonly secrets: readonly Uint8Array[];
  /** `webhook-id`. */
  readonly message: string;
  readonly body: string;
  /** Attempts that ended before this one, and those of them before this round of the schedule. */
  readonly attempts: number;
  readonly roundBegan: number;
  /** `webhook-seq`. */
  readonly number: number;
}

/** Longer than any attempt takes. What a process that was killed left behind is taken up after so long. */
export const lease = 40_000;

/** Pending, due, and nobody at it. */
const isFree = (now: number) =>
  sql`state = 'pending' AND due_at <= ${now} AND (claimed_until IS NULL OR claimed_until <= ${now})`;

/** Enabled, or paused and to be probed. */
const isOpen = (now: number) =>
  or(
    eq(endpoints.status, 'enabled'),
    and(eq(endpoints.status, 'paused'), lte(endpoints.probeAt, now)),
  );

/** The earliest instant at which something of an endpoint was due that nobody is at; null where nothing is. */
const earliest = (now: number) => sql<number | null>`(
  SELECT due_at FROM deliveries WHERE endpoint_seq = ${endpoints.seq} AND ${isFree(now)} ORDER BY due_at LIMIT 1
)`;

/** Whether anything is due by now, be somebody at it or not. */
export async function isDue(queries: Queries, now: number): Promise<boolean> {
  const due = await queries
    .select({ seq: deliveries.seq })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.seq, deliveries.endpointSeq))
    .where(and(eq(deliveries.state, 'pending'), lte(deliveries.dueAt, now), isOpen(now)))
    .limit(1);
  return due.length > 0;
}

export interface Claiming {
  /** How many at most. */
  readonly room: number;
  /** How many more of an endpoint. */
  readonly mostOf: (endpointSeq: number) => number;
  /** Endpoints of which there is no room for more: they are not looked at. */
  readonly full: readonly number[];
  readonly now: number;
}

export interface Claims {
  readonly claimed: Claimed[];
  /** Nothing more is due for which there would have been room. */
  readonly isAll: boolean;
}

/**
 * Takes deliveries that are due, fairly: of the endpoints that have waited longest, of a paused one a single probe. One that
 * was never attempted gets its `webhook-seq` here, under its endpoint's lock, so that the numbers have no hole.
 */
export function claimDue(database: Connections, claiming: Claiming): Promise<Claims> {
  const { room, mostOf, full, now } = claiming;
  return database.transaction(async (tx) => {
    const open = await tx
      .select()
      .from(endpoints)
      .where(
        and(
          isOpen(now),
          full.length === 0 ? undefined : not(isOneOf(endpoints.seq, full)),
          isNotNull(earliest(now)),
        ),
      )
      .orderBy(asc(earliest(now)))
      .limit(room)
      // Not `FOR UPDATE`: a change that makes deliveries refers to the endpoint, and need not wait.
      .for('no key update', { skipLocked: true });
    if (open.length === 0) return { claimed: [], isAll: true };
    const picked = await pick(tx, open, claiming);
    const taken = Map.groupBy(picked, ({ endpointSeq }) => endpointSeq);
    const isAll =
      open.length < room &&
      picked.length < room &&
      open.every(
        ({ seq, status }) => status === 'enabled' && (taken.get(seq)?.length ?? 0) < mostOf(seq),
      );
    if (picked.length === 0) return { claimed: [], isAll };
    const claim = randomUUID();
    const last = new Map(open.map(({ seq, lastNumber }) => [seq, lastNumber]));
    const numbered = picked.map((row) => {
      const number = row.number ?? (last.get(row.endpointSeq) ?? 0) + 1;
      if (row.number === null) last.set(row.endpointSeq, number);
      return { ...row, number };
    });
    await tx.execute(sql`
      UPDATE deliveries SET claim = ${claim}, claimed_until = ${now + lease}::bigint, number = given.number
      FROM ${rowsOf(numbered.map(({ seq, number }) => [seq, number]))} AS given (seq, number)
      WHERE deliveries.seq = given.seq AND ${isOneOf(deliveries.seq, seqsOf(numbered))}`);
    const grown = open.filter(({ seq, lastNumber }) => last.get(seq) !== lastNumber);
    if (grown.length > 0) {
      await tx.execute(sql`
        UPDATE endpoints SET last_number = given.number
        FROM ${rowsOf(grown.map(({ seq }) => [seq, last.get(seq) ?? 0]))} AS given (seq, number)
        WHERE endpoints.seq = given.seq`);
    }
    const byEndpoint = new Map(open.map((endpoint) => [endpoint.seq, endpoint]));
    const claimed = numbered.flatMap((row) => {
      const endpoint = byEndpoint.get(row.endpointSeq);
      if (endpoint === undefined) return [];
      const { url, secret, previousSecret, previousUntil } = endpoint;
      const signsToo = previousSecret !== null && previousUntil !== null && previousUntil > now;
      return [{ ...row, claim, url, secrets: signsToo ? [secret, previousSecret] : [secret] }];
    });
    return { claimed, isAll };
  });
}

/** Nobody is at it, or whoever was is gone. */
export const isUnclaimed = (now: number) =>
  or(isNull(deliveries.claimedUntil), lte(deliveries.claimedUntil, now));

/** Nobody is at it. */
export const unclaimed = { claim: null, claimedUntil: null } as const;

/** Gives up claims of deliveries that were not begun. */
export async function release(queries: Queries, claimed: readonly Claimed[]): Promise<void> {
  for (const [claim, own] of Map.groupBy(claimed, (one) => one.claim)) {
    await queries
      .update(deliveries)
      .set(unclaimed)
      .where(and(eq(deliveries.claim, claim), isOneOf(deliveries.seq, seqsOf(own))));
  }
}

/**
 * Gives up every claim: for a process that has its database to itself, and so knows that nobody is at them any more.
 */
export async function releaseAll(queries: Queries): Promise<void> {
  await queries.update(deliveries).set(unclaimed).where(isNotNull(deliveries.claim));
}

interface Picked extends Omit<Claimed, 'claim' | 'url' | 'secrets' | 'number'> {
  readonly number: number | null;
}

/** The deliveries of locked endpoints that are due, each endpoint's in the order in which they are. */
function pick(
  tx: Queries,
  open: readonly { readonly seq: number; readonly status: string }[],
  { room, mostOf, now }: Claiming,
): Promise<Picked[]> {
  const most = open.map(({ seq, status }) =>
    status === 'paused' ? [seq, 1, 1] : [seq, mostOf(seq), 0],
  );
  return tx
    .select({
      seq: sql`picked.seq`.mapWith(Number),
      endpointSeq: sql`picked.endpoint_seq`.mapWith(Number),
      message: sql<string>`event.id`,
      body: sql<string>`event.body`,
      attempts: sql<number>`picked.attempts`,
      roundBegan: sql<number>`picked.round_began`,
      number: sql<number | null>`picked.number`.mapWith(wholeOrNull),
    })
    .from(
      // Of a paused endpoint no second probe while one is under way.
      sql`${rowsOf(most)} AS open (seq, most, paused) CROSS JOIN LATERAL (
        SELECT *, row_number() OVER (ORDER BY due_at, seq) AS place FROM deliveries
        WHERE endpoint_seq = open.seq AND ${isFree(now)}
        ORDER BY due_at, seq
        LIMIT CASE WHEN open.paused = 1 AND EXISTS (
          SELECT 1 FROM deliveries under
          WHERE under.endpoint_seq = open.seq AND under.state = 'pending' AND under.claimed_until > ${now}
        ) THEN 0 ELSE open.most END
      ) picked JOIN events event ON event.seq = picked.event_seq`,
    )
    .orderBy(
      // Of each endpoint the first before the second of any.
      sql`picked.place, picked.due_at, picked.seq`,
    )
    .limit(room);
}

const seqsOf = (rows: readonly { readonly seq: number }[]) => rows.map(({ seq }) => seq);

/** Rows of whole numbers, as a table. */
function rowsOf(rows: readonly (readonly number[])[]): SQL {
  const columns = rows[0]?.map((_, place) => `{${rows.map((row) => row[place]).join(',')}}`) ?? [];
  return sql`unnest(${sql.join(
    columns.map((column) => sql`${column}::bigint[]`),
    sql`, `,
  )})`;
}
