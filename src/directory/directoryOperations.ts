import type { Context } from 'hono';
import type { DirectoryRow, DirectoryWindow } from '#contract/directory.ts';
import { defaultDirectoryRows, initialDirectorySort } from '#contract/directoryParameters.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import { formatTime } from '#contract/time.ts';
import type { Directory } from './directory.ts';
import type { DirectoryFilter } from './query.ts';
import type { ModelRow } from './row.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { csvStream } from './directoryCsv.ts';
import { type DirectoryFeed, incompleteOf, responseNotesHeaders } from './directoryFeed.ts';
import { groupingOf, groupsCsv, type GroupsOfUsers, type ReadGroups } from './groupRequests.ts';
import { exposureOperations } from './exposureOperations.ts';
import { holderOperations } from './holderOperations.ts';
import { checkFormat, csvHeaders, type DirectoryRequest, filterOf } from './requests.ts';
import { unknownIds } from './members.ts';
import { peerOperations } from './peerOperations.ts';
import { selectionOperations } from './selections.ts';
import { findSince, instantsOf } from './sinceRequests.ts';
import { inSlices } from './slices.ts';

/** @param readGroups computes figures over time, which this module does not. */
export function directoryOperations(feed: DirectoryFeed, readGroups: ReadGroups): Implementation[] {
  return [
    implement(getDirectory, async ({ query }, c) => {
      const filter = await filterOf(feed, query);
      checkFormat(query);
      const grouping = groupingOf(query);
      if (grouping !== null)
        return answerGroups(c, feed, query, await readGroups(query, filter, grouping));
      const directory = await feed.fresh();
      if (query.format === 'csv') return csv(c, feed, directory, filter, query);
      const page: DirectoryWindow = {
        ...(await window(feed, directory, filter, query)),
        ...incompleteOf(feed),
      };
      if (filter.selection !== undefined || query.ids.length > 0)
        page.notFound = await inSlices(unknownIds(filter, directory));
      // Later users may still have a value in the column.
      if (page.incomplete?.kind === 'unfinished') page.unsupported = [];
      feed.seen?.(
        page.rows.map(({ customId }) => customId),
        filter.period,
      );
      return new Reply(200, page, responseNotesHeaders(feed));
    }),
    ...exposureOperations(feed),
    ...holderOperations(feed),
    ...peerOperations(feed),
    ...selectionOperations(feed.selections),
  ];
}

async function answerGroups(
  c: Context,
  feed: DirectoryFeed,
  query: DirectoryRequest,
  grouping: GroupsOfUsers,
) {
  const headers = responseNotesHeaders(feed);
  const directory = await feed.fresh();
  if (query.format === 'csv') {
    return c.body(groupsCsv(grouping, query), 200, { ...csvHeaders, ...headers });
  }
  const page = await window(feed, directory, await filterOf(feed, query), { ...query, limit: 0 });
  return new Reply(200, { ...page, ...incompleteOf(feed), ...grouping }, headers);
}

async function window(
  feed: DirectoryFeed,
  directory: Directory,
  filter: DirectoryFilter,
  query: DirectoryRequest,
) {
  const { sort = initialDirectorySort, offset = 0, limit = defaultDirectoryRows } = query;
  const matches = await findSince(feed, directory, { ...filter, sort }, instantsOf(query));
  const since = await matches.readSince(offset, offset + limit);
  return {
    asOf: formatTime(matches.asOf),
    dailyAsOf: matches.dailyAsOf === null ? null : formatTime(matches.dailyAsOf),
    count: matches.count,
    of: matches.of,
    sums: { ...matches.sums },
    facets: matches.facets.map((facet) => ({ ...facet, values: [...facet.values] })),
    without: { ...matches.without },
    unsupported: [...matches.unsupported],
    offset,
    rows: matches.rows(offset, offset + limit, true, since).map(rowView),
  };
}

function rowView({ createdAt, sample, ...row }: ModelRow): DirectoryRow {
  return {
    ...row,
    thematics: [...row.thematics],
    unknownDaily: { ...row.unknownDaily },
    since: row.since.map(({ at, ...figures }) => ({ at: formatTime(at), ...figures })),
    spark: row.spark === null ? null : [...row.spark],
    createdAt: createdAt === null ? null : formatTime(createdAt),
    ...(sample ? { sample: true } : {}),
  };
}

async function csv(
  c: Context,
  feed: DirectoryFeed,
  directory: Directory,
  filter: DirectoryFilter,
  query: DirectoryRequest,
) {
  const { sort = initialDirectorySort } = query;
  const instants = instantsOf(query);
  const matches = await findSince(feed, directory, { ...filter, sort }, instants);
  const since = await matches.readSince(0, matches.count);
  return c.body(csvStream(matches, { ...query, instants, since }), 200, {
    ...csvHeaders,
    ...responseNotesHeaders(feed),
  });
}
