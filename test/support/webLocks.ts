/** Creates Web Locks, which jsdom lacks, for one name and exclusive locks. */
export function createLocks() {
  let held: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) {
      const before = held;
      const turn = before.then(() => {
        if (signal.aborted) throw signal.reason;
        return work();
      });
      held = turn.catch(() => {});
      return turn;
    },
  };
}
