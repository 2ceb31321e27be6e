import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  lte,
  notExists,
  sql,
  type SQL,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { InForce, WalletHoldings } from '#figures/heldOver.ts';
import type { Queries } from '#platform/database/database.ts';
import { isOneOf, packed, unpacked, wholeOrNull } from '#platform/database/packed.ts';
import {
  statements,
  wallets,
  type StoredPosition,
  type WalletRow,
} from '#platform/database/schema/portfolio.ts';

/** The statements of a wallet in effect, without replaced and withdrawn ones. */
export type EffectiveStatements = Omit<WalletHoldings, 'thematicId'>;

export interface StoredHoldings extends WalletHoldings {
  readonly wallet: WalletRow;
}

export interface WalletAt {
  readonly walletSeq: number;
  readonly userSeq: number;
  readonly thematicId: string;
  readonly since: number | null;
  readonly positions: readonly StoredPosition[];
}

// The following queries read the rows of one wallet along their index, forward or backward, and only as far as
// necessary: a wallet may have 100,000 statements. They are written so that the planner has no alternative, whatever
// the table's statistics: a limit does not reach an index through DISTINCT ON, and the latest statement is searched
// with `>=`, because `=` is considered rare.

const ofWallet = eq(statements.walletSeq, wallets.seq);

const isLatest = sql`${statements.seq} >= (
  SELECT max(later.seq) FROM ${statements} AS later
  WHERE later.wallet_seq = ${statements.walletSeq} AND later.at = ${statements.at})`;

/** The statement of a wallet that applies at an instant; default: the latest one in effect. */
function inForceAt(queries: Queries, at?: number) {
  const fields = { at: statements.at, positions: statements.positions };
  const upTo = and(ofWallet, at === undefined ? undefined : lte(statements.at, at));
  const newest = queries
    .select(fields)
    .from(statements)
    .where(upTo)
    .orderBy(desc(statements.at), desc(statements.seq))
    .limit(1)
    .as('newest');
  const stands = queries
    .select({ at: newest.at, positions: newest.positions })
    .from(newest)
    .where(isNotNull(newest.positions));
  // After a withdrawal the previous statement applies. It is only searched if the latest one is a withdrawal.
  const before = queries
    .select(fields)
    .from(statements)
    .where(and(upTo, isNotNull(statements.positions), isLatest))
    .orderBy(desc(statements.at))
    .limit(1);
  return unionAll(stands, before).limit(1);
}

export function areAllRetracted(queries: Queries): SQL {
  return notExists(inForceAt(queries));
}

const isListed = eq(wallets.retracted, false);

/** The statements of a wallet in effect; with a window, only those that apply within it. */
function effectiveSince(queries: Queries, since: number | null) {
  const latest = queries
    .selectDistinctOn([statements.at], { at: statements.at, positions: statements.positions })
    .from(statements)
    .where(and(ofWallet, since === null ? undefined : gt(statements.at, since)))
    .orderBy(desc(statements.at), desc(statements.seq))
    .as('last_words');
  const inside = queries
    .select({ at: latest.at, positions: latest.positions })
    .from(latest)
    .where(isNotNull(latest.positions));
  return (since === null ? inside : unionAll(inside, inForceAt(queries, since))).as('standing');
}

function firstHolding(queries: Queries) {
  const holdsAnything = sql`EXISTS (
    SELECT FROM json_array_elements(${statements.positions}) AS held WHERE held ->> 'amount' <> '0')`;
  return queries
    .select({ at: sql<number>`${statements.at}`.as('held_from') })
    .from(statements)
    .where(and(ofWallet, isLatest, holdsAnything))
    .orderBy(asc(statements.at))
    .limit(1)
    .as('first_holding');
}

interface Which {
  readonly thematicId?: string | undefined;
  readonly since: number | null;
}

