import type { Queries } from './database.ts';

const waiting = new WeakMap<Queries, (() => void)[]>();

/** Runs something once the transaction is committed, and not at all where it is rolled back. Outside of one: never. */
export function afterCommit(tx: Queries, run: () => void): void {
  waiting.get(tx)?.push(run);
}

/** Runs the work of a transaction, then what waits for its commit. */
export async function committing<Result>(
  tx: Queries,
  work: (tx: Queries) => Promise<Result>,
): Promise<{ readonly result: Result; readonly committed: () => void }> {
  const runs: (() => void)[] = [];
  waiting.set(tx, runs);
  const result = await work(tx);
  return { result, committed: () => runs.forEach((run) => run()) };
}
