import { sql } from 'drizzle-orm';
import type { Wallet } from '#contract/wallet.ts';
import type { Queries } from '#platform/database/database.ts';
import { isOneOf } from '#platform/database/packed.ts';
import {
  statements,
  wallets,
  type UserRow,
  type WalletRow,
} from '#platform/database/schema/portfolio.ts';
import type { NewEvent } from '../events/message.ts';
import { newId } from '#platform/database/ids.ts';
import type { Market } from '../prices/market.ts';
import { thematicIds } from './thematicStore.ts';
import { areAllRetracted, readStatedWallets, type InForce, type StatedWallet } from './holdings.ts';
import { checkStatements, type CheckedStatement } from './checkStatements.ts';
import { samePositions } from './statedBefore.ts';
import { walletUpdated, walletView, type PricesAt } from './walletView.ts';

/** A part's rows travel as one JSON text: a statement has at most 65,535 parameters. */
const rowsPerStatement = 1000;

/** What is stated, of whom, and when. */
interface Change {
  readonly market: Market;
  readonly prices: PricesAt;
  readonly user: UserRow;
  /** The user's wallets before, each with its last statement. */
  readonly wallets: readonly StatedWallet[];
  readonly at: number;
}

export interface WrittenStatements {
  /** The user's wallets after, each with its last statement. */
  readonly wallets: readonly StatedWallet[];
  /** The totals of those that were stated, by their ids. */
  readonly totals: ReadonlyMap<string, number>;
  readonly events: readonly NewEvent[];
  /** Ids of the statements that were written. */
  readonly statements: readonly string[];
}

/**
 * Checks and writes the key `wallets` of a change of a locked user; null: all is so already. Of wallets that are there it
 * reads the last statement, and whether those of the same instants say the same: not the others.
 */
export async function writeStatements(
  tx: Queries,
  { market, prices, user, wallets: owned, at }: Change,
  value: unknown,
): Promise<WrittenStatements | null> {
  const before = byThematic(owned);
  const lastAt = new Map<string, number>();
  for (const [thematicId, { statement }] of before) {
    if (statement !== null) lastAt.set(thematicId, statement.at);
  }
  const known = { market, asOf: prices.at, thematicIds: await thematicIds(tx), lastAt };
  const stated = Map.groupBy(checkStatements(value, known), ({ thematicId }) => thematicId);
  const made = await insertWallets(tx, user, at, [...stated], before);
  const seqOf = (thematicId: string) => before.get(thematicId)?.wallet.seq ?? made.get(thematicId);
  const written = await insertStatements(tx, [...stated.values()].flat(), seqOf, at);
  if (written.length === 0) return null;
  const changed = new Set(written.map(({ walletSeq }) => walletSeq));
  await tx
    .update(wallets)
    .set({ updatedAt: at, retracted: areAllRetracted(tx) })
    .where(isOneOf(wallets.seq, [...changed]));
  const after = await readStatedWallets(tx, user.seq);
  const now = byThematic(after);
  const view: View = (wallet, statement) =>
    walletView(market, prices, user.customId, wallet, statement?.positions ?? []);
  const totals = new Map<string, number>();
  const events: NewEvent[] = [];
  for (const thematicId of stated.keys()) {
    const own = now.get(thematicId);
    if (own === undefined || !changed.has(own.wallet.seq)) continue;
    const shown = view(own.wallet, own.statement);
    totals.set(shown._id, shown.total);
    const event = walletEvent(before.get(thematicId), own, shown, view);
    if (event !== null) events.push(event);
  }
  return { wallets: after, totals, events, statements: written.map(({ id }) => id) };
}

function byThematic(all: readonly StatedWallet[]): ReadonlyMap<string, StatedWallet> {
  return new Map(all.map((stated) => [stated.wallet.thematicId, stated]));
}

/** Makes the wallets that are stated for the first time; a retraction of what was never stated makes none. */
async function insertWallets(
  tx: Queries,
  user: UserRow,
  at: number,
  stated: readonly (readonly [thematicId: string, statements: readonly CheckedStatement[]])[],
  before: ReadonlyMap<string, StatedWallet>,
): Promise<ReadonlyMap<string, number>> {
  const rows = stated
    .filter(([thematicId, own]) => !before.has(thematicId) && own.some(isStatement))
    .map(([thematicId], place) => ({ place, id: newId('wal'), thematic_id: thematicId }));
  if (rows.length === 0) return new Map();
  const { seq, thematicId } = wallets;
  const made = tx.$with('made', { seq, thematicId }).as(sql`
    INSERT INTO wallets (id, user_seq, thematic_id, updated_at)
    SELECT id, ${user.seq}::bigint, thematic_id, ${at}::bigint
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (place int, id text, thematic_id text)
    ORDER BY place
    RETURNING seq, thematic_id`);
  const written = await tx.with(made).select().from(made);
  return new Map(written.map(({ seq, thematicId }) => [thematicId, seq]));
}

const isStatement = ({ positions }: CheckedStatement) => positions !== null;

/** Writes what is not the last word about its instant already; answers the rows that were written. */
async function insertStatements(
  tx: Queries,
  stated: readonly CheckedStatement[],
  seqOf: (thematicId: string) => number | undefined,
  at: number,
): Promise<{ id: string; walletSeq: number }[]> {
  const all: { id: string; walletSeq: number }[] = [];
  for (let from = 0; from < stated.length; from += rowsPerStatement) {
    const rows = stated.slice(from, from + rowsPerStatement).map((statement, place) => ({
      place,
      id: newId('stm'),
      wallet_seq: seqOf(statement.thematicId),
      at: statement.at,
      ...(statement.positions === null ? {} : { positions: statement.positions }),
    }));
    // Positions are always written the same way, so that two that are the same are the same text.
    const written = tx.$with('written', { id: statements.id, walletSeq: statements.walletSeq })
      .as(sql`
      INSERT INTO statements (id, wallet_seq, at, positions, stated_at)
      SELECT rows.id, rows.wallet_seq, rows.at, rows.positions, ${at}::bigint
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS rows (place int, id text, wallet_seq bigint, at bigint, positions json)
      LEFT JOIN LATERAL (
        SELECT positions FROM statements
        WHERE wallet_seq = rows.wallet_seq AND at = rows.at ORDER BY seq DESC LIMIT 1
      ) AS said ON true
      WHERE rows.wallet_seq IS NOT NULL
        AND rows.positions::text IS DISTINCT FROM said.positions::text
      ORDER BY rows.place
      RETURNING id, wallet_seq`);
    all.push(...(await tx.with(written).select().from(written)));
  }
  return all;
}

type View = (wallet: WalletRow, statement: InForce | null) => Wallet;

/**
 * The event of a wallet made, or of one whose last statement changed; a correction of the past alone is none. The last
 * one is in force, also where a clock that was set back does not know its instant yet.
 */
function walletEvent(
  before: StatedWallet | undefined,
  { wallet, statement }: StatedWallet,
  now: Wallet,
  view: View,
): NewEvent | null {
  if (before?.wallet.retracted !== false)
    return { type: 'wallet.created', subject: wallet.id, data: now };
  const isSame = samePositions(before.statement?.positions ?? [], statement?.positions ?? []);
  if (isSame && !wallet.retracted) return null;
  return walletUpdated(now, view(wallet, before.statement));
}
