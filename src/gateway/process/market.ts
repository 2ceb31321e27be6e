import type { Database } from '#service/database/database.ts';
import { createSimulatedMarket } from '#service/market/simulated.ts';
import { readRevision } from '#service/market/store.ts';
import { readStoredMarket } from '#service/market/stored.ts';
import { createSwitchableMarket, type SwitchableMarket } from '#service/market/switchable.ts';
import type { Config } from '../config/config.ts';

/** Every simulated market is the same one, in all processes and after every start. */
const seed = 1;

/** The market the settings ask for: stored once prices were imported, simulated before. */
export async function openMarket(
  { queries }: Database,
  { market, tickSeconds }: Config,
  clock: () => number,
): Promise<SwitchableMarket> {
  const kind = market ?? ((await readRevision(queries)) > 0 ? 'stored' : 'simulated');
  return createSwitchableMarket(
    kind === 'stored'
      ? await readStoredMarket(queries, { clock, tickSeconds })
      : createSimulatedMarket({ seed, clock, tickSeconds }),
  );
}
