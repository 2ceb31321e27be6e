import { inArray } from 'drizzle-orm';
import type { Holder } from '#contract/directory.ts';
import type { Queries } from '../database/database.ts';
import { users, wallets } from '../database/schema.ts';
import { readWalletsAt } from '../wallets/holdings.ts';
import { totalOf, type PricesAt } from '../wallets/value.ts';
import { userTotal } from '../users/list.ts';
import { nameOf } from '../users/view.ts';

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
