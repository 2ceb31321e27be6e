import type { PriceReceipt } from '#contract/prices.ts';
import { formatTime } from '#contract/time.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import type { EventLog } from '../events/log.ts';
import { problem } from '#platform/http/problem.ts';
import type { TokenPrices } from '../prices/book.ts';
import { followStored } from '../prices/follow.ts';
import { readFiles, writeFiles, type ImportOptions } from './marketImport.ts';
import { countRevision, lockPrices, readRevision, savePrices } from '../prices/priceStore.ts';
import { isStoredMarket, type StoredMarket } from '../prices/stored.ts';
import type { SwitchableMarket } from '../prices/switchable.ts';

/** Writes prices to the database, and after the commit to the market in use. */
export interface MarketWriter {
  /** Imports files and replaces the market in use with the stored one; returns a summary. */
  import(
    files: ImportOptions['files'],
    options: Pick<ImportOptions, 'replace' | 'progress' | 'onChecked' | 'record' | 'signal'>,
  ): Promise<string[]>;
  /**
   * Writes pushed prices; 409 market-simulated. The same prices again change nothing.
   * @param record records the counts, last in the transaction.
   */
  push(
    prices: readonly TokenPrices[],
    record: (tx: Queries, counts: Omit<PriceReceipt, 'asOf'>) => Promise<void>,
  ): Promise<PriceReceipt>;
}

export interface MarketWriterOptions {
  readonly database: Database;
  readonly market: SwitchableMarket;
  readonly clock: () => number;
  readonly events: EventLog;
}

export function createMarketWriter({
  database,
  market,
  clock,
  events,
}: MarketWriterOptions): MarketWriter {
  const tickSeconds = market.tickSeconds ?? 1;
  // In order: the market in use applies changes in the order of the database.
  const change = createQueue();
  // Reads one import at a time to limit memory; pushes wait only while it writes.
  const reading = createQueue();
  return {
    import: async (files, options) => {
      if (reading.isTaken) options.progress?.('Waiting for another import to end', 0, null);
      return reading.take(async () => {
        options.signal?.throwIfAborted();
        const own: ImportOptions = { database, market, files, clock, events, ...options };
        const read = await readFiles(own);
        return change.take(async () => {
          const result = await writeFiles(read, own);
          if (result.changed || market.kind === 'simulated') market.use(result.market);
          return result.summary;
        });
      });
    },
    push: (prices, record) =>
      change.take(async () => {
        const stored = storedMarket(market);
        const received = prices.reduce((count, { times }) => count + times.length, 0);
        const { changed, revision } = await database.transaction(
          async (tx) => {
            await lockPrices(tx);
            const merged = await savePrices(tx, prices);
            const changed = merged.added + merged.changed;
            if (changed > 0) await countRevision(tx);
            const revision = await readRevision(tx);
            await record(tx, { received, changed });
            return { changed, revision };
          },
          { isAlone: true },
        );
        // If another process wrote meanwhile, all prices are read again.
        if (changed > 0 && revision === stored.version + 1) stored.add(prices, revision);
        else await followStored({ database, market, clock, tickSeconds });
        return { received, changed, asOf: formatTime(market.asOf()) };
      }),
  };
}

interface WorkQueue {
  readonly isTaken: boolean;
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

function createQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    get isTaken() {
      return waiting > 0;
    },
    take(work) {
      waiting += 1;
      const turn = last.then(work).finally(() => {
        waiting -= 1;
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}

export function storedMarket({ current }: SwitchableMarket): StoredMarket {
  if (isStoredMarket(current)) return current;
  throw problem(
    'market-simulated',
    'The simulated market accepts no prices. Import prices first (npm run import -- FOLDER).',
  );
}
