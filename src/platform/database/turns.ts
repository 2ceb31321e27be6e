/** A queue of work, one at a time. Work with priority goes first, but alternates with the rest. */
export interface Turns {
  take<Result>(work: () => Promise<Result>, isAhead: boolean): Promise<Result>;
  /** Passes the turn on as soon as the work has begun: for work that can be shared. */
  join<Result>(begin: () => Promise<{ done: Promise<Result> }>, isAhead: boolean): Promise<Result>;
}

interface Waiter {
  readonly proceed: () => void;
  readonly isJoining: boolean;
}

export function createTurns(): Turns {
  const ahead: Waiter[] = [];
  const others: Waiter[] = [];
  let isTaken = false;
  /** The next one receives the turn directly, so that nothing gets in between. */
  const pass = (wasAhead: boolean, wasJoining: boolean) => {
    const own = wasAhead ? ahead : others;
    const [first, second] = wasAhead ? [others, ahead] : [ahead, others];
    // Consecutive joinable work runs together.
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
