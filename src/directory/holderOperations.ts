import type { Context } from 'hono';
import type { Holder } from '#contract/directory.ts';
import { directoryPeriods } from '#contract/directory.ts';
import type { ExposureBy } from '#contract/exposure.ts';
import type { QueryOf } from '#contract/operation.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import { getHolders } from '#contract/operations/thematics.ts';
import { getTokenHolders } from '#contract/operations/tokens.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import { problem } from '#platform/http/problem.ts';
import { type DirectoryFeed, readPast, responseNotesHeaders } from './directoryFeed.ts';
import { pastHolders } from './past.ts';
import { inSlices } from './slices.ts';

export function holderOperations(feed: DirectoryFeed): Implementation[] {
  return [
    implement(getHolders, ({ params: { id }, query }, c) => holdersOf('thematic', id, query, c)),
    implement(getTokenHolders, ({ params: { id }, query }, c) => holdersOf('token', id, query, c)),
  ];

  async function holdersOf(
    by: ExposureBy,
    id: string,
    query: QueryOf<typeof getHolders>,
    c: Context,
  ): Promise<Reply<Holder[]>> {
    const { limit = defaultPageSize.holders } = query;
    const after = readCursor(query.after);
    if (!(await feed.names(by)).has(id)) {
      throw problem(`${by}-not-found`, `There is no ${by} with the id ${JSON.stringify(id)}.`);
    }
    const { rows, count } = await holderRows(by, id, query.asOf, [after, after + limit]);
    return new Reply(200, rows, {
      'X-Total-Count': String(count),
      ...responseNotesHeaders(feed),
      ...(after + limit < count
        ? { Link: nextLink(new URL(c.req.url), limit, after + limit) }
        : {}),
    });
  }

  async function holderRows(
    by: ExposureBy,
    id: string,
    asOf: number | undefined,
    [from, to]: readonly [from: number, to: number],
  ): Promise<{ readonly rows: Holder[]; readonly count: number }> {
    if (asOf !== undefined) {
      const { directory, ...point } = await readPast(feed, asOf);
      const holders = await inSlices(pastHolders(by, id, directory.tables, point));
      return { rows: holders.slice(from, to), count: holders.length };
    }
    const directory = await feed.fresh();
    const matches = await inSlices(
      directory.find({
        q: '',
        thematics: by === 'thematic' ? [id] : [],
        tokens: by === 'token' ? [id] : [],
        ranges: {},
        attributes: [],
        period: directoryPeriods[0],
        sort: { by: 'held', isDescending: true },
      }),
    );
    const rows = matches.rows(from, to, false).map(({ customId, name, held }) => ({
      customId,
      name,
      total: held?.total ?? null,
      share: held?.share ?? null,
    }));
    return { rows, count: matches.count };
  }
}
