import type { DirectoryPeriod } from '#contract/directory.ts';
import { inOneGo } from '#directory/slices.ts';
import type { SyncedUser } from './syncStore.ts';

/** Reads the wallets of a user (period null), or their history over a period. */
export interface SyncJob {
  readonly customId: string;
  readonly period: DirectoryPeriod | null;
}

/** Sync order: changed users first, then users on screen, then the stalest. Wallets come before histories. */
export interface SyncQueue {
  /** Puts the users on screen before the others. */
  want(customIds: readonly string[], period: DirectoryPeriod): void;
  markChanged(customId: string): void;
  /** Makes everything due again. */
  renew(): void;
  /** Takes the next job; null: none is planned. */
  next(): SyncJob | null;
  /** Plans the next jobs of all users; returns their number, or 0 while a plan is being made. */
  plan(): Generator<void, number>;
  /** Finishes a job. `failed` puts it back at the end of the queue, `postponed` at its beginning. */
  end(job: SyncJob, how: 'done' | 'failed' | 'postponed'): void;
  /** Number of jobs whose latest attempt failed. */
  readonly failing: number;
}

/** Refresh interval for visible rows. */
const wantedAge = 60_000;
/** Retry interval of failed jobs. */
const retryAge = 30_000;
/** A period that was not on screen for this long is no longer read, except for the day. */
const periodAge = 15 * 60_000;
const maxPlanned = 1000;

const keyOf = ({ customId, period }: SyncJob) => `${period} ${customId}`;

/** @param interval refresh interval of unchanged users, in milliseconds. */
export function createSyncQueue(
  users: ReadonlyMap<string, SyncedUser>,
  clock: () => number,
  interval: number,
): SyncQueue {
  const changed = new Map<string, SyncJob>();
  /** When each period was last on screen. */
  const periods = new Map<DirectoryPeriod, number>([['day', Number.POSITIVE_INFINITY]]);
  const failures = new Map<string, number>();
  const under = new Set<string>();
  let wanted: { readonly customIds: readonly string[]; readonly period: DirectoryPeriod } | null =
    null;
  /** In reverse order. */
  let planned: SyncJob[] = [];
  let isPlanning = false;
  let renewedAt = 0;

  /** Returns the time of the latest attempt if the job is due, else null. */
  function dueSince(job: SyncJob, age: number): number | null {
    const user = users.get(job.customId);
    // The list includes the wallets.
    if (user === undefined || (job.period === null && user.listed.wallets !== null)) return null;
    const readAt = (job.period === null ? user.walletsAt : user.moves[job.period]?.readAt) ?? 0;
    const failedAt = failures.size === 0 ? undefined : failures.get(keyOf(job));
    const at = Math.max(readAt, failedAt ?? 0);
    const before = clock() - (failedAt === undefined ? age : Math.min(age, retryAge));
    return (at <= before || at < renewedAt) && !under.has(keyOf(job)) ? at : null;
  }

  /** Returns the jobs of these users that are older than an age, the oldest first. */
  function* dueOf(
    customIds: Iterable<string>,
    wants: readonly (DirectoryPeriod | null)[],
    age: number,
  ): Generator<void, SyncJob[]> {
    const due: { readonly job: SyncJob; readonly at: number }[] = [];
    const all = [...customIds];
    for (const period of wants) {
      for (const customId of all) {
        const job = { customId, period };
        const at = dueSince(job, age);
        if (at !== null) due.push({ job, at });
        yield;
      }
    }
    const times = Float64Array.from(due, ({ at }) => at).toSorted();
    const latest = times[maxPlanned - 1] ?? Number.POSITIVE_INFINITY;
    return due
      .filter(({ at }) => at <= latest)
      .toSorted((a, b) => a.at - b.at)
      .slice(0, maxPlanned)
      .map(({ job }) => job);
  }

  function ofPlan(): SyncJob | null {
    for (let job = planned.pop(); job !== undefined; job = planned.pop()) {
      // A user on screen may have been read since.
      if (dueSince(job, interval) !== null) return job;
    }
    return null;
  }

  function find(): SyncJob | null {
    for (const [key, job] of changed) {
      // A job in progress may have begun before the change.
      if (under.has(key)) continue;
      changed.delete(key);
      if (users.has(job.customId)) return job;
    }
    if (wanted !== null) {
      const [due] = inOneGo(dueOf(wanted.customIds, [null, wanted.period], wantedAge));
      if (due !== undefined) return due;
      wanted = null;
    }
    return ofPlan();
  }

  return {
    want(customIds, period) {
      wanted = { customIds, period };
      if (period !== 'day') periods.set(period, clock());
    },
    markChanged(customId) {
      for (const period of [null, wanted?.period ?? 'day'] as const) {
        const job = { customId, period };
        changed.set(keyOf(job), job);
      }
    },
    renew() {
      renewedAt = clock();
      planned = [];
    },
    next() {
      const job = find();
      if (job !== null) under.add(keyOf(job));
      return job;
    },
    *plan() {
      if (isPlanning) return 0;
      isPlanning = true;
      const active = [...periods].flatMap(([period, at]) =>
        clock() - at < periodAge ? period : [],
      );
      const due = yield* dueOf(users.keys(), [null, ...active], interval);
      planned = due.toReversed();
      isPlanning = false;
      return planned.length;
    },
    end(job, how) {
      const key = keyOf(job);
      under.delete(key);
      if (how === 'failed') failures.set(key, clock());
      else if (how === 'done') failures.delete(key);
      else planned.push(job);
    },
    get failing() {
      return failures.size;
    },
  };
}
