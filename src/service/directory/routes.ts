import type { Hono } from 'hono';
import type { Dependencies } from '../dependencies.ts';
import { resource } from '../http/resource.ts';
import { jsonArrayStream } from '../http/stream.ts';
import { directoryRows } from './rows.ts';

/** GET /x/directory. */
export function directoryRoutes(app: Hono, { database, market }: Dependencies): void {
  resource(app, '/x/directory', {
    GET: {
      handle: async (c) =>
        c.body(await jsonArrayStream(directoryRows(database.queries, market)), 200, {
          'Content-Type': 'application/json',
          'Cache-Control': 'no-store',
        }),
    },
  });
}
