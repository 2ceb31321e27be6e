import { firstPeriod } from '../history/firstPeriod.ts';
import { historyOf, historyQuery } from '../history/historyQueries.ts';
import type { FirstQueries } from '../portfolio/firstQueries.ts';
import { qualityQueries } from '../portfolio/qualityQueries.ts';
import {
  holdersQuery,
  maxHolders,
  thematicQueries,
  tokenQueries,
} from '../portfolio/thematicQueries.ts';
import { pathIdsOf } from '../url/pathIds.ts';
import { pagePatterns } from '../url/urls.ts';

export const firstThematicQueries: FirstQueries = (client, { pathname, searchParams }) => {
  const { thematicId } = pathIdsOf(pagePatterns.thematic, pathname);
  const period = firstPeriod(searchParams);
  if (period === null) return [];
  return [
    client.prefetchQuery(thematicQueries.one(thematicId)),
    client.prefetchQuery(historyQuery(historyOf.thematic(thematicId), period)),
    client.prefetchQuery(holdersQuery({ thematic: thematicId }, maxHolders)),
    client.prefetchQuery(thematicQueries.definitions(thematicId)),
    client.prefetchQuery(qualityQueries.series({ thematic: thematicId }, period, null)),
    client.prefetchQuery(thematicQueries.names()),
    client.prefetchQuery(tokenQueries.all()),
  ];
};
