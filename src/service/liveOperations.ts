import { lastEventId } from '#contract/live.ts';
import { getLive } from '#contract/operations/live.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { callOf } from '#platform/http/caller.ts';
import type { Live } from '#platform/live/live.ts';
import { beginAfter, beginSince } from '#platform/live/readEvents.ts';
import type { Dependencies } from './portfolio/dependencies.ts';

/** The stream of server-sent events. */
export function liveOperations({ database, clock }: Dependencies, live: Live): Implementation[] {
  return [
    implement(getLive, async ({ query: { before = 0, lastEventId: inQuery } }, c) => {
      // The header is what an EventSource sends when it connects again by itself, and so is newer than its address.
      const known = c.req.header(lastEventId.header) ?? inQuery;
      const stream = await live.open(
        () =>
          known === undefined
            ? beginSince(database.queries, clock() - before * 1000)
            : beginAfter(database.queries, /^\d{1,15}$/.test(known) ? Number(known) : null),
        callOf(c).caller,
      );
      // Proxies such as nginx would buffer it.
      return new Reply(200, stream, { 'X-Accel-Buffering': 'no' });
    }),
  ];
}
