import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { EventType } from '#contract/webhook.ts';
import type { Queries } from '../database/database.ts';
import { told } from '../database/schema.ts';
import type { NewEvent } from './log.ts';

/** Changes of one resource come in bursts; what is made or appended comes once. */
const burstTypes = [
  'user.updated',
  'wallet.updated',
  'thematic.updated',
] as const satisfies EventType[];
type BurstType = (typeof burstTypes)[number];

const isBurst = (event: NewEvent): event is NewEvent & { type: BurstType } =>
  burstTypes.some((type) => type === event.type);

/**
 * Keeps back what tells of a resource that was told of less than `minInterval` ago: its last state, with all that changed
 * since, is told when the interval is over. @returns what is told now.
 */
export async function holdBack(
  tx: Queries,
  at: number,
  happened: readonly NewEvent[],
  minInterval: number,
): Promise<readonly NewEvent[]> {
  const now: NewEvent[] = [];
  for (const event of happened) {
    if (!isBurst(event) || minInterval === 0) {
      now.push(event);
      continue;
    }
    const { type, subject, data } = event;
    // Who changes a resource has locked it: nobody else writes this row meanwhile.
    const [row] = await tx
      .insert(told)
      .values({ type, subject, at })
      .onConflictDoUpdate({ target: [told.type, told.subject], set: { subject } })
      .returning({
        at: told.at,
        held: told.held,
        dueAt: told.dueAt,
        isNew: sql<boolean>`xmax = 0`,
      });
    if (row === undefined) throw new Error('What was told of a resource was not found');
    const isFree = row.held === null && row.at <= at - minInterval;
    await tx
      .update(told)
      .set(
        row.isNew || isFree
          ? { at }
          : { held: merged(row.held, data), dueAt: row.dueAt ?? row.at + minInterval },
      )
      .where(isOf(type, subject));
    if (row.isNew || isFree) now.push(event);
  }
  return now;
}

function isOf(type: string, subject: string) {
  return and(eq(told.type, type), eq(told.subject, subject));
}

/** The later state, with what was before the first of the changes. */
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

/** Takes what may be told by now, the longest held first; it counts as told. */
export async function takeDue(tx: Queries, at: number, limit: number): Promise<NewEvent[]> {
  const due = await tx
    .select()
    .from(told)
    .where(lte(told.dueAt, at))
    .orderBy(told.dueAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  for (const { type, subject } of due) {
    await tx.update(told).set({ at, held: null, dueAt: null }).where(isOf(type, subject));
  }
  return due.flatMap(({ type, subject, held }) => {
    const known = burstTypes.find((one) => one === type);
    return known === undefined ? [] : [{ type: known, subject, data: held ?? {} }];
  });
}

/** Forgets what was told so long ago that it holds nothing back. */
export async function forgetTold(queries: Queries, before: number): Promise<void> {
  await queries.delete(told).where(and(isNull(told.held), lt(told.at, before)));
}
