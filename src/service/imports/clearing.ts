import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { isOneOfTexts } from '#platform/database/text.ts';
import { statements, thematics, users, wallets } from '#platform/database/schema/portfolio.ts';
import type { NewEvent } from '../events/message.ts';
import { problem } from '#platform/http/problem.ts';
import { readWalletsAt } from '../portfolio/holdings.ts';
import { readThematics } from '../portfolio/thematicStore.ts';
import { pricesAt, walletUpdated, walletView } from '../portfolio/walletView.ts';
import { quoted } from './importFaults.ts';
import type { Market } from '../prices/market.ts';

const namedUsers = 20;
const batchSize = 1000;

export async function readSimulatedThematics(
  tx: Queries,
  isKnown: (token: string) => boolean,
): Promise<string[]> {
  // The lock keeps others from creating wallets of them until the end of the transaction.
  await tx.select({ id: thematics.id }).from(thematics).for('update');
  const rows = await readThematics(tx);
  return rows
    .filter(
      ({ source, definitions }) =>
        source === 'simulated' ||
        definitions.some(({ tokens }) => tokens.some(({ token }) => !isKnown(token))),
    )
    .map(({ id }) => id);
}

interface SimulatedWallet {
  readonly walletSeq: number;
  readonly userSeq: number;
  readonly customId: string;
}

/** Wallets of those thematics, and wallets that ever held a token of the simulated market, in creation order. */
async function readSimulatedWallets(
  tx: Queries,
  thematicIds: readonly string[],
): Promise<SimulatedWallet[]> {
  const holdsUnknownToken = sql`EXISTS (
    SELECT 1 FROM ${statements}, json_array_elements(${statements.positions}) AS held
    WHERE ${statements.walletSeq} = ${wallets.seq}
      AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.id = held ->> 'token'))`;
  return tx
    .select({ walletSeq: wallets.seq, userSeq: wallets.userSeq, customId: users.customId })
    .from(wallets)
    .innerJoin(users, eq(users.seq, wallets.userSeq))
    .where(or(isOneOfTexts(wallets.thematicId, thematicIds), holdsUnknownToken))
    .orderBy(wallets.seq);
}

export interface Clearing {
  readonly thematicIds: readonly string[];
  /** Remove the users' holdings; otherwise they are a problem. */
  readonly replace: boolean;
  readonly market: Market;
  readonly at: number;
}

/**
 * Removes the simulated market after its sample users, once the new tokens are written: its thematics and the holdings
 * in it. Returns the number of users who lost holdings, and the events.
 */
export async function clearSimulated(
  tx: Queries,
  { thematicIds, replace, market, at }: Clearing,
): Promise<{ users: number; events: NewEvent[] }> {
  const held = await readSimulatedWallets(tx, thematicIds);
  const holders = [...new Set(held.map(({ customId }) => customId))];
  if (holders.length > 0 && !replace) throw inTheWay(holders);
  const events: NewEvent[] = [];
  for (let from = 0; from < held.length; from += batchSize) {
    const batch = held.slice(from, from + batchSize);
    events.push(...(await walletEvents(tx, market, batch, at)));
    const seqs = batch.map(({ walletSeq }) => walletSeq);
    await tx.delete(wallets).where(inArray(wallets.seq, seqs));
  }
  const userSeqs = [...new Set(held.map(({ userSeq }) => userSeq))];
  for (let from = 0; from < userSeqs.length; from += batchSize) {
    await tx
      .update(users)
      .set({ revision: sql`${users.revision} + 1`, updatedAt: at })
      .where(inArray(users.seq, userSeqs.slice(from, from + batchSize)));
  }
  await tx.delete(thematics).where(isOneOfTexts(thematics.id, thematicIds));
  return { users: holders.length, events };
}

function inTheWay(holders: readonly string[]): Error {
  const named = holders.slice(0, namedUsers);
  const rest = holders.length > namedUsers ? ` and ${holders.length - namedUsers} more` : '';
  const who =
    holders.length === 1 ? '1 user has holdings' : `${holders.length} users have holdings`;
  return problem(
    'holdings-in-the-way',
    `${who} in the simulated market: ${named.map(quoted).join(', ')}${rest}. Nothing was imported. --replace deletes these holdings; users, their attributes and webhooks remain.`,
    { members: { users: named, count: holders.length } },
  );
}

async function walletEvents(
  tx: Queries,
  market: Market,
  held: readonly SimulatedWallet[],
  at: number,
): Promise<NewEvent[]> {
  const prices = pricesAt(market, market.asOf());
  const seqs = held.map(({ walletSeq }) => walletSeq);
  const inForce = await readWalletsAt(tx, prices.at, { wallets: seqs });
  const rows = await tx.select().from(wallets).where(inArray(wallets.seq, seqs));
  const customIds = new Map(held.map(({ walletSeq, customId }) => [walletSeq, customId]));
  const positions = new Map(inForce.map((wallet) => [wallet.walletSeq, wallet.positions]));
  return rows.flatMap((row) => {
    const customId = customIds.get(row.seq) ?? '';
    const before = positions.get(row.seq) ?? [];
    if (before.length === 0) return [];
    const old = walletView(market, prices, customId, row, before);
    const now = walletView(market, prices, customId, { ...row, updatedAt: at }, []);
    return [walletUpdated(now, old)];
  });
}
