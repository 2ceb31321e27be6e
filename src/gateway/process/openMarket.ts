import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/http/errors.ts';
import { followStored } from '#service/prices/follow.ts';
import { createSimulatedMarket, defaultSeed } from '#service/prices/simulated.ts';
import { readRevision } from '#service/prices/priceStore.ts';
import { readStoredMarket } from '#service/prices/stored.ts';
import { createSwitchableMarket, type SwitchableMarket } from '#service/prices/switchable.ts';
import type { MarketConfig } from '../config/settings.ts';

/** Opens the market of the settings. The default is stored once prices were imported, simulated before. */
export async function openMarket(
  { queries }: Database,
  { market, tickSeconds }: MarketConfig,
  clock: () => number,
): Promise<SwitchableMarket> {
  const kind = market ?? ((await readRevision(queries)) > 0 ? 'stored' : 'simulated');
  return createSwitchableMarket(
    kind === 'stored'
      ? await readStoredMarket(queries, { clock, tickSeconds })
      : createSimulatedMarket({ seed: defaultSeed, clock, tickSeconds }),
  );
}

const followEvery = 5000;

/**
 * Loads prices that another process imported or received into a shared PostgreSQL, within seconds.
 * @returns a function that stops it.
 */
export function followOthers(
  database: Database,
  market: SwitchableMarket,
  config: MarketConfig,
  { clock, log }: { readonly clock: () => number; readonly log: Log },
): () => Promise<void> {
  // Only this process uses an embedded database, and an explicit market setting does not change.
  if (!database.isShared || config.market === 'simulated') return async () => {};
  const { tickSeconds } = config;
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = followStored({ database, market, clock, tickSeconds })
      .catch((error: unknown) => log('The stored prices could not be read', error))
      .finally(() => {
        isRunning = false;
      });
  }, followEvery);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
