/** One after the other. Those with priority go first, but after each of them one of the others gets its turn. */
export interface Turns {
  /** Has the turn until the work is done. */
  take<Result>(work: () => Promise<Result>, isAhead: boolean): Promise<Result>;
  /** Passes the turn on as soon as the work has begun: for work that others may join. */
  join<Result>(begin: () => Promise<{ done: Promise<Result> }>, isAhead: boolean): Promise<Result>;
}

interface Waiter {
  readonly proceed: () => void;
  /** It passes the turn on once it has begun. */
  readonly isJoining: boolean;
}

export function createTurns(): Turns {
  const ahead: Waiter[] = [];
  const others: Waiter[] = [];
  let isTaken = false;
  /** The next one has the turn already, so that nobody gets in between. */
  const pass = (wasAhead: boolean, wasJoining: boolean) => {
    const own = wasAhead ? ahead : others;
    const [first, second] = wasAhead ? [others, ahead] : [ahead, others];
    // Those that may join go together, up to the next that may not.
    const joining = wasJoining && own[0]?.isJoining === true ? own.shift() : undefined;
    const next = joining ?? first.shift() ?? second.shift();
    if (next === undefined) isTaken = false;
    else next.proceed();
  };
  async function turn<Result>(
    work: () => Promise<Result>,
    isAhead: boolean,
    isJoining: boolean,
  ): Promise<Result> {
    if (isTaken) {
      const { promise, resolve } = Promise.withResolvers<void>();
      (isAhead ? ahead : others).push({ proceed: resolve, isJoining });
      await promise;
    }
    isTaken = true;
    try {
      return await work();
    } finally {
      pass(isAhead, isJoining);
    }
  }
  return {
    take: (work, isAhead) => turn(work, isAhead, false),
    async join(begin, isAhead) {
      const { done } = await turn(begin, isAhead, true);
      return done;
    },
  };
}
