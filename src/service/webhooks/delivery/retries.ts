/**
 * A retry as it was scheduled. Its `dueAt` in the database changes if somebody sends it earlier, and its `attempts` if
 * another process attempted it: then it is not this retry any more.
 */
export interface ScheduledRetry {
  readonly seq: number;
  readonly attempts: number;
  readonly dueAt: number;
}

/**
 * The retries of this process, by the time that passes: `due_at` in the database is by a clock that may be set ahead. After a
 * restart only that is left.
 */
export interface Retries {
  readonly add: (retry: ScheduledRetry, waitMs: number) => void;
  /** How much of the wait is left, in milliseconds; 0 if it is due, or is no retry of this process. */
  readonly left: (retry: ScheduledRetry) => number;
}

const maxRetries = 10_000;
/** The clock and the time that passes are not read at the same instant. */
const toleranceMs = 10;

/** @param elapsed milliseconds that pass. */
export function createRetries(elapsed: () => number): Retries {
  const retries = new Map<number, ScheduledRetry & { readonly endsAt: number }>();

  function prune(): void {
    const at = elapsed();
    for (const [seq, { endsAt }] of retries) if (endsAt <= at) retries.delete(seq);
    // The oldest go first: these have waited longest already.
    for (const seq of retries.keys()) {
      if (retries.size <= maxRetries) return;
      retries.delete(seq);
    }
  }

  return {
    add({ seq, attempts, dueAt }, waitMs) {
      retries.delete(seq);
      retries.set(seq, { seq, attempts, dueAt, endsAt: elapsed() + waitMs });
      if (retries.size > maxRetries) prune();
    },
    left({ seq, attempts, dueAt }) {
      const retry = retries.get(seq);
      if (retry === undefined) return 0;
      const isSame = retry.attempts === attempts && retry.dueAt === dueAt;
      const leftMs = Math.ceil(retry.endsAt - elapsed());
      if (isSame && leftMs > toleranceMs) return leftMs;
      retries.delete(seq);
      return 0;
    },
  };
}
