/** One after the other; who is ahead goes before all that wait, but of those one goes after each who was ahead. */
export interface Turns {
  /** Has the turn until the work is done. */
  take<Result>(work: () => Promise<Result>, isAhead: boolean): Promise<Result>;
  /** Passes the turn on as soon as the work has begun: for what need not be alone until it is done. */
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
  /** Who is next has the turn already, so that nobody comes between. */
  const pass = (wasAhead: boolean, wasJoining: boolean) => {
    const own = wasAhead ? ahead : others;
    const [first, second] = wasAhead ? [others, ahead] : [ahead, others];
    // Those who need not be alone go together, up to the next who must.
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
