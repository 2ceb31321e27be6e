import type { Context, Hono } from 'hono';
import { historyTypes, isHistoryType, type HistoryType } from '#contract/historyType.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendPrivate, sendTagged } from '../http/conditions.ts';
import { resource } from '../http/resource.ts';
import { problem } from '../problem.ts';
import { thematicHistory, type LevelBook } from '../thematics/levels.ts';
import { findThematic } from '../thematics/store.ts';
import { findUser } from '../users/store.ts';
import { readHoldings } from '../wallets/holdings.ts';
import { historyRecords } from './records.ts';
import { walletHistory } from './walletHistory.ts';

/** The six paths of histories, each with and without a type: of a user, of a user's wallet, of a thematic. */
export function historyRoutes(
  app: Hono,
  { database, market }: Dependencies,
  levels: LevelBook,
): void {
  const { queries } = database;

  for (const end of ['', '/:historyType']) {
    resource(app, `/p/users/:id/wallets/history${end}`, {
      GET: {
        handle: async (c) => {
          const type = historyTypeOf(c);
          const user = await findUser(queries, c.req.param('id') ?? '');
          const holdings = await readHoldings(queries, user.seq);
          return sendPrivate(c, historyRecords(walletHistory(market, holdings, type)));
        },
      },
    });

    resource(app, `/p/users/:id/wallets/thematics/:thematicId/history${end}`, {
      GET: {
        handle: async (c) => {
          const type = historyTypeOf(c);
          const user = await findUser(queries, c.req.param('id') ?? '');
          const thematic = await findThematic(queries, c.req.param('thematicId') ?? '');
          // A known user and thematic without a wallet between them: an empty history.
          const holdings = await readHoldings(queries, user.seq, thematic.id);
          return sendPrivate(c, historyRecords(walletHistory(market, holdings, type)));
        },
      },
    });

    resource(app, `/p/thematics/:id/history${end}`, {
      GET: {
        handle: async (c) => {
          const type = historyTypeOf(c);
          const thematic = await findThematic(queries, c.req.param('id') ?? '');
          return sendTagged(c, historyRecords(thematicHistory(market, levels, thematic, type)));
        },
      },
    });
  }
}

/** The type a path ends in; without one the answer is that of `all`. 422 invalid-history-type. */
export function historyTypeOf(c: Context): HistoryType {
  const text = c.req.param('historyType') ?? 'all';
  if (isHistoryType(text)) return text;
  throw problem(
    'invalid-history-type',
    `${JSON.stringify(text)} is no history type; it is one of ${historyTypes.join(', ')}.`,
    { members: { allowed: historyTypes } },
  );
}
