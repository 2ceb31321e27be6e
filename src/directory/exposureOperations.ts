import type { Context } from 'hono';
import { type Cell, csvText } from '#contract/csv.ts';
import { defaultDirectoryRows } from '#contract/directoryParameters.ts';
import {
  exposureCsvKinds,
  initialExposureSort,
  type ExposureBy,
  type ExposureColumn,
  type ExposureCsvColumn,
  type ExposureRow,
  type ExposureSort,
  type ExposureWindow,
} from '#contract/exposure.ts';
import type { QueryOf } from '#contract/operation.ts';
import { getBookExposure } from '#contract/operations/book.ts';
import { getExposure } from '#contract/operations/exposure.ts';
import { fold } from '#contract/search.ts';
import { formatTime } from '#contract/time.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { headOf, isLeftOut } from './directoryCsv.ts';
import {
  type DirectoryFeed,
  incompleteOf,
  readPast,
  responseNotesHeaders,
} from './directoryFeed.ts';
import type { DirectoryFilter } from './query.ts';
import { checkFormat, checkPastFilter, csvHeaders, filterOf } from './requests.ts';
import { inSlices } from './slices.ts';
import { unknownIds } from './members.ts';

type ExposureRequest = QueryOf<typeof getExposure>;

export function exposureOperations(feed: DirectoryFeed): Implementation[] {
  return [
    implement(getExposure, async ({ query }, c) => {
      if (query.asOf !== undefined) checkPastFilter(query);
      return answerExposure(feed, await filterOf(feed, query), query, c);
    }),

    implement(getBookExposure, async ({ query }, c) => {
      const filter = await filterOf(feed, query);
      const answer = await answerExposure(feed, filter, query, c);
      if (answer instanceof Response) return answer;
      const directory = await feed.fresh();
      const book = {
        membersAsOf: formatTime(directory.asOf ?? Number.NaN),
        notFound: await inSlices(unknownIds(filter, directory)),
      };
      return new Reply(200, { ...answer.value, ...book }, answer.headers);
    }),
  ];
}

async function answerExposure(
  feed: DirectoryFeed,
  filter: DirectoryFilter,
  query: ExposureRequest,
  c: Context,
): Promise<Reply<ExposureWindow> | Response> {
  const { by = 'thematic', sort = initialExposureSort, format } = query;
  checkFormat(query);
  const { held, asOf, ...all } = await exposureFrom(feed, by, filter, query);
  const names = await feed.names(by);
  const rows = sorted(
    held.map((one) => ({ ...one, name: names.get(one.id) ?? null })),
    sort,
  );
  if (format === 'csv') {
    const headers = { ...csvHeaders, ...responseNotesHeaders(feed) };
    return c.body(csv(rows, formatTime(asOf), query), 200, headers);
  }
  const { offset = 0, limit = defaultDirectoryRows } = query;
  const page = {
    ...all,
    ...incompleteOf(feed),
    by,
    asOf: formatTime(asOf),
    count: rows.length,
    offset,
    rows: rows.slice(offset, offset + limit),
  };
  return new Reply(200, page, responseNotesHeaders(feed));
}

async function exposureFrom(
  feed: DirectoryFeed,
  by: ExposureBy,
  filter: DirectoryFilter,
  query: ExposureRequest,
) {
  if (query.asOf === undefined) return inSlices((await feed.fresh()).expose(by, filter));
  const { directory, ...point } = await readPast(feed, query.asOf);
  return inSlices(directory.expose(by, filter, point));
}

const keyOf: Record<ExposureColumn, (row: ExposureRow) => number | string | null> = {
  id: ({ id }) => id,
  name: ({ name }) => (name === null ? null : fold(name)),
  total: ({ total }) => total,
  holders: ({ holders }) => holders,
  largest: ({ largest }) => largest?.share ?? null,
  topTen: ({ topTen }) => topTen,
  hhi: ({ hhi }) => hhi,
};

const compare = <Key extends number | string>(a: Key, b: Key): number =>
  a < b ? -1 : a > b ? 1 : 0;

function sorted(rows: readonly ExposureRow[], { by, isDescending }: ExposureSort): ExposureRow[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf[by](one), keyOf[by](other)];
    if (a === null || b === null) {
      return a === b ? compare(one.id, other.id) : a === null ? 1 : -1;
    }
    const order = isDescending ? compare(b, a) : compare(a, b);
    return order === 0 ? compare(one.id, other.id) : order;
  });
}

const cellOf: Record<ExposureCsvColumn, (row: ExposureRow, asOf: string) => Cell> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  total: ({ total }) => total,
  share: ({ share }) => share,
  holders: ({ holders }) => holders,
  unknown: ({ unknown }) => unknown,
  largestHolder: ({ largest }) => largest?.customId,
  largestShare: ({ largest }) => largest?.share,
  topTenShare: ({ topTen }) => topTen,
  hhi: ({ hhi }) => hhi,
  noShares: ({ noShares }) => noShares,
  asOf: (_, asOf) => asOf,
};

const isColumn = (it: string): it is ExposureCsvColumn => Object.hasOwn(cellOf, it);

function csv(
  rows: readonly ExposureRow[],
  asOf: string,
  { figures, unit }: ExposureRequest,
): string {
  const columns = Object.keys(cellOf)
    .filter(isColumn)
    .filter((column) => !isLeftOut(exposureCsvKinds[column], figures));
  const heads = columns.map((column) => headOf(column, exposureCsvKinds[column], unit));
  const lines = rows.map((row) => columns.map((column) => cellOf[column](row, asOf)));
  return csvText(heads, lines);
}
