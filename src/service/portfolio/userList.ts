import type { User } from '#contract/user.ts';
import type { Queries } from '#platform/database/database.ts';
import type { UserRow } from '#platform/database/schema/portfolio.ts';
import type { Market } from '../prices/market.ts';
import { readWalletsAt, type WalletAt } from './holdings.ts';
import { pricesAt, totalOf, type PricesAt } from './walletView.ts';
import { readUsers } from './userStore.ts';
import { userView } from './userView.ts';

const batchSize = 500;

/** A user with the wallets it has at one instant, in the order of their making. */
export interface UserWallets {
  readonly user: UserRow;
  readonly wallets: readonly WalletAt[];
}

/** The wallets of consecutive users at one instant. */
export async function readUserWallets(
  queries: Queries,
  rows: readonly UserRow[],
  at: number,
): Promise<UserWallets[]> {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return [];
  const wallets = await readWalletsAt(queries, at, { users: { first: first.seq, last: last.seq } });
  const byUser = Map.groupBy(wallets, ({ userSeq }) => userSeq);
  return rows.map((user) => ({ user, wallets: byUser.get(user.seq) ?? [] }));
}

/** All users with their wallets at one instant, page by page in order of creation; those made meanwhile come last. */
export async function* eachUserPage(queries: Queries, at: number): AsyncGenerator<UserWallets[]> {
  let after = 0;
  for (;;) {
    const rows = await readUsers(queries, after, batchSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield await readUserWallets(queries, rows, at);
    after = last.seq;
  }
}

/** A user's total: the sum of its wallets' totals in the order of their making. */
export function userTotal(wallets: readonly WalletAt[], prices: PricesAt): number {
  let total = 0;
  for (const { positions } of wallets) total += totalOf(positions, prices);
  return total;
}

export function listedUser({ user, wallets }: UserWallets, prices: PricesAt): User {
  return userView(user, userTotal(wallets, prices), wallets.length);
}

/** All users as the interface shows them, page by page, all valued at one as of. */
export async function* listUsers(queries: Queries, market: Market): AsyncGenerator<User[]> {
  const prices = pricesAt(market, market.asOf());
  for await (const page of eachUserPage(queries, prices.at)) {
    yield page.map((entry) => listedUser(entry, prices));
  }
}

/** One user as the interface shows it. */
export async function showUser(queries: Queries, market: Market, row: UserRow): Promise<User> {
  const prices = pricesAt(market, market.asOf());
  const [entry] = await readUserWallets(queries, [row], prices.at);
  return listedUser(entry ?? { user: row, wallets: [] }, prices);
}
