import type { Hono } from 'hono';
import type { Dependencies } from '../dependencies.ts';
import { sendTagged } from '../http/conditions.ts';
import { resource } from '../http/resource.ts';
import { historyTypeOf } from '../history/routes.ts';
import { findToken, priceHistory, tokensWithChange } from './tokens.ts';

/** GET /x/tokens and /x/tokens/{id}/history/{type}; POST /x/prices and /x/import. */
export function marketRoutes(app: Hono, { market }: Dependencies): void {
  resource(app, '/x/tokens', {
    GET: { handle: (c) => sendTagged(c, tokensWithChange(market)) },
  });

  resource(app, '/x/tokens/:id/history/:historyType', {
    GET: {
      handle: (c) => {
        const type = historyTypeOf(c);
        const { _id } = findToken(market, c.req.param('id') ?? '');
        return sendTagged(c, priceHistory(market, _id, type));
      },
    },
  });
}
