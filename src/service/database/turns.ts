/** One after the other; who is ahead goes before all that wait, but of those one goes after each who was ahead. */
export interface Turns {
  take<Result>(work: () => Promise<Result>, isAhead: boolean): Promise<Result>;
}

export function createTurns(): Turns {
  const ahead: (() => void)[] = [];
  const others: (() => void)[] = [];
  let isTaken = false;
  /** Who is next has the turn already, so that nobody comes between. */
  const pass = (wasAhead: boolean) => {
    const [first, second] = wasAhead ? [others, ahead] : [ahead, others];
    const next = first.shift() ?? second.shift();
    if (next === undefined) isTaken = false;
    // Work on the embedded database is done without a look at the network or the clock: they come between two turns.
    else setImmediate(next);
  };
  return {
    async take(work, isAhead) {
      if (isTaken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        (isAhead ? ahead : others).push(resolve);
        await promise;
      }
      isTaken = true;
      try {
        return await work();
      } finally {
        pass(isAhead);
      }
    },
  };
}
