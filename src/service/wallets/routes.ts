import type { Hono } from 'hono';
import type { Statement } from '#contract/statement.ts';
import { formatTime } from '#contract/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendPrivate } from '../http/conditions.ts';
import { resource } from '../http/resource.ts';
import { historyTypeOf } from '../history/routes.ts';
import { findThematic } from '../thematics/store.ts';
import { findUser } from '../users/store.ts';
import { positionsAt, readHoldings, readStatements } from './holdings.ts';
import { positionsHistory } from './positionsHistory.ts';
import { pricesAt, walletView } from './value.ts';

/** GET /p/users/{id}/wallets; GET /x/users/{id}/statements and /x/users/{id}/positions/history/{type}. */
export function walletRoutes(app: Hono, { database, market }: Dependencies): void {
  const { queries } = database;

  resource(app, '/p/users/:id/wallets', {
    GET: {
      handle: async (c) => {
        const user = await findUser(queries, c.req.param('id') ?? '');
        const holdings = await readHoldings(queries, user.seq);
        const prices = pricesAt(market, market.asOf());
        return sendPrivate(
          c,
          holdings.map((held) =>
            walletView(market, prices, user.customId, held.wallet, positionsAt(held, prices.at)),
          ),
        );
      },
    },
  });

  resource(app, '/x/users/:id/statements', {
    GET: {
      handle: async (c) => {
        const user = await findUser(queries, c.req.param('id') ?? '');
        const rows = await readStatements(queries, user.seq);
        return sendPrivate(c, statementViews(rows, market.asOf()));
      },
    },
  });

  resource(app, '/x/users/:id/positions/history/:historyType', {
    GET: {
      query: ['thematic'],
      handle: async (c) => {
        const type = historyTypeOf(c);
        const user = await findUser(queries, c.req.param('id') ?? '');
        const thematicId = c.req.query('thematic');
        const thematic =
          thematicId === undefined ? undefined : await findThematic(queries, thematicId);
        const holdings = await readHoldings(queries, user.seq, thematic?.id);
        return sendPrivate(c, positionsHistory(market, holdings, type));
      },
    },
  });
}

type StatementRows = Awaited<ReturnType<typeof readStatements>>;

/** Statements newest first, each with what became of it; a retraction is told by the mark on what it retracts. */
function statementViews(rows: StatementRows, asOf: number): Statement[] {
  const lastWord = new Map<string, { positions: unknown }>();
  const inForce = new Map<number, number>();
  for (const { statement } of rows) {
    const key = `${statement.walletSeq} ${statement.at}`;
    if (lastWord.has(key)) continue;
    lastWord.set(key, statement);
    const since = inForce.get(statement.walletSeq) ?? Number.NEGATIVE_INFINITY;
    if (statement.positions !== null && statement.at <= asOf && statement.at > since) {
      inForce.set(statement.walletSeq, statement.at);
    }
  }
  return rows.flatMap(({ statement, thematicId }) => {
    if (statement.positions === null) return [];
    const last = lastWord.get(`${statement.walletSeq} ${statement.at}`);
    return {
      _id: statement.id,
      thematics: thematicId,
      tokens: statement.positions,
      at: formatTime(statement.at),
      statedAt: formatTime(statement.statedAt),
      status: statusOf(
        last?.positions === null,
        last === statement,
        inForce.get(statement.walletSeq) === statement.at,
      ),
    };
  });
}

function statusOf(
  retracted: boolean,
  isLastWord: boolean,
  isInForce: boolean,
): Statement['status'] {
  if (!isLastWord) return retracted ? 'retracted' : 'replaced';
  return isInForce ? 'current' : 'earlier';
}
