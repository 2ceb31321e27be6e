import type { Problem } from '#platform/http/problem.ts';

/** Requests for people go before background sync. */
export type Priority = 'person' | 'background';

/** A request's position in the queue. A person's request may raise its priority. */
export interface Turn {
  priority: Priority;
}

export interface SourceLimits {
  readonly concurrent: number;
  /** Maximum of requests that arrive at the service within any second. */
  readonly perSecond: number;
}

interface Waiting {
  readonly turn: Turn;
  readonly start: () => void;
  readonly fail: (error: Problem) => void;
}

/** The rest of each limit stays free, so that people hardly wait. */
export const backgroundShareOf = (limit: number): number => Math.max(1, Math.floor(limit * 0.75));
/** A second, plus the possible drift between two clocks. */
const windowMs = 1010;

/**
 * Limits simultaneous requests and requests per second. A request arrives at the service at an unknown time between sending and
 * answer. It therefore counts from its sending until one second after its answer, even on slow connections.
 */
export function createLimiter({ concurrent, perSecond }: SourceLimits, elapsed: () => number) {
  const waiting: Waiting[] = [];
  /** Start times of the latest answers, oldest first. */
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
    /** @param work calls `begin` when its answer begins. */
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
    raise(turn: Turn): void {
      turn.priority = 'person';
      startNext();
    },
    /** Sends nothing for this long. */
    hold(ms: number): void {
      heldUntil = Math.max(heldUntil, elapsed() + ms);
      startNext();
    },
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
    /** Remaining pause in milliseconds. */
    get heldMs() {
      return Math.max(0, heldUntil - elapsed());
    },
  };
}
