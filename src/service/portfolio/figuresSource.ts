import { pastHoldings, pastLevels, pastPrices, pastThematic } from '#figures/past.ts';
import type { HistoryPrices } from '#figures/prices.ts';
import type { FiguresSource, ReadHoldings, ThematicDefinitions } from '#figures/source.ts';
import type { LevelBook } from '#figures/levels.ts';
import { asOfAt } from '#platform/http/asOf.ts';
import { createPriceGrids } from '../prices/priceGrids.ts';
import type { Dependencies } from './dependencies.ts';
import { readHoldings } from './holdings.ts';
import type { HoldingsCache } from './holdingsCache.ts';
import { findThematic, readThematics, type StoredThematic } from './thematicStore.ts';
import { createUserFinder } from './userStore.ts';
import { pricesAt, tokenView } from './walletView.ts';

/** Past histories have their own cache, 16 MB of prices, so that they do not evict those of the present. */
const pastGridLimits = { grids: 16, prices: 2_000_000 };

/** Everything that figures need: this service records it all. */
export interface RecordedFigures extends FiguresSource {
  readonly holdings: ReadHoldings;
  readonly prices: HistoryPrices;
  readonly definitions: ThematicDefinitions<StoredThematic>;
}

/** An `OpenFigures` of recorded facts. */
export type OpenRecorded = (asOf?: number) => RecordedFigures;

/** Opens the statements of holdings, definitions of thematics, and prices that this service records. */
export function createRecordedSource(
  { database, market }: Pick<Dependencies, 'database' | 'market'>,
  { holdings, levels }: { readonly holdings: ReadHoldings; readonly levels: LevelBook },
): OpenRecorded {
  const { queries } = database;
  const pastGrids = createPriceGrids(market, pastGridLimits);
  const present = sourceOf(market, {
    holdings,
    definitions: {
      levels,
      all: () => readThematics(queries),
      find: (id) => findThematic(queries, id),
    },
  });

  function sourceOf(
    prices: HistoryPrices,
    facts: Pick<RecordedFigures, 'holdings' | 'definitions'>,
  ): RecordedFigures {
    return {
      ...facts,
      prices,
      asOf: () => prices.asOf(),
      async tokens() {
        const quotes = pricesAt(market, prices.asOf());
        return market.tokens().map(({ _id }) => tokenView(market, quotes, _id));
      },
      headers: () => ({}),
    };
  }

  return (requested) => {
    const asOf = asOfAt(requested, { asOf: market.asOf(), tickSeconds: market.tickSeconds });
    if (asOf >= market.asOf()) return present;
    return sourceOf(pastPrices(market, asOf, pastGrids), {
      holdings: async (set, since) => pastHoldings(await holdings(set, since), asOf),
      definitions: {
        levels: pastLevels(levels, asOf),
        all: async () => (await readThematics(queries)).map((one) => pastThematic(one, asOf)),
        find: async (id) => pastThematic(await findThematic(queries, id), asOf),
      },
    });
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
