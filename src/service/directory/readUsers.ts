import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { day } from '#contract/historyType.ts';
import type { DirectoryUser } from '#directory/directory.ts';
import type { HoldingsStatement, UserHoldings } from '#directory/holdings.ts';
import type { Queries } from '#platform/database/database.ts';
import { isOneOf, packed, unpacked } from '#platform/database/packed.ts';
import { users, wallets, type UserRow } from '#platform/database/schema/portfolio.ts';
import { readInForce, readWalletsAt } from '../portfolio/holdings.ts';
import { nameOf, otherAttributesOf } from '../portfolio/userView.ts';

/** Identifies the state of a user: changes with every change, also if another user replaces it. */
const tag = sql<number>`hashtextextended(${users.id}, ${users.revision}) >> 11`;

export interface UserTag {
  readonly seq: number;
  readonly tag: number;
}

/** Identifies the state of all users together. */
export async function readFingerprint(queries: Queries): Promise<string> {
  const [row] = await queries
    .select({ print: sql<string>`count(*)::text || ' ' || coalesce(sum(${tag}), 0)::text` })
    .from(users);
  return row?.print ?? '';
}

/** Users that were created after another, or changed since an instant. */
export async function readChanged(
  queries: Queries,
  { afterSeq, since }: { readonly afterSeq: number; readonly since: number },
): Promise<(UserTag & { updatedAt: number })[]> {
  const [columns] = await queries
    .select(packed({ seq: users.seq, tag, updatedAt: users.updatedAt }, users.seq))
    .from(users)
    .where(sql`${users.updatedAt} >= ${since} OR ${users.seq} > ${afterSeq}`);
  return unpacked(columns);
}

/** The tags of all users, page by page. */
export async function readTags(queries: Queries, after: number, limit: number): Promise<UserTag[]> {
  const page = queries
    .select({ seq: users.seq, tag: tag.as('tag') })
    .from(users)
    .where(gt(users.seq, after))
    .orderBy(asc(users.seq))
    .limit(limit)
    .as('page');
  const [columns] = await queries
    .select(packed({ seq: page.seq, tag: sql<number>`${page.tag}` }, page.seq))
    .from(page);
  return unpacked(columns);
}

/**
 * Users in the directory's format; deleted ones are left out.
 * @param asOf the end of their histories: statements that no record up to then shows are left out.
 */
export async function readDirectoryUsers(
  queries: Queries,
  seqs: readonly number[],
  asOf: number,
): Promise<(DirectoryUser & UserTag & { updatedAt: number })[]> {
  if (seqs.length === 0) return [];
  const { seq, customId, attributes, sample, createdAt, updatedAt } = users;
  const fields = { seq, customId, attributes, sample, createdAt, updatedAt, tag };
  const [columns] = await queries
    .select(packed(fields, users.seq))
    .from(users)
    .where(isOneOf(users.seq, seqs));
  const rows = unpacked<
    Pick<UserRow, 'seq' | 'customId' | 'attributes' | 'sample' | 'createdAt' | 'updatedAt'> &
      UserTag
  >(columns);
  const holdings = await readCompleteHoldings(queries, seqs);
  return rows.map((row) => ({
    seq: row.seq,
    tag: row.tag,
    updatedAt: row.updatedAt,
    key: row.seq,
    person: {
      customId: row.customId,
      name: nameOf(row),
      attributes: otherAttributesOf(row) ?? {},
      createdAt: row.createdAt,
      sample: row.sample,
    },
    holdings: thinned(holdings.get(row.seq) ?? { heldFrom: null, wallets: [] }, asOf),
  }));
}

/** All holdings of users in effect at any time, by user. */
export async function readCompleteHoldings(
  queries: Queries,
  userSeqs: readonly number[],
): Promise<ReadonlyMap<number, UserHoldings>> {
  const [columns] = await queries
    .select(
      packed(
        { seq: wallets.seq, userSeq: wallets.userSeq, thematic: wallets.thematicId },
        wallets.seq,
      ),
    )
    .from(wallets)
    .where(and(isOneOf(wallets.userSeq, userSeqs), eq(wallets.retracted, false)));
  const owned = unpacked<{ seq: number; userSeq: number; thematic: string }>(columns);
  const inForce = await readInForce(
    queries,
    owned.map(({ seq }) => seq),
  );
  const byUser = Map.groupBy(owned, ({ userSeq }) => userSeq);
  return new Map(
    [...byUser].map(([userSeq, own]) => {
      const held = own.map(({ seq, thematic }) => ({
        thematic,
        statements: inForce.get(seq) ?? [],
      }));
      const heldFrom = Math.min(...held.map(({ statements }) => firstHeld(statements)));
      return [userSeq, { heldFrom: Number.isFinite(heldFrom) ? heldFrom : null, wallets: held }];
    }),
  );
}

/** The holdings of users at an instant, by user. */
export async function readHoldingsAt(
  queries: Queries,
  userSeqs: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, UserHoldings>> {
  const wallets = await readWalletsAt(queries, at, { users: userSeqs });
  const byUser = Map.groupBy(wallets, ({ userSeq }) => userSeq);
  return new Map(
    userSeqs.map((userSeq) => [
      userSeq,
      {
        heldFrom: null,
        wallets: (byUser.get(userSeq) ?? []).map(({ thematicId, since, positions }) => ({
          thematic: thematicId,
          statements: since === null ? [] : [{ at: since, positions }],
        })),
      },
    ]),
  );
}

const firstHeld = (statements: readonly HoldingsStatement[]): number =>
  statements.find(({ positions }) => positions.some(({ amount }) => amount > 0))?.at ??
  Number.POSITIVE_INFINITY;

const fiveMinutes = 300_000;

/** Removes statements that no record up to `asOf` can show. */
function thinned(holdings: UserHoldings, asOf: number): UserHoldings {
  let isThinned = false;
  const wallets = holdings.wallets.map(({ thematic, statements: all }) => {
    const statements = thinnedStatements(all, holdings.heldFrom, asOf);
    isThinned ||= statements.length < all.length;
    return { thematic, statements };
  });
  return { ...holdings, wallets, isThinned };
}

/**
 * Records are multiples of five minutes, or of a day if older than 32 days, and the first holding. Every token that was ever held
 * determines that resolution, so a statement with a token that the next one lacks is kept too.
 */
function thinnedStatements(
  statements: readonly HoldingsStatement[],
  heldFrom: number | null,
  asOf: number,
): readonly HoldingsStatement[] {
  if (statements.length < 32) return statements;
  const recent = asOf - 32 * day;

  return statements.filter((statement, index) => {
    const next = statements[index + 1];
    if (next === undefined || next.at > asOf || statement.at === heldFrom) return true;
    const step = next.at < recent ? day : fiveMinutes;
    if (Math.ceil(statement.at / step) * step < next.at) return true;
    const heldNext = heldTokens(next);
    return [...heldTokens(statement)].some((token) => !heldNext.has(token));
  });
}

const heldTokens = ({ positions }: HoldingsStatement): ReadonlySet<string> =>
  new Set(positions.flatMap(({ token, amount }) => (amount > 0 ? token : [])));
