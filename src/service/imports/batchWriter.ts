import type { Connections, Queries } from '#platform/database/database.ts';

/** So long a transaction may take: what waits for the embedded database waits for all of it. */
const transactionMs = 25;
const minSize = 8;
const maxSize = 100;

/** Writes items in transactions of many: the more, the less each costs. */
export interface BatchWriter {
  /** So many items are to be written at a time. */
  readonly size: number;
  /**
   * Writes items in one transaction; where that fails, each in one of its own, so that only those fail that cannot be written.
   * @param work answers what became of each item.
   * @param failed what became of an item that cannot be written; throws what the next ones would meet as well.
   */
  write<Item, Result>(
    items: readonly Item[],
    work: (tx: Queries, items: readonly Item[]) => Promise<Result[]>,
    failed: (item: Item, error: unknown) => Result,
  ): Promise<Result[]>;
}

export function createBatchWriter(database: Connections): BatchWriter {
  let size = minSize;

  /** Learns from the time that a transaction takes how many fit into one. */
  async function timed<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    const result = await work();
    const fitting = (count * transactionMs) / (performance.now() - since);
    // At most twice as many as the last time, which may have had little to do.
    size = Math.round(Math.max(minSize, Math.min(fitting, 2 * count, maxSize)));
    return result;
  }

  return {
    get size() {
      return size;
    },
    async write(items, work, failed) {
      const inOneTransaction = (some: typeof items) =>
        database.transaction((tx) => timed(some.length, () => work(tx, some)));
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
