import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { packed, unpacked } from '#platform/database/packed.ts';
import {
  statements,
  wallets,
  type StoredPosition,
  type StatementRow,
} from '#platform/database/schema/portfolio.ts';

export interface StoredStatement extends Omit<StatementRow, 'seq'> {
  readonly thematicId: string;
}

export async function readStatements(
  queries: Queries,
  userSeq: number,
): Promise<StoredStatement[]> {
  const { seq, ...own } = getTableColumns(statements);
  const fields = { ...own, thematicId: wallets.thematicId };
  const [columns] = await queries
    .select(packed(fields, sql`${seq} DESC`))
    .from(statements)
    .innerJoin(wallets, eq(wallets.seq, statements.walletSeq))
    .where(eq(wallets.userSeq, userSeq));
  return unpacked(columns);
}

export interface WalletInstant {
  readonly userSeq: number;
  readonly thematicId: string;
  readonly at: number;
}

export interface EarlierPositions {
  readonly exactly: readonly StoredPosition[] | null;
  readonly inForce: readonly StoredPosition[] | null;
}

const nothing: EarlierPositions = { exactly: null, inForce: null };

export async function readEarlierPositions(
  queries: Queries,
  requested: readonly WalletInstant[],
): Promise<EarlierPositions[]> {
  if (requested.length === 0) return [];
  const rows = requested.map(({ userSeq, thematicId, at }, index) => ({
    index,
    user_seq: userSeq,
    thematic_id: thematicId,
    at,
  }));
  const isLatest = sql`said.seq >= (
    SELECT max(later.seq) FROM ${statements} AS later
    WHERE later.wallet_seq = said.wallet_seq AND later.at = said.at)`;
  const before = queries.$with('before', {
    index: sql<number>`index`.mapWith(Number).as('index'),
    exactly: sql<readonly StoredPosition[] | null>`exactly`.as('exactly'),
    inForce: sql<readonly StoredPosition[] | null>`in_force`.as('in_force'),
  });
  const read = before.as(sql`
    SELECT wanted.index, exactly.positions AS exactly, in_force.positions AS in_force
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS wanted (index int, user_seq bigint, thematic_id text, at bigint)
    JOIN ${wallets} AS wallet
      ON wallet.user_seq = wanted.user_seq AND wallet.thematic_id = wanted.thematic_id
    LEFT JOIN LATERAL (
      SELECT said.positions FROM ${statements} AS said
      WHERE said.wallet_seq = wallet.seq AND said.at = wanted.at ORDER BY said.seq DESC LIMIT 1
    ) AS exactly ON true
    LEFT JOIN LATERAL (
      SELECT said.positions FROM ${statements} AS said
      WHERE said.wallet_seq = wallet.seq AND said.at <= wanted.at
        AND said.positions IS NOT NULL AND ${isLatest}
      ORDER BY said.at DESC LIMIT 1
    ) AS in_force ON true`);
  const byIndex = new Map(
    (await queries.with(read).select().from(read)).map(({ index, exactly, inForce }) => [
      index,
      { exactly, inForce },
    ]),
  );
  return requested.map((_, index) => byIndex.get(index) ?? nothing);
}
