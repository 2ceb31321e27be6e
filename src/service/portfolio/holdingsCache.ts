import { sql } from 'drizzle-orm';
import type { Queries } from '#platform/database/database.ts';
import { statements, wallets, type UserRow } from '#platform/database/schema/portfolio.ts';
import { readHoldings, type StoredHoldings } from './holdings.ts';

export interface HoldingsCache {
  /** The holdings of a user; null if there are too many to cache: then they are read for each window. */
  of(queries: Queries, user: UserRow): Promise<readonly StoredHoldings[] | null>;
}

/** A user may have 100,000 statements, so longer lists are only read as far as necessary. */
const maxCachedStatements = 250;
/** Cached positions of all users: some 40 MB. */
const maxPositions = 400_000;

interface CachedHoldings {
  readonly revision: number;
  /** Null: there are too many, and that rarely changes. */
  readonly holdings: readonly StoredHoldings[] | null;
  readonly size: number;
}

/** Every change of holdings increments the revision of their user, in any process, which validates the cache. */
export function createHoldingsCache(limit = maxPositions): HoldingsCache {
  const cached = new Map<string, CachedHoldings>();
  let total = 0;

  function drop(id: string): void {
    total -= cached.get(id)?.size ?? 0;
    cached.delete(id);
  }

  return {
    async of(queries, user) {
      const known = cached.get(user.id);
      const isCurrent = known?.holdings === null || known?.revision === user.revision;
      const one = known !== undefined && isCurrent ? known : await read(queries, user);
      drop(user.id);
      cached.set(user.id, one);
      total += one.size;
      for (const id of cached.keys()) {
        if (total <= limit || id === user.id) break;
        drop(id);
      }
      return one.holdings;
    },
  };
}

async function read(queries: Queries, user: UserRow): Promise<CachedHoldings> {
  const { revision, seq } = user;
  const holdings = (await hasMany(queries, seq))
    ? null
    : await readHoldings(queries, seq, { since: null });
  const positions = (holdings ?? []).flatMap((wallet) =>
    wallet.statements.map((statement) => statement.positions.length + 1),
  );
  return { revision, holdings, size: positions.reduce((sum, count) => sum + count, 1) };
}

async function hasMany(queries: Queries, userSeq: number): Promise<boolean> {
  const [row] = await queries.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(
    sql`(SELECT FROM ${statements} JOIN ${wallets} ON ${wallets.seq} = ${statements.walletSeq}
        WHERE ${wallets.userSeq} = ${userSeq} LIMIT ${maxCachedStatements + 1}) AS counted`,
  );
  return (row?.count ?? 0) > maxCachedStatements;
}
