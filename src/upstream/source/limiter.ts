import type { Problem } from '#platform/http/problem.ts';

/** Who waits for it: what people look at goes before background reading. */
export type Priority = 'person' | 'background';

/** A request's place in the queue, which a person may take over. */
export interface Turn {
  priority: Priority;
}

export interface SourceLimits {
  /** Most requests under way. */
  readonly concurrent: number;
  /** Most requests that arrive at the service within any second. */
  readonly perSecond: number;
}

interface Waiting {
  readonly turn: Turn;
  readonly start: () => void;
  readonly fail: (error: Problem) => void;
}

/** So much of a limit is for background reading. It leaves the rest free, so that a person hardly waits. */
export const backgroundShareOf = (limit: number): number => Math.max(1, Math.floor(limit * 0.75));
/** A second, and what two clocks may differ by meanwhile. */
const windowMs = 1010;

/**
 * Lets so many requests at once and a second through. A request arrives at the service somewhere between its sending and its
 * answer: it counts from the one until a second after the other, so that slow connections cannot add up to more there.
 */
export function createLimiter({ concurrent, perSecond }: SourceLimits, elapsed: () => number) {
  const waiting: Waiting[] = [];
  /** When the latest answers began, oldest first. */
  const begun: number[] = [];
  let running = 0;
  let unanswered = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function hasRoom({ priority }: Turn): boolean {
    const shareOf = priority === 'person' ? (limit: number) => limit : backgroundShareOf;
    return running < shareOf(concurrent) && begun.length + unanswered < shareOf(perSecond);
  }

  function startNext(): void {
    clearTimeout(timer);
    const now = elapsed();
    while ((begun[0] ?? now) <= now - windowMs) begun.shift();
    while (waiting.length > 0) {
      if (heldUntil > now) return wakeIn(heldUntil - now);
      const persons = waiting.findIndex(({ turn }) => turn.priority === 'person');
      const next = waiting[Math.max(0, persons)];
      if (next === undefined) return;
      if (!hasRoom(next.turn)) {
        const [oldest] = begun;
        return oldest === undefined ? undefined : wakeIn(oldest + windowMs - now);
      }
      waiting.splice(waiting.indexOf(next), 1);
      running += 1;
      unanswered += 1;
      next.start();
    }
  }

  function wakeIn(ms: number): void {
    timer = setTimeout(startNext, Math.max(1, Math.ceil(ms)));
  }

  return {
    /** @param work calls `begin` once its answer begins. */
    async run<Result>(turn: Turn, work: (begin: () => void) => Promise<Result>): Promise<Result> {
      await new Promise<void>((start, fail) => {
        waiting.push({ turn, start, fail });
        startNext();
      });
      let isAnswered = false;
      const begin = () => {
        if (isAnswered) return;
        isAnswered = true;
        unanswered -= 1;
        begun.push(elapsed());
      };
      try {
        return await work(begin);
      } finally {
        begin();
        running -= 1;
        startNext();
      }
    },
    /** A person waits for it too. */
    raise(turn: Turn): void {
      turn.priority = 'person';
      startNext();
    },
    /** Nothing is sent for so long. */
    hold(ms: number): void {
      heldUntil = Math.max(heldUntil, elapsed() + ms);
      startNext();
    },
    /** What waits fails. */
    drop(error: Problem): void {
      for (const { fail } of waiting.splice(0)) fail(error);
      clearTimeout(timer);
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting.length;
    },
    /** Milliseconds for which nothing is sent. */
    get heldMs() {
      return Math.max(0, heldUntil - elapsed());
    },
  };
}
