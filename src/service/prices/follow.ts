import type { Database } from '#platform/database/database.ts';
import { readRevision } from './priceStore.ts';
import { isStoredMarket, readStoredMarket } from './stored.ts';
import type { SwitchableMarket } from './switchable.ts';

export interface Following {
  readonly database: Database;
  readonly market: SwitchableMarket;
  readonly clock: () => number;
  readonly tickSeconds: number;
}

/**
 * Loads prices that another process on the same database imported or received.
 * @returns whether anything was new.
 */
export async function followStored(following: Following): Promise<boolean> {
  const { database, market } = following;
  const revision = await readRevision(database.queries);
  const known = isStoredMarket(market.current) ? market.current.version : 0;
  if (revision <= known) return false;
  market.use(await readStoredMarket(database.queries, following));
  return true;
}
