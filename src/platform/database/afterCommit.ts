import type { Queries } from './database.ts';

const waiting = new WeakMap<Queries, (() => void)[]>();

/** Runs something once the transaction is committed. It never runs after a rollback or outside a transaction. */
export function afterCommit(tx: Queries, run: () => void): void {
  waiting.get(tx)?.push(run);
}

export async function committing<Result>(
  tx: Queries,
  work: (tx: Queries) => Promise<Result>,
): Promise<{ readonly result: Result; readonly committed: () => void }> {
  const runs: (() => void)[] = [];
  waiting.set(tx, runs);
  const result = await work(tx);
  return { result, committed: () => runs.forEach((run) => run()) };
}
