import type { PriceReceipt } from '#contract/prices.ts';
import { formatTime } from '#contract/time.ts';
import type { Database } from '../database/database.ts';
import type { EventLog } from '../events/log.ts';
import { problem } from '../problem.ts';
import type { TokenPrices } from './book.ts';
import { followStored } from './follow.ts';
import { importFiles, type ImportOptions } from './import.ts';
import { countRevision, lockPrices, readRevision, savePrices } from './store.ts';
import { isStoredMarket, type StoredMarket } from './stored.ts';
import type { SwitchableMarket } from './switchable.ts';

/** Writes prices: to the database, and when they are committed to the market in use. */
export interface MarketWriter {
  /** Imports files and puts the stored market in the place of the one in use; answers what was done, in words. */
  import(
    files: ImportOptions['files'],
    options: Pick<ImportOptions, 'replace' | 'progress'>,
  ): Promise<string[]>;
  /** Writes pushed prices; 409 market-simulated. The same prices again change nothing. */
  push(told: readonly TokenPrices[]): Promise<PriceReceipt>;
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
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: the market in use takes changes in the order in which the database did. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    import: (files, options) =>
      inTurn(async () => {
        const result = await importFiles({ database, market, files, clock, events, ...options });
        if (result.changed || market.kind === 'simulated') market.use(result.market);
        return result.summary;
      }),
    push: (told) =>
      inTurn(async () => {
        const stored = storedMarket(market);
        const { changed, revision } = await database.transaction(async (tx) => {
          await lockPrices(tx);
          const merged = await savePrices(tx, told);
          const changed = merged.added + merged.changed;
          if (changed > 0) await countRevision(tx);
          return { changed, revision: await readRevision(tx) };
        });
        // What another process wrote meanwhile is not in this one yet: then all is read again.
        if (changed > 0 && revision === stored.version + 1) stored.add(told, revision);
        else await followStored({ database, market, clock, tickSeconds });
        return {
          received: told.reduce((count, { times }) => count + times.length, 0),
          changed,
          asOf: formatTime(market.asOf()),
        };
      }),
  };
}

/** The market in use where it takes prices in; 409 market-simulated. */
export function storedMarket({ current }: SwitchableMarket): StoredMarket {
  if (isStoredMarket(current)) return current;
  throw problem(
    'market-simulated',
    'The market is simulated: its prices are made, not told. Import prices first (npm run import -- FOLDER).',
  );
}
