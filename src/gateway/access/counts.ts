import { lt, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { windowCounts } from '#platform/database/schema/access.ts';

/** Count in the current window, and the window's end, in epoch milliseconds. */
interface WindowCount {
  readonly count: number;
  readonly endsAt: number;
}

/** Counts by name. A window begins with its first count. */
export interface Counts {
  add(name: string, windowMs: number, by?: number): Promise<WindowCount>;
}

const sweepEvery = 1000;

/** Returns the seconds until then for `Retry-After`, rounded up. */
export function secondsUntil(endsAt: number, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1000));
}

/** Counts in memory if only this process uses the database, otherwise in the database, so that all processes share a count. */
export function createCounts(database: Database, clock: () => number): Counts {
  return database.isShared ? sharedCounts(database, clock) : ownCounts(clock);
}

function ownCounts(clock: () => number): Counts {
  const windows = new Map<string, WindowCount>();
  let added = 0;
  return {
    async add(name, windowMs, by = 1) {
      const now = clock();
      added += 1;
      if (added % sweepEvery === 0) {
        for (const [old, { endsAt }] of windows) if (endsAt <= now) windows.delete(old);
      }
      const known = windows.get(name);
      const current =
        known === undefined || known.endsAt <= now
          ? { count: by, endsAt: now + windowMs }
          : { ...known, count: known.count + by };
      // Withdrawing the only count removes its window.
      if (current.count > 0) windows.set(name, current);
      else windows.delete(name);
      return current;
    },
  };
}

function sharedCounts({ queries }: Database, clock: () => number): Counts {
  let added = 0;
  return {
    async add(name, windowMs, by = 1) {
      const now = clock();
      added += 1;
      if (added % sweepEvery === 0)
        await queries.delete(windowCounts).where(lt(windowCounts.endsAt, now));
      const isOver = sql`${windowCounts.endsAt} <= ${now}`;
      const [current] = await queries
        .insert(windowCounts)
        .values({ name, count: by, endsAt: now + windowMs })
        .onConflictDoUpdate({
          target: windowCounts.name,
          set: {
            count: sql`CASE WHEN ${isOver} THEN ${by} ELSE ${windowCounts.count} + ${by} END`,
            endsAt: sql`CASE WHEN ${isOver} THEN ${now + windowMs} ELSE ${windowCounts.endsAt} END`,
          },
        })
        .returning({ count: windowCounts.count, endsAt: windowCounts.endsAt });
      if (current === undefined) throw new Error(`Nothing was counted for ${name}`);
      return current;
    },
  };
}
