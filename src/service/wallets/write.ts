import { eq } from 'drizzle-orm';
import type { Wallet } from '#contract/wallet.ts';
import type { Queries } from '../database/database.ts';
import {
  statements,
  wallets,
  type Position,
  type UserRow,
  type WalletRow,
} from '../database/schema.ts';
import type { NewEvent } from '../events/log.ts';
import { newId } from '../ids.ts';
import type { Market } from '../market/market.ts';
import { positionsAt, readHoldings, type WalletHoldings } from './holdings.ts';
import type { CheckedStatement } from './state.ts';
import { pricesAt, walletView, type PricesAt } from './value.ts';

export interface WrittenStatements {
  /** Whether anything was written that was not so before. */
  readonly changed: boolean;
  readonly events: NewEvent[];
}

/** Writes statements of a locked user's wallets; what is already so is not written again. */
export async function writeStatements(
  tx: Queries,
  market: Market,
  user: UserRow,
  stated: readonly CheckedStatement[],
  at: number,
): Promise<WrittenStatements> {
  const before = await readHoldings(tx, user.seq);
  const prices = pricesAt(market, market.asOf());
  const events: NewEvent[] = [];
  let changed = false;
  for (const [thematicId, own] of Map.groupBy(stated, (statement) => statement.thematicId)) {
    const holdings = before.find(({ wallet }) => wallet.thematicId === thematicId);
    const fresh = own.filter((statement) => !isSaid(holdings, statement));
    if (fresh.length === 0) continue;
    changed = true;
    const wallet = holdings?.wallet ?? (await insertWallet(tx, user, thematicId, at));
    await tx.insert(statements).values(
      fresh.map((statement) => ({
        id: newId('stm'),
        walletSeq: wallet.seq,
        at: statement.at,
        positions: statement.positions,
        statedAt: at,
      })),
    );
    const event = await walletEvent(tx, { market, prices, user, wallet, holdings, at });
    if (event !== null) events.push(event);
  }
  return { changed, events };
}

/** Whether the last word about that instant already says so. */
function isSaid(
  holdings: WalletHoldings | undefined,
  { at, positions }: CheckedStatement,
): boolean {
  const said = holdings?.statements.find((statement) => statement.at === at);
  if (positions === null) return said === undefined;
  return said !== undefined && samePositions(said.positions, positions);
}

function samePositions(a: readonly Position[], b: readonly Position[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ token, amount }, index) => token === b[index]?.token && amount === b[index]?.amount)
  );
}

async function insertWallet(
  tx: Queries,
  user: UserRow,
  thematicId: string,
  at: number,
): Promise<WalletRow> {
  const [wallet] = await tx
    .insert(wallets)
    .values({ id: newId('wal'), userSeq: user.seq, thematicId, updatedAt: at })
    .returning();
  if (wallet === undefined) throw new Error('A wallet that was inserted was not returned');
  return wallet;
}

interface Written {
  market: Market;
  prices: PricesAt;
  user: UserRow;
  wallet: WalletRow;
  /** What stood before; undefined: the wallet is new. */
  holdings: WalletHoldings | undefined;
  at: number;
}

/** The event of a wallet made, or of one whose positions of now changed; a correction of the past alone is none. */
async function walletEvent(tx: Queries, written: Written): Promise<NewEvent | null> {
  const { market, prices, user, holdings, at } = written;
  const [after] = await readHoldings(tx, user.seq, written.wallet.thematicId);
  if (after === undefined) return null;
  const positions = positionsAt(after, prices.at);
  const previous = holdings === undefined ? null : positionsAt(holdings, prices.at);
  const wallet = { ...written.wallet, updatedAt: at };
  await tx.update(wallets).set({ updatedAt: at }).where(eq(wallets.seq, wallet.seq));
  const view = walletView(market, prices, user.customId, wallet, positions);
  if (previous === null) return { type: 'wallet.created', subject: wallet.id, data: view };
  if (samePositions(previous, positions)) return null;
  const old: Wallet = walletView(market, prices, user.customId, wallet, previous);
  return {
    type: 'wallet.updated',
    subject: wallet.id,
    data: { ...view, previous: { total: old.total, tokens: old.tokens } },
  };
}
