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
import { type DirectoryFeed, responseNotesHeaders } from './directoryFeed.ts';
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
    const rows = matches.rows(after, after + limit, false).map(({ customId, name, held }) => ({
      customId,
      name,
      total: held?.total ?? null,
      share: held?.share ?? null,
    }));
    return new Reply(200, rows, {
      'X-Total-Count': String(matches.count),
      ...responseNotesHeaders(feed),
      ...(after + limit < matches.count
        ? { Link: nextLink(new URL(c.req.url), limit, after + limit) }
        : {}),
    });
  }
}