/** Wallets of a user in creation order, with the statements in effect within a window. */
export async function readHoldings(
  queries: Queries,
  userSeq: number,
  { thematicId, since }: Which,
): Promise<StoredHoldings[]> {
  const effective = effectiveSince(queries, since);
  const { at, positions } = packed(
    { at: effective.at, positions: effective.positions },
    effective.at,
  );
  const latest = queries
    .select({ at: at.as('instants'), positions: positions.as('stated') })
    .from(effective)
    .as('said');
  const first = firstHolding(queries);
  const rows = await queries
    .select({
      wallet: wallets,
      at: latest.at,
      positions: latest.positions,
      heldFrom: sql<number | null>`${first.at}`.mapWith(wholeOrNull),
    })
    .from(wallets)
    .leftJoinLateral(latest, sql`true`)
    .leftJoinLateral(first, sql`true`)
    .where(
      and(
        eq(wallets.userSeq, userSeq),
        isListed,
        thematicId === undefined ? undefined : eq(wallets.thematicId, thematicId),
      ),
    )
    .orderBy(asc(wallets.seq));
  return rows.map(({ wallet, heldFrom, ...columns }) => ({
    wallet,
    thematicId: wallet.thematicId,
    heldFrom,
    statements: unpacked(columns).flatMap(({ at, positions }) =>
      positions === null ? [] : { at, positions },
    ),
  }));
}

/** All statements in effect, by the wallet's sequence; wallets without any are left out. */
export async function readInForce(
  queries: Queries,
  walletSeqs: readonly number[],
): Promise<ReadonlyMap<number, readonly InForce[]>> {
  if (walletSeqs.length === 0) return new Map();
  const effective = effectiveSince(queries, null);
  const fields = { walletSeq: wallets.seq, at: effective.at, positions: effective.positions };
  const [columns] = await queries
    .select(packed(fields, wallets.seq, effective.at))
    .from(wallets)
    .innerJoinLateral(effective, sql`true`)
    .where(isOneOf(wallets.seq, walletSeqs));
  const rows = unpacked<{ walletSeq: number; at: number; positions: StoredPosition[] | null }>(
    columns,
  );
  return Map.groupBy(
    rows.flatMap(({ positions, ...row }) => (positions === null ? [] : { ...row, positions })),
    ({ walletSeq }) => walletSeq,
  );
}

/** Returns the positions in effect at an instant; null before the first statement. */
export function positionsAt(
  { statements }: EffectiveStatements,
  at: number,
): readonly StoredPosition[] | null {
  return statements.findLast((statement) => statement.at <= at)?.positions ?? null;
}

export interface WalletWithStatement {
  readonly wallet: WalletRow;
  readonly statement: InForce | null;
}

/**
 * Wallets of users in creation order, each with the statement that applies at an instant. Default: the latest one in
 * effect, and including withdrawn wallets.
 */
export async function readWalletsWithStatement(
  queries: Queries,
  userSeqs: readonly number[],
  at?: number,
): Promise<WalletWithStatement[]> {
  if (userSeqs.length === 0) return [];
  const inForce = inForceAt(queries, at).as('in_force');
  const fields = { ...getTableColumns(wallets), from: inForce.at, positions: inForce.positions };
  const [columns] = await queries
    .select(packed(fields, wallets.seq))
    .from(wallets)
    .leftJoinLateral(inForce, sql`true`)
    .where(and(isOneOf(wallets.userSeq, userSeqs), at === undefined ? undefined : isListed));
  const rows = unpacked<WalletRow & { from: number | null; positions: StoredPosition[] | null }>(
    columns,
  );
  return rows.map(({ from, positions, ...wallet }) => ({
    wallet,
    statement: from === null || positions === null ? null : { at: from, positions },
  }));
}

/** Wallets of a range of users, of some users, or these wallets, by sequence. */
type WalletChoice =
  | { readonly users: { readonly first: number; readonly last: number } | readonly number[] }
  | { readonly wallets: readonly number[] };

export async function readWalletsAt(
  queries: Queries,
  at: number,
  which: WalletChoice,
): Promise<WalletAt[]> {
  const inForce = inForceAt(queries, at).as('in_force');
  const fields = {
    walletSeq: wallets.seq,
    userSeq: wallets.userSeq,
    thematicId: wallets.thematicId,
    since: sql<number | null>`${inForce.at}`,
    positions: sql<readonly StoredPosition[]>`coalesce(${inForce.positions}, '[]'::json)`,
  };
  const [columns] = await queries
    .select(packed(fields, wallets.seq))
    .from(wallets)
    .leftJoinLateral(inForce, sql`true`)
    .where(and(isListed, chosen(which)));
  return unpacked(columns);
}

function chosen(which: WalletChoice): SQL | undefined {
  if ('wallets' in which) return isOneOf(wallets.seq, which.wallets);
  if ('first' in which.users) {
    return and(gte(wallets.userSeq, which.users.first), lte(wallets.userSeq, which.users.last));
  }
  return isOneOf(wallets.userSeq, which.users);
}
