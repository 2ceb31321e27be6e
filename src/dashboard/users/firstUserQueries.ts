import { firstPeriod } from '../history/firstPeriod.ts';
import { historyOf, historyQuery } from '../history/historyQueries.ts';
import type { FirstQueries } from '../portfolio/firstQueries.ts';
import { qualityQueries } from '../portfolio/qualityQueries.ts';
import { thematicQueries } from '../portfolio/thematicQueries.ts';
import { userQueries, walletQueries } from '../portfolio/userQueries.ts';
import { pathIdsOf } from '../url/pathIds.ts';
import { pagePatterns } from '../url/urls.ts';

export const firstUserQueries: FirstQueries = (client, { pathname, searchParams }) => {
  const { customId } = pathIdsOf(pagePatterns.user, pathname);
  const period = firstPeriod(searchParams);
  if (period === null) return [];
  return [
    client.prefetchQuery(userQueries.one(customId)),
    client.prefetchQuery(walletQueries.all(customId)),
    client.prefetchQuery(historyQuery(historyOf.user(customId), period)),
    client.prefetchQuery(historyQuery(historyOf.returns(customId), period)),
    client.prefetchQuery(walletQueries.performance(customId, period)),
    client.prefetchQuery(walletQueries.statements(customId)),
    client.prefetchQuery(qualityQueries.series({ user: customId }, period, null)),
    client.prefetchQuery(thematicQueries.names()),
  ];
};
