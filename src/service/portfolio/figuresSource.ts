import type { ReadHoldings, FiguresSource } from '#figures/source.ts';
import type { LevelBook } from '#figures/levels.ts';
import type { Dependencies } from './dependencies.ts';
import { readHoldings } from './holdings.ts';
import type { HoldingsCache } from './holdingsCache.ts';
import { findThematic, readThematics } from './thematicStore.ts';
import { createUserFinder } from './userStore.ts';
import { pricesAt, tokenView } from './walletView.ts';

/** Statements of holdings, definitions of thematics, and prices that this service records. */
export function createFiguresSource(
  { database, market }: Pick<Dependencies, 'database' | 'market'>,
  { holdings, levels }: { readonly holdings: ReadHoldings; readonly levels: LevelBook },
): FiguresSource {
  const { queries } = database;
  return {
    holdings,
    definitions: {
      levels,
      all: () => readThematics(queries),
      find: (id) => findThematic(queries, id),
    },
    prices: market,
    async tokens() {
      const prices = pricesAt(market, market.asOf());
      return market.tokens().map(({ _id }) => tokenView(market, prices, _id));
    },
    headers: () => ({}),
  };
}

export function createHoldingsReader(
  { database }: Pick<Dependencies, 'database'>,
  cache: HoldingsCache,
): ReadHoldings {
  const { queries } = database;
  const findUser = createUserFinder(database);
  return async ({ user: id, thematic: thematicId }, since) => {
    const user = await findUser(id);
    const thematic = thematicId === undefined ? undefined : await findThematic(queries, thematicId);
    const cached = await cache.of(queries, user);
    if (cached === null) {
      return readHoldings(queries, user.seq, { thematicId: thematic?.id, since });
    }
    return thematic === undefined
      ? cached
      : cached.filter((wallet) => wallet.thematicId === thematic.id);
  };
}
