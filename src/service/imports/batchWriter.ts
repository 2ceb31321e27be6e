import type { Connections, Queries } from '#platform/database/database.ts';

/** Limits the transactions: everything else that needs PGlite waits for one. */
const transactionMs = 25;
const minSize = 8;
const maxSize = 100;

export interface BatchWriter {
  readonly size: number;
  /**
   * Writes items in one transaction; if that fails, each in its own, so that only the invalid ones fail.
   * @param work returns the outcome of each item.
   * @param failed returns the outcome of an item that cannot be written; throws an error that the next ones would meet
   * as well.
   */
  write<Item, Result>(
    items: readonly Item[],
    work: (tx: Queries, items: readonly Item[]) => Promise<Result[]>,
    failed: (item: Item, error: unknown) => Result,
  ): Promise<Result[]>;
}

export function createBatchWriter(database: Connections): BatchWriter {
  let size = minSize;

  /** Adapts the size to the duration of a transaction. */
  async function timed<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    const result = await work();
    const fitting = (count * transactionMs) / (performance.now() - since);
    // At most twice the last size, which may have been quick by chance.
    size = Math.round(Math.max(minSize, Math.min(fitting, 2 * count, maxSize)));
    return result;
  }

  return {
    get size() {
      return size;
    },
    async write(items, work, failed) {
      const inOneTransaction = (some: typeof items) =>
        database.transaction((tx) => timed(some.length, () => work(tx, some)), { isAlone: true });
      const [first] = items;
      if (first === undefined) return [];
      try {
        return await inOneTransaction(items);
      } catch (error) {
        if (items.length === 1) return [failed(first, error)];
      }
      const results: Awaited<ReturnType<typeof work>> = [];
      for (const item of items) {
        try {
          results.push(...(await inOneTransaction([item])));
        } catch (error) {
          results.push(failed(item, error));
        }
      }
      return results;
    },
  };
}
