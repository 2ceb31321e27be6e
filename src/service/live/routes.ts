import type { Hono } from 'hono';
import { lastEventId, mostSecondsBefore } from '#contract/live.ts';
import type { Dependencies } from '../dependencies.ts';
import { resource } from '../http/resource.ts';
import { problem } from '../problem.ts';
import type { Live } from './live.ts';
import { beginAfter, beginSince } from './read.ts';

/** GET /x/live. */
export function liveRoutes(app: Hono, { database, clock }: Dependencies, live: Live): void {
  resource(app, '/x/live', {
    GET: {
      query: [lastEventId.query, 'before'],
      sends: ['text/event-stream'],
      handle: async (c) => {
        // The header is what an EventSource sends when it connects again by itself, and so is newer than its address.
        const known = c.req.header(lastEventId.header) ?? c.req.query(lastEventId.query);
        const before = secondsBefore(c.req.query('before'));
        const beginning =
          known === undefined
            ? await beginSince(database.queries, clock() - before * 1000)
            : await beginAfter(database.queries, /^\d{1,15}$/.test(known) ? Number(known) : null);
        const stream = live.open(beginning);
        if (stream === null) {
          throw problem('unavailable', 'The service is stopping. Try again in a second.', {
            headers: { 'Retry-After': '1' },
          });
        }
        return c.body(stream, 200, {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-store',
          // Proxies such as nginx would keep it back.
          'X-Accel-Buffering': 'no',
        });
      },
    },
  });
}

function secondsBefore(text: string | undefined): number {
  if (text === undefined) return 0;
  const seconds = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= mostSecondsBefore) return seconds;
  throw problem(
    'invalid-query',
    `before is ${JSON.stringify(text)}; it is a number of seconds, at most ${mostSecondsBefore}.`,
  );
}
