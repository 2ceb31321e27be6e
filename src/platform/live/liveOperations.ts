import { lastEventId } from '#contract/live.ts';
import { getLive } from '#contract/operations/live.ts';
import type { Database } from '../database/database.ts';
import { callOf } from '../http/caller.ts';
import { implement, Reply, type Implementation } from '../http/implement.ts';
import type { Live } from './live.ts';
import { beginAfter, beginSince } from './readEvents.ts';

interface Dated {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function liveOperations({ database, clock }: Dated, live: Live): Implementation[] {
  return [
    implement(getLive, async ({ query: { before = 0, lastEventId: inQuery } }, c) => {
      // An EventSource sends the header when it reconnects by itself, so it is newer than the query.
      const known = c.req.header(lastEventId.header) ?? inQuery;
      const stream = await live.open(
        () =>
          known === undefined
            ? beginSince(database.queries, clock() - before * 1000)
            : beginAfter(database.queries, /^\d{1,15}$/.test(known) ? Number(known) : null),
        callOf(c).caller,
      );
      // Proxies such as nginx would buffer the stream.
      return new Reply(200, stream, { 'X-Accel-Buffering': 'no' });
    }),
  ];
}
