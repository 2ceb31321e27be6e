import type { Context } from 'hono';
import type { DirectoryRow } from '#contract/directory.ts';
import { defaultDirectoryRows, initialDirectorySort } from '#contract/directoryParameters.ts';
import { getDirectory } from '#contract/operations/directory.ts';
import type { QueryOf } from '#contract/operation.ts';
import { formatTime } from '#contract/time.ts';
import type { Directory } from './directory.ts';
import type { DirectoryFilter } from './query.ts';
import type { ModelRow } from './row.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import { csvStream } from './directoryCsv.ts';
import { inSlices } from './slices.ts';

type Query = QueryOf<typeof getDirectory>;

const maxAttributes = 20;

/** The read model of a process, whatever feeds it. */
export interface DirectoryFeed {
  /** The directory with all that was committed before, its figures complete; a problem 503 while it is being made. */
  fresh(): Promise<Directory>;
}

/** What the read model answers. */
export function directoryOperations(feed: DirectoryFeed): Implementation[] {
  return [
    implement(getDirectory, async ({ query }, c) => {
      const filter = filterOf(query);
      checkFormat(query);
      const directory = await feed.fresh();
      return query.format === 'csv'
        ? csv(c, directory, filter, query)
        : window(directory, filter, query);
    }),
  ];
}

function filterOf(query: Query): DirectoryFilter {
  const { q = '', thematic, token, period = 'day' } = query;
  const attributes = Object.entries(query['attribute.*']).map(([name, values]) => ({
    name,
    values,
  }));
  if (attributes.length > maxAttributes) {
    throw problem(
      'invalid-query',
      `attribute.NAME is given for ${attributes.length} names; at most ${maxAttributes} can be filtered at once.`,
    );
  }
  return { q, thematics: thematic, tokens: token, ranges: query, attributes, period };
}

/** A parameter of one format is refused with the other, so that none is ignored silently. */
function checkFormat({ format, offset, limit, columns, figures, unit }: Query): void {
  const ignored =
    format === 'csv'
      ? { offset, limit }
      : { columns: columns.length === 0 ? undefined : columns, figures, unit };
  const [name] = Object.entries(ignored).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw problem(
    'invalid-query',
    format === 'csv'
      ? `${name} is given; format=csv has all that match. Leave it out.`
      : `${name} is given; it goes with format=csv.`,
  );
}

async function window(directory: Directory, filter: DirectoryFilter, query: Query) {
  const { sort = initialDirectorySort, offset = 0, limit = defaultDirectoryRows } = query;
  const found = await inSlices(directory.find({ ...filter, sort }));
  return {
    asOf: formatTime(found.asOf),
    count: found.count,
    of: found.of,
    sums: { ...found.sums },
    facets: found.facets.map((facet) => ({ ...facet, values: [...facet.values] })),
    without: { ...found.without },
    offset,
    rows: found.rows(offset, offset + limit, true).map(rowView),
  };
}

function rowView({ createdAt, sample, ...row }: ModelRow): DirectoryRow {
  return {
    ...row,
    thematics: [...row.thematics],
    spark: row.spark === null ? null : [...row.spark],
    createdAt: formatTime(createdAt),
    ...(sample ? { sample: true } : {}),
  };
}

async function csv(c: Context, directory: Directory, filter: DirectoryFilter, query: Query) {
  const { sort = initialDirectorySort } = query;
  const found = await inSlices(directory.find({ ...filter, sort }));
  return c.body(csvStream(found, query), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': 'attachment',
    'Cache-Control': 'no-store',
  });
}
