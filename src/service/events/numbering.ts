import { eq, sql, type SQL, type WithSubquery } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Queries } from '#platform/database/database.ts';
import { newId } from '#platform/database/ids.ts';
import { counterNames, counters } from '#platform/database/schema/store.ts';
import { waitingEvents } from '#platform/database/schema/webhooks.ts';
import { deliveriesOf } from './fanOut.ts';
import { messageOf, type NewEvent } from './message.ts';

/** Events per statement. */
const batchSize = 500;

const rowsOf = (events: readonly NewEvent[], at: number) =>
  events.map((event, index) => ({
    index,
    id: newId('msg'),
    type: event.type,
    subject: event.subject,
    ...messageOf(event, at),
    test: event.test ?? false,
    created_at: at,
  }));

/** Writes events without a number, for the relay. @returns their ids. */
export async function insertWaiting(
  tx: Queries,
  at: number,
  events: readonly NewEvent[],
): Promise<string[]> {
  const rows = rowsOf(events, at);
  await tx.execute(sql`
    INSERT INTO waiting_events (id, type, subject, before, after, test, created_at)
    SELECT id, type, subject, before, after, test, created_at FROM ${recordsOf(rows)} ORDER BY index`);
  return rows.map(({ id }) => id);
}

/** Tells `changeState` of a change without an event, without a lock. */
export async function insertWaitingChange(tx: Queries): Promise<void> {
  await tx.insert(waitingEvents).values({});
}

/** Writes events with their numbers and deliveries. Holds the lock of the numbers until the commit. */
export async function insertNumbered(
  tx: Queries,
  at: number,
  events: readonly NewEvent[],
): Promise<{ readonly id: string; readonly seq: number }[]> {
  if (events.length === 0) return [];
  await lockNumbers(tx);
  const rows = rowsOf(events, at);
  const given = tx.$with('given', {}).as(sql`SELECT * FROM ${recordsOf(rows)}`);
  const [{ last } = { last: 0 }] = await numbering(tx, at, [given]);
  return rows.map(({ id, index }) => ({ id, seq: last - rows.length + 1 + index }));
}

/**
 * Numbers the events of all changes committed before, and creates their deliveries. Until this transaction ends, no
 * other one numbers events. Of two events, the one that committed first is numbered first, or in the same statement,
 * where the order of insertion decides.
 * @param max maximum of batches.
 * @returns whether all were numbered.
 */
export async function numberWaiting(tx: Queries, at: number, max = Infinity): Promise<boolean> {
  // A separate statement: the next one sees everything committed before.
  await lockNumbers(tx);
  for (let done = 0; done < max; done += 1) {
    const [row] = await numberingOfWaiting(tx, at);
    if ((row?.count ?? 0) < batchSize) return true;
  }
  return false;
}

/**
 * Numbers a batch of waiting events in a transaction of its own, and in one round trip: PostgreSQL runs the statements of one
 * text as one transaction, and only texts without parameters have several.
 * @returns whether all were numbered.
 */
export async function numberOneBatch(queries: Queries, at: number): Promise<boolean> {
  const statements = sql`${numbersLock(queries).getSQL()}; ${numberingOfWaiting(queries, at).getSQL()}`;
  const results: unknown = await queries.execute(statements.inlineParams());
  const [, { rows }] = z.parse(resultsOfPass, results);
  return (rows[0]?.count ?? 0) < batchSize;
}

const resultsOfPass = z.tuple([
  z.unknown(),
  z.looseObject({ rows: z.array(z.looseObject({ count: z.coerce.number() })) }),
]);

export async function hasWaiting(queries: Queries): Promise<boolean> {
  const rows = await queries.select({ place: waitingEvents.place }).from(waitingEvents).limit(1);
  return rows.length > 0;
}

/** Until this transaction ends, no other one numbers events. Take it before locks of endpoints, never after. */
export async function lockNumbers(tx: Queries): Promise<void> {
  await numbersLock(tx);
}

const numbersLock = (tx: Queries) =>
  tx.select().from(counters).where(eq(counters.name, counterNames.event)).for('update');

function numberingOfWaiting(tx: Queries, at: number) {
  const taken = tx.$with('taken', {}).as(sql`
    DELETE FROM waiting_events
    WHERE place = ANY (ARRAY(SELECT place FROM waiting_events ORDER BY place LIMIT ${batchSize}))
    RETURNING *`);
  const given = tx.$with('given', {}).as(sql`
    SELECT row_number() OVER (ORDER BY place) - 1 AS index, * FROM taken WHERE type IS NOT NULL`);
  return numbering(tx, at, [taken, given], sql`(SELECT count(*) FROM taken)`);
}

/** The statement that numbers the rows of the common table expression `given` by their `index`. Its row is missing if there are none. */
function numbering(
  tx: Queries,
  at: number,
  given: readonly WithSubquery[],
  count = sql`(SELECT count(*) FROM given)`,
) {
  const size = sql`(SELECT count(*) FROM given)`;
  // A change without an event writes the row too: `changeState` reads its version.
  const counted = tx.$with('counted', { value: counters.value }).as(sql`
    UPDATE counters SET value = value + ${size} WHERE name = ${counterNames.event} AND ${count} > 0 RETURNING value`);
  const seq = sql`value - ${size} + 1 + index`;
  const inserted = tx.$with('inserted', {}).as(sql`
    INSERT INTO events (seq, id, type, subject, body, test, created_at)
    SELECT ${seq}, id, type, subject, before || (${seq}) || after, test, created_at FROM counted, given
    RETURNING seq, type, test, created_at`);
  const fannedOut = tx.$with('fanned_out', {}).as(deliveriesOf(sql`inserted`, at));
  return tx
    .with(...given, counted, inserted, fannedOut)
    .select({ last: counted.value, count: count.mapWith(Number) })
    .from(counted);
}

function recordsOf(rows: readonly object[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) AS event (
    index bigint, id text, type text, subject text, before text, after text, test boolean, created_at bigint
  )`;
}
