import { firstPeriod } from '../history/firstPeriod.ts';
import { historyOf, historyQuery } from '../history/historyQueries.ts';
import type { FirstQueries } from '../portfolio/firstQueries.ts';
import { qualityQueries } from '../portfolio/qualityQueries.ts';
import { thematicQueries, tokenQueries } from '../portfolio/thematicQueries.ts';
import { walletQueries } from '../portfolio/userQueries.ts';
import { pathIdsOf } from '../url/pathIds.ts';
import { pagePatterns } from '../url/urls.ts';

export const firstWalletQueries: FirstQueries = (client, { pathname, searchParams }) => {
  const { customId, thematicId } = pathIdsOf(pagePatterns.wallet, pathname);
  const period = firstPeriod(searchParams);
  if (period === null) return [];
  const wallet = { user: customId, thematic: thematicId };
  return [
    client.prefetchQuery(walletQueries.all(customId)),
    client.prefetchQuery(historyQuery(historyOf.wallet(customId, thematicId), period)),
    client.prefetchQuery(historyQuery(historyOf.returns(customId, thematicId), period)),
    client.prefetchQuery(walletQueries.positions(customId, period, thematicId)),
    client.prefetchQuery(walletQueries.statements(customId)),
    client.prefetchQuery(thematicQueries.one(thematicId)),
    client.prefetchQuery(qualityQueries.series(wallet, period, null)),
    client.prefetchQuery(thematicQueries.names()),
    // The default benchmark.
    client.prefetchQuery(historyQuery(historyOf.thematic(thematicId), period)),
    client.prefetchQuery(tokenQueries.all()),
  ];
};
