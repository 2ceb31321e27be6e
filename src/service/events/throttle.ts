import { and, isNull, lt, lte, sql } from 'drizzle-orm';
import { eventDescriptions, isEventType } from '#contract/events.ts';
import type { Queries } from '#platform/database/database.ts';
import { packed, unpacked } from '#platform/database/packed.ts';
import { isOneOfTexts } from '#platform/database/text.ts';
import { eventThrottle } from '#platform/database/schema/webhooks.ts';
import type { NewEvent } from './message.ts';

const isThrottled = ({ type }: NewEvent) => eventDescriptions[type].isThrottled === true;

type ThrottleState = typeof eventThrottle.$inferSelect;

/**
 * Publishes an event of a resource at most once per interval. An earlier event is merged into the pending one, which
 * is published at the end of the interval with the latest state and all changes since the previous event.
 * @returns the events to publish now.
 */
export async function throttle(
  tx: Queries,
  at: number,
  events: readonly NewEvent[],
  minIntervalMs: number,
): Promise<readonly NewEvent[]> {
  const throttled = minIntervalMs === 0 ? [] : events.filter(isThrottled);
  if (throttled.length === 0) return events;
  // The transaction holds the resource's lock, so that only it writes this row.
  const states = await lockStates(tx, throttled);
  const now = events.filter((event) => {
    if (!isThrottled(event)) return true;
    const state = states.get(keyOf(event));
    const isFree =
      state === undefined || (state.pending === null && state.publishedAt <= at - minIntervalMs);
    const next = isFree
      ? publishedNow(event, at)
      : {
          ...state,
          pending: merged(state.pending, event.data),
          dueAt: state.dueAt ?? state.publishedAt + minIntervalMs,
        };
    states.set(keyOf(event), next);
    return isFree;
  });
  await writeStates(tx, [...states.values()]);
  return now;
}

const keyOf = ({ type, subject }: Pick<ThrottleState, 'type' | 'subject'>) => `${type} ${subject}`;

async function lockStates(
  tx: Queries,
  events: readonly NewEvent[],
): Promise<Map<string, ThrottleState>> {
  const types = [...new Set(events.map(({ type }) => type))];
  const subjects = [...new Set(events.map(({ subject }) => subject))];
  const locked = tx
    .select()
    .from(eventThrottle)
    .where(
      and(isOneOfTexts(eventThrottle.type, types), isOneOfTexts(eventThrottle.subject, subjects)),
    )
    .orderBy(eventThrottle.type, eventThrottle.subject)
    .for('update')
    .as('locked');
  const { type, subject, publishedAt, pending, dueAt } = locked;
  const fields = { type, subject, publishedAt, pending, dueAt };
  const [columns] = await tx.select(packed(fields, type)).from(locked);
  return new Map(unpacked<ThrottleState>(columns).map((row) => [keyOf(row), row]));
}

const publishedNow = (
  { type, subject }: Pick<ThrottleState, 'type' | 'subject'>,
  at: number,
): ThrottleState => ({
  type,
  subject,
  publishedAt: at,
  pending: null,
  dueAt: null,
});

async function writeStates(tx: Queries, states: readonly ThrottleState[]): Promise<void> {
  const rows = states.map(({ type, subject, publishedAt, pending, dueAt }) => ({
    type,
    subject,
    published_at: publishedAt,
    pending,
    due_at: dueAt,
  }));
  await tx.execute(sql`
    INSERT INTO event_throttle (type, subject, published_at, pending, due_at)
    SELECT type, subject, published_at, pending, due_at
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (type text, subject text, published_at bigint, pending json, due_at bigint)
    ON CONFLICT (type, subject) DO UPDATE
      SET published_at = excluded.published_at, pending = excluded.pending, due_at = excluded.due_at`);
}

function merged(
  earlier: Record<string, unknown> | null,
  later: Record<string, unknown>,
): Record<string, unknown> {
  if (earlier === null) return later;
  return {
    ...later,
    previous: { ...asObject(later['previous']), ...asObject(earlier['previous']) },
  };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/**
 * Removes the pending events whose interval is over, the oldest first; they count as published. Uses the service's
 * clock, which never goes back: setting the system clock back delays nothing, and setting it ahead sends a message
 * some seconds early, which is harmless.
 */
export async function takeDue(tx: Queries, at: number, limit: number): Promise<NewEvent[]> {
  const due = await tx
    .select()
    .from(eventThrottle)
    .where(lte(eventThrottle.dueAt, at))
    .orderBy(eventThrottle.dueAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  await writeStates(
    tx,
    due.map((state) => publishedNow(state, at)),
  );
  return due
    .filter(({ type }) => isEventType(type))
    .map(({ type, subject, pending }) => {
      // `throttle` wrote it for an event of this type.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { type, subject, data: pending } as NewEvent;
    });
}

export async function pruneThrottle(queries: Queries, before: number): Promise<void> {
  await queries
    .delete(eventThrottle)
    .where(and(isNull(eventThrottle.pending), lt(eventThrottle.publishedAt, before)));
}
