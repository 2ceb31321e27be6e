import { Hono } from 'hono';
import type { Database } from '#platform/database/database.ts';
import { sendErrors, type Log } from '#platform/http/errors.ts';
import { serve } from '#platform/http/implement.ts';
import type { Live } from '#platform/live/live.ts';
import { liveOperations } from '#platform/live/liveOperations.ts';
import type { Source } from './source/source.ts';
import { notOfferedOperations } from './notOffered.ts';

export interface UpstreamOptions {
  readonly database: Database;
  /** Now, in epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly live: Live;
  readonly source: Source;
}

/** Connected mode: answers the operations of the service by asking another Portfolio Service. */
export function createUpstream({ database, clock, log, live }: UpstreamOptions): Hono {
  const app = new Hono();
  sendErrors(app, log);
  serve(app, [...liveOperations({ database, clock }, live), ...notOfferedOperations]);
  return app;
}
