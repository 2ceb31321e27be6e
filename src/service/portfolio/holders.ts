import { largestFirst } from '#analytics/weights.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import { inArray } from 'drizzle-orm';
import type { Holder } from '#contract/directory.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { getHolders } from '#contract/operations/thematics.ts';
import { Reply } from '#platform/http/implement.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import type { Queries } from '#platform/database/database.ts';
import { users, wallets } from '#platform/database/schema/portfolio.ts';
import { readWalletsAt } from './holdings.ts';
import { totalOf, type PricesAt } from './walletView.ts';
import { eachUserPage, userTotal } from './userList.ts';
import { nameOf } from './userView.ts';

/** Who holds a thematic, and what their wallet of it is worth. */
export interface HolderTotal {
  readonly userSeq: number;
  readonly total: number;
}

/** Everyone who holds something of a thematic, the largest first, equals in order of their making. */
export async function readHolders(
  queries: Queries,
  thematicId: string,
  prices: PricesAt,
): Promise<HolderTotal[]> {
  const held = await readWalletsAt(queries, prices.at, { thematicId });
  return held
    .filter(({ positions }) => positions.length > 0)
    .map(({ userSeq, positions }) => ({ userSeq, total: totalOf(positions, prices) }))
    .toSorted((a, b) => b.total - a.total || a.userSeq - b.userSeq);
}

/** A page of holders with their names and the share that this wallet has of the user's total. */
export async function readPageOfHolders(
  queries: Queries,
  page: readonly HolderTotal[],
  prices: PricesAt,
): Promise<Holder[]> {
  if (page.length === 0) return [];
  const seqs = page.map(({ userSeq }) => userSeq);
  const rows = await queries.select().from(users).where(inArray(users.seq, seqs));
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const owned = await queries
    .select({ seq: wallets.seq })
    .from(wallets)
    .where(inArray(wallets.userSeq, seqs));
  const all = await readWalletsAt(queries, prices.at, { wallets: owned.map(({ seq }) => seq) });
  const byUser = Map.groupBy(all, ({ userSeq }) => userSeq);
  return page.flatMap(({ userSeq, total }) => {
    const row = bySeq.get(userSeq);
    if (row === undefined) return [];
    const whole = userTotal(byUser.get(userSeq) ?? [], prices);
    return [
      { customId: row.customId, name: nameOf(row), total, share: whole > 0 ? total / whole : null },
    ];
  });
}

/** Everyone who holds a token, by its value in all wallets of the user, the largest first, equals in order of their making. */
export async function readTokenHolders(
  queries: Queries,
  token: string,
  prices: PricesAt,
): Promise<Holder[]> {
  const holders: Holder[] = [];
  for await (const page of eachUserPage(queries, prices.at)) {
    for (const { user, wallets: owned } of page) {
      const held = owned
        .flatMap(({ positions }) => positions)
        .filter((position) => position.token === token && position.amount > 0);
      if (held.length === 0) continue;
      const total = totalOf(held, prices);
      const whole = userTotal(owned, prices);
      const share = whole > 0 ? total / whole : null;
      holders.push({ customId: user.customId, name: nameOf(user), total, share });
    }
  }
  return holders.toSorted((a, b) => largestFirst(a.total, b.total));
}

/** A page of holders, with their number and a link to the next one. */
export async function replyWithHolders<Row>(
  url: URL,
  query: QueryOf<typeof getHolders>,
  rows: readonly Row[],
  show: (page: readonly Row[]) => Promise<readonly Holder[]> | readonly Holder[],
): Promise<Reply<Holder[]>> {
  const { limit = defaultPageSize.holders } = query;
  const after = readCursor(query.after);
  const hasNext = after + limit < rows.length;
  return new Reply(200, [...(await show(rows.slice(after, after + limit)))], {
    'X-Total-Count': String(rows.length),
    ...(hasNext ? { Link: nextLink(url, limit, after + limit) } : {}),
  });
}
