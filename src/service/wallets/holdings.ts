import { and, asc, desc, eq, gte, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { isOneOf, packed, unpacked } from '../database/packed.ts';
import { statements, wallets, type Position, type WalletRow } from '../database/schema.ts';

/** Positions of a wallet in force from `at` on, in order of token ids. */
export interface InForce {
  readonly at: number;
  readonly positions: readonly Position[];
}

/** Every statement of a wallet that stands, ascending; replaced and retracted ones are left out. */
export interface Standing {
  readonly statements: readonly InForce[];
}

export interface WalletHoldings extends Standing {
  readonly wallet: WalletRow;
}

/** A wallet with the positions in force at one instant. */
export interface WalletAt {
  readonly walletSeq: number;
  readonly userSeq: number;
  readonly thematicId: string;
  /** Since when they are in force; null: nothing was stated up to then. */
  readonly since: number | null;
  readonly positions: readonly Position[];
}

/**
 * The last word about each instant of a wallet up to `at`, the latest instant first. It reads a wallet's own rows
 * backwards along their index, whatever the planner knows of the table.
 */
function lastWords(queries: Queries, at?: number) {
  return queries
    .selectDistinctOn([statements.at], { at: statements.at, positions: statements.positions })
    .from(statements)
    .where(
      and(
        eq(statements.walletSeq, wallets.seq),
        at === undefined ? undefined : lte(statements.at, at),
      ),
    )
    .orderBy(desc(statements.at), desc(statements.seq))
    .as('last_words');
}

/** All wallets of a user in the order of their making, or the one of a thematic, with all that stands. */
export function readHoldings(
  queries: Queries,
  userSeq: number,
  thematicId?: string,
): Promise<WalletHoldings[]> {
  return readStanding(
    queries,
    and(
      eq(wallets.userSeq, userSeq),
      thematicId === undefined ? undefined : eq(wallets.thematicId, thematicId),
    ),
  );
}

/** What stands of wallets of any users, by the wallet's sequence; nothing of those that never stated anything. */
export async function readStandingOf(
  queries: Queries,
  walletSeqs: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const found = new Map<number, { statements: InForce[] }>();
  if (walletSeqs.length === 0) return found;
  const said = lastWords(queries);
  const fields = { walletSeq: wallets.seq, at: said.at, positions: said.positions };
  const [columns] = await queries
    .select(packed(fields, wallets.seq, said.at))
    .from(wallets)
    .innerJoinLateral(said, isNotNull(said.positions))
    .where(isOneOf(wallets.seq, walletSeqs));
  for (const { walletSeq, at, positions } of unpacked(columns)) {
    const standing = found.get(walletSeq) ?? { statements: [] };
    found.set(walletSeq, standing);
    if (positions !== null) standing.statements.push({ at, positions });
  }
  return found;
}

async function readStanding(queries: Queries, which: SQL | undefined): Promise<WalletHoldings[]> {
  const said = lastWords(queries);
  const rows = await queries
    .select({ wallet: wallets, at: said.at, positions: said.positions })
    .from(wallets)
    .leftJoinLateral(said, sql`true`)
    .where(which)
    .orderBy(asc(wallets.seq), asc(said.at));
  const found = new Map<number, { wallet: WalletRow; statements: InForce[] }>();
  for (const { wallet, at, positions } of rows) {
    const holdings = found.get(wallet.seq) ?? { wallet, statements: [] };
    found.set(wallet.seq, holdings);
    if (at !== null && positions !== null) holdings.statements.push({ at, positions });
  }
  return [...found.values()];
}

/** The positions of a wallet in force at an instant; none before its first statement. */
export function positionsAt({ statements }: Standing, at: number): readonly Position[] {
  return statements.findLast((statement) => statement.at <= at)?.positions ?? [];
}

/** Wallets of many users, or all of a thematic, with what is in force at one instant, in order of their making. */
export async function readWalletsAt(
  queries: Queries,
  at: number,
  which:
    | { users: { first: number; last: number } }
    | { thematicId: string }
    | { wallets: number[] },
): Promise<WalletAt[]> {
  const said = lastWords(queries, at);
  // A retraction is no statement: the one before it is in force.
  const inForce = queries
    .select({
      since: sql<number | null>`${said.at}`.as('since'),
      positions: said.positions,
    })
    .from(said)
    .where(isNotNull(said.positions))
    .orderBy(desc(said.at))
    .limit(1)
    .as('in_force');
  const fields = {
    walletSeq: wallets.seq,
    userSeq: wallets.userSeq,
    thematicId: wallets.thematicId,
    since: inForce.since,
    positions: sql<readonly Position[]>`coalesce(${inForce.positions}, '[]'::json)`,
  };
  const [columns] = await queries
    .select(packed(fields, wallets.seq))
    .from(wallets)
    .leftJoinLateral(inForce, sql`true`)
    .where(chosen(which));
  return unpacked(columns);
}

function chosen(
  which:
    | { users: { first: number; last: number } }
    | { thematicId: string }
    | { wallets: number[] },
): SQL | undefined {
  if ('users' in which) {
    return and(gte(wallets.userSeq, which.users.first), lte(wallets.userSeq, which.users.last));
  }
  return 'thematicId' in which
    ? eq(wallets.thematicId, which.thematicId)
    : isOneOf(wallets.seq, which.wallets);
}

/** Every statement of a user as it was made, newest first, with the wallet it is about. */
export function readStatements(queries: Queries, userSeq: number) {
  return queries
    .select({ statement: statements, thematicId: wallets.thematicId })
    .from(statements)
    .innerJoin(wallets, eq(wallets.seq, statements.walletSeq))
    .where(eq(wallets.userSeq, userSeq))
    .orderBy(desc(statements.seq));
}
