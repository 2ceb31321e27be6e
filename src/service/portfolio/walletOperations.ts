import type { HistoryType } from '#contract/historyType.ts';
import type { History } from '#contract/history.ts';
import type { JsonText } from '#platform/http/conditions.ts';
import {
  getFullUserHistory,
  getFullWalletHistory,
  getPastWallets,
  getStatements,
  getUserHistory,
  getWalletHistory,
  getWallets,
} from '#contract/operations/wallets.ts';
import type { Statement } from '#contract/statement.ts';
import { formatTime } from '#contract/time.ts';
import { walletHistory } from '#figures/heldOver.ts';
import { windowStart } from '#figures/historySpan.ts';
import { noHoldingsThen } from '#figures/past.ts';
import type { ReadHoldings } from '#figures/source.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import type { UserRow } from '#platform/database/schema/portfolio.ts';
import type { Dependencies } from './dependencies.ts';
import type { OpenRecorded } from './figuresSource.ts';
import { positionsAt, readWalletsWithStatement } from './holdings.ts';
import type { HoldingsCache } from './holdingsCache.ts';
import { historyText } from './records.ts';
import { readStatements, type StoredStatement } from './earlierStatements.ts';
import { contentView } from './statementContent.ts';
import { statusesOf } from './statementStatus.ts';
import { createUserFinder } from './userStore.ts';
import { pricesAt, walletView } from './walletView.ts';

export function walletOperations(
  { database, market }: Dependencies,
  cache: HoldingsCache,
  holdings: ReadHoldings,
  open: OpenRecorded,
): Implementation[] {
  const { queries } = database;
  const findUser = createUserFinder(database);

  return [
    implement(getWallets, async ({ params: { id } }) => {
      const user = await findUser(id);
      const prices = pricesAt(market, market.asOf());
      return (await walletsAt(user, prices.at)).map(({ wallet, positions }) =>
        walletView(market, prices, user.customId, wallet, positions ?? []),
      );
    }),

    implement(getPastWallets, async ({ params: { id }, query: { asOf } }) => {
      const user = await findUser(id);
      const prices = pricesAt(market, open(asOf).asOf());
      const wallets = (await walletsAt(user, prices.at)).flatMap(({ wallet, positions }) =>
        positions === null ? [] : walletView(market, prices, user.customId, wallet, positions),
      );
      return {
        asOf: formatTime(prices.at),
        total: wallets.reduce((sum, { total }) => sum + total, 0),
        reason: wallets.length === 0 ? noHoldingsThen : null,
        positionsReason: null,
        wallets,
      };
    }),

    implement(getFullUserHistory, ({ params: { id } }) => historyOf(id, undefined, 'all')),

    implement(getUserHistory, ({ params: { id, historyType } }) =>
      historyOf(id, undefined, historyType),
    ),

    implement(getFullWalletHistory, ({ params: { id, thematicId } }) =>
      historyOf(id, thematicId, 'all'),
    ),

    implement(getWalletHistory, ({ params: { id, thematicId, historyType } }) =>
      historyOf(id, thematicId, historyType),
    ),

    implement(getStatements, async ({ params: { id } }) => {
      const user = await findUser(id);
      return statementViews(await readStatements(queries, user.seq), market.asOf());
    }),
  ];

  /** Wallets in creation order; without positions if their first statement is later. */
  async function walletsAt(user: UserRow, at: number) {
    const cached = await cache.of(queries, user);
    if (cached === null) {
      const read = await readWalletsWithStatement(queries, [user.seq], at);
      return read.map(({ wallet, statement }) => ({
        wallet,
        positions: statement?.positions ?? null,
      }));
    }
    return cached.map((one) => ({ wallet: one.wallet, positions: positionsAt(one, at) }));
  }

  async function historyOf(
    user: string,
    thematic: string | undefined,
    type: HistoryType,
  ): Promise<JsonText<History>> {
    const wallets = await holdings({ user, thematic }, windowStart(market, type));
    return historyText(walletHistory(market, wallets, type));
  }
}

/**
 * Statements newest first, each with its status; a withdrawal is shown by the status of the statement that it
 * withdraws.
 */
function statementViews(rows: readonly StoredStatement[], asOf: number): Statement[] {
  const statuses = statusesOf(
    rows.map(({ walletSeq, at, positions }) => ({
      subject: walletSeq,
      at,
      isRetraction: positions === null,
    })),
    asOf,
  );
  return rows.flatMap((row, index) => {
    const { positions } = row;
    const status = statuses[index];
    if (positions === null || status === undefined) return [];
    return {
      _id: row.id,
      thematics: row.thematicId,
      ...contentView({ ...row, positions }),
      at: formatTime(row.at),
      statedAt: formatTime(row.statedAt),
      statedBy: row.statedBy,
      status,
    };
  });
}
