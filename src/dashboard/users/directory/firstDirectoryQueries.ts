import type { FirstQueries } from '../../portfolio/firstQueries.ts';
import { thematicQueries } from '../../portfolio/thematicQueries.ts';
import { directoryPageQuery } from './directoryQueries.ts';

/** An address with a search, filters or an order of its own begins with its skeleton. */
export const firstDirectoryQueries: FirstQueries = (client, { searchParams }) =>
  searchParams.size > 0
    ? []
    : [
        client.prefetchQuery(directoryPageQuery({}, 0)),
        client.prefetchQuery(thematicQueries.names()),
      ];
