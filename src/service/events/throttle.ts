import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { eventDescriptions, isEventType } from '#contract/events.ts';
import type { Queries } from '#platform/database/database.ts';
import { eventThrottle } from '#platform/database/schema/webhooks.ts';
import type { NewEvent } from './message.ts';

/**
 * Publishes an event of a resource at most once per interval. An event that comes too early is merged into the one that
 * waits: it is published when the interval is over, with the last state and everything that changed since.
 * @returns the events to publish now.
 */
export async function throttle(
  tx: Queries,
  at: number,
  events: readonly NewEvent[],
  minIntervalMs: number,
): Promise<readonly NewEvent[]> {
  const now: NewEvent[] = [];
  for (const event of events) {
    const { type, subject, data } = event;
    if (eventDescriptions[type].isThrottled !== true || minIntervalMs === 0) {
      now.push(event);
      continue;
    }
    // Whoever changes a resource has locked it: nobody else writes this row meanwhile.
    const [row] = await tx
      .insert(eventThrottle)
      .values({ type, subject, publishedAt: at })
      .onConflictDoUpdate({
        target: [eventThrottle.type, eventThrottle.subject],
        set: { subject },
      })
      .returning({
        publishedAt: eventThrottle.publishedAt,
        pending: eventThrottle.pending,
        dueAt: eventThrottle.dueAt,
        isNew: sql<boolean>`xmax = 0`,
      });
    if (row === undefined) throw new Error('The throttle of a resource was not returned');
    const isFree = row.pending === null && row.publishedAt <= at - minIntervalMs;
    await tx
      .update(eventThrottle)
      .set(
        row.isNew || isFree
          ? { publishedAt: at }
          : {
              pending: merged(row.pending, data),
              dueAt: row.dueAt ?? row.publishedAt + minIntervalMs,
            },
      )
      .where(isOf(type, subject));
    if (row.isNew || isFree) now.push(event);
  }
  return now;
}

function isOf(type: string, subject: string) {
  return and(eq(eventThrottle.type, type), eq(eventThrottle.subject, subject));
}

/** The later state, with `previous` from before the first change. */
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
 * Takes the pending events whose interval is over, those that waited longest first; they count as published. Uses the
 * service's clock, which never goes back: if the system clock is set back nothing waits longer, and if it is set ahead a
 * message comes some seconds early, which harms nobody.
 */
export async function takeDue(tx: Queries, at: number, limit: number): Promise<NewEvent[]> {
  const due = await tx
    .select()
    .from(eventThrottle)
    .where(lte(eventThrottle.dueAt, at))
    .orderBy(eventThrottle.dueAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  for (const { type, subject } of due) {
    await tx
      .update(eventThrottle)
      .set({ publishedAt: at, pending: null, dueAt: null })
      .where(isOf(type, subject));
  }
  return due.flatMap(({ type, subject, pending }) =>
    isEventType(type) ? [{ type, subject, data: pending ?? {} }] : [],
  );
}

/** Deletes rows that are too old to throttle anything. */
export async function pruneThrottle(queries: Queries, before: number): Promise<void> {
  await queries
    .delete(eventThrottle)
    .where(and(isNull(eventThrottle.pending), lt(eventThrottle.publishedAt, before)));
}
