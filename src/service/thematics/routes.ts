import type { Hono } from 'hono';
import { paths } from '#contract/paths.ts';
import { thematicDefinition } from '#contract/thematic.ts';
import type { ThematicRow } from '../database/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { readJson } from '../http/body.ts';
import { sendPrivate, sendTagged } from '../http/conditions.ts';
import { nextLink, readPage } from '../http/page.ts';
import { resource } from '../http/resource.ts';
import { pricesAt } from '../wallets/value.ts';
import { historyTypeOf } from '../history/routes.ts';
import { thematicContribution } from './contribution.ts';
import { checkDefinition, defineThematic } from './define.ts';
import { readHolders, readPageOfHolders } from './holders.ts';
import type { LevelBook } from './levels.ts';
import { findThematic, readThematics } from './store.ts';
import { thematicView } from './view.ts';

/** GET /p/thematics and /p/thematics/{id}; GET /x/thematics/{id}/users and …/contribution/{type}; PUT /x/thematics/{id}. */
export function thematicRoutes(
  app: Hono,
  { database, market, clock, events }: Dependencies,
  levels: LevelBook,
): void {
  const { queries } = database;
  const view = (row: ThematicRow) =>
    thematicView(market, levels, pricesAt(market, market.asOf()), row);

  resource(app, '/p/thematics', {
    GET: { handle: async (c) => sendTagged(c, (await readThematics(queries)).map(view)) },
  });

  resource(app, '/p/thematics/:id', {
    GET: {
      handle: async (c) =>
        sendTagged(c, view(await findThematic(queries, c.req.param('id') ?? ''))),
    },
  });

  resource(app, '/x/thematics/:id', {
    PUT: {
      handle: async (c) => {
        const id = c.req.param('id') ?? '';
        const definition = await readJson(c, thematicDefinition);
        checkDefinition(market, id, definition);
        const { outcome, row } = await defineThematic(
          { database, events },
          { ...definition, id, description: definition.description ?? '' },
          clock(),
          view,
        );
        return sendPrivate(c, view(row), outcome === 'created' ? 201 : 200, {
          Location: paths.thematic(id),
        });
      },
    },
  });

  resource(app, '/x/thematics/:id/contribution/:historyType', {
    GET: {
      handle: async (c) => {
        const type = historyTypeOf(c);
        const thematic = await findThematic(queries, c.req.param('id') ?? '');
        return sendTagged(c, thematicContribution(market, levels, thematic, type));
      },
    },
  });

  resource(app, '/x/thematics/:id/users', {
    GET: {
      query: ['limit', 'after'],
      handle: async (c) => {
        const url = new URL(c.req.url);
        const { limit, after } = readPage(url.searchParams) ?? { limit: 100, after: 0 };
        const thematic = await findThematic(queries, c.req.param('id') ?? '');
        const prices = pricesAt(market, market.asOf());
        const holders = await readHolders(queries, thematic.id, prices);
        const page = await readPageOfHolders(queries, holders.slice(after, after + limit), prices);
        const more = after + limit < holders.length;
        return sendPrivate(c, page, 200, {
          'X-Total-Count': String(holders.length),
          ...(more ? { Link: nextLink(url, limit, after + limit) } : {}),
        });
      },
    },
  });
}
