import type { OpenRebalance } from '#figures/rebalanceSource.ts';
import type { ReadHoldings } from '#figures/source.ts';
import { tokensAt } from '#figures/levels.ts';
import type { Dependencies } from './dependencies.ts';
import { positionsAt } from './holdings.ts';
import { findThematic } from './thematicStore.ts';
import { pricesAt, tokenView, walletPosition } from './walletView.ts';

/** Recorded holdings and definitions at the as of, when the source was opened. */
export function createRebalanceSource(
  { database, market }: Pick<Dependencies, 'database' | 'market'>,
  holdings: ReadHoldings,
): OpenRebalance {
  return () => {
    const asOf = market.asOf();
    const prices = pricesAt(market, asOf);
    return {
      asOf: () => asOf,
      async positions({ user, thematic }) {
        const [wallet] = await holdings({ user, thematic }, asOf);
        if (wallet === undefined) return null;
        return (positionsAt(wallet, asOf) ?? []).map((position) =>
          walletPosition(market, prices, position),
        );
      },
      async targets(id) {
        const thematic = await findThematic(database.queries, id);
        return tokensAt(thematic, asOf).map(({ token, weight }) => ({
          token: tokenView(market, prices, token),
          weight,
        }));
      },
      async tokens(at) {
        const then = pricesAt(market, at);
        return market.tokens().map(({ _id }) => tokenView(market, then, _id));
      },
      headers: () => ({}),
    };
  };
}
