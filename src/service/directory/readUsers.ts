import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { day, windowOf } from '#contract/historyType.ts';
import type { DirectoryUser } from '#directory/directory.ts';
import type { HoldingsStatement, UserHoldings } from '#directory/holdings.ts';
import type { Queries } from '#platform/database/database.ts';
import { isOneOf, packed, unpacked } from '#platform/database/packed.ts';
import { users, wallets, type UserRow } from '#platform/database/schema/portfolio.ts';
import type { InForce } from '#figures/heldOver.ts';
import { readInForce, readStatementsInWindow, readWalletsAt } from '../portfolio/holdings.ts';
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

/** Users in the directory's format, with their holdings since an instant; deleted ones are left out. */
export async function readDirectoryUsers(
  queries: Queries,
  seqs: readonly number[],
  since: number,
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
  const holdings = await readHoldingsSince(queries, seqs, since);
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
    holdings: holdings.get(row.seq) ?? { heldFrom: null, wallets: [] },
  }));
}

async function readHoldingsSince(
  queries: Queries,
  userSeqs: readonly number[],
  since: number,
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
    since,
  );
  // A user without holdings at the start of the window may have had some before.
  const unsure = owned.filter(({ seq }) => {
    const [first] = inForce.get(seq) ?? [];
    return first !== undefined && first.at <= since && !holdsAnything(first);
  });
  const earlier = await readStatementsInWindow(
    queries,
    unsure.map(({ seq }) => seq),
    since,
  );
  const byUser = Map.groupBy(owned, ({ userSeq }) => userSeq);
  return new Map(
    [...byUser].map(([userSeq, own]) => {
      const heldFrom = Math.min(
        ...own.map(({ seq }) => earlier.get(seq)?.heldFrom ?? firstHeld(inForce.get(seq) ?? [])),
      );
      return [
        userSeq,
        {
          heldFrom: Number.isFinite(heldFrom) ? heldFrom : null,
          ...thinnedWallets(own, inForce, since),
        },
      ];
    }),
  );
}

/** All holdings of users in effect at any time, by user. */
export function readCompleteHoldings(
  queries: Queries,
  userSeqs: readonly number[],
): Promise<ReadonlyMap<number, UserHoldings>> {
  return readHoldingsSince(queries, userSeqs, beforeAll);
}

/** Holdings date from 1970 on. */
const beforeAll = -1;

function thinnedWallets(
  own: readonly { readonly seq: number; readonly thematic: string }[],
  inForce: ReadonlyMap<number, readonly InForce[]>,
  since: number,
): Pick<UserHoldings, 'wallets' | 'isThinned'> {
  let isThinned = false;
  const wallets = own.map(({ seq, thematic }) => {
    const all = inForce.get(seq) ?? [];
    const statements = thinned(all, since);
    isThinned ||= statements.length < all.length;
    return { thematic, statements };
  });
  return { wallets, isThinned };
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

const holdsAnything = ({ positions }: InForce) => positions.some(({ amount }) => amount > 0);

const firstHeld = (statements: readonly InForce[]): number =>
  statements.find(holdsAnything)?.at ?? Number.POSITIVE_INFINITY;

const fiveMinutes = 300_000;

/** Length of the window of which the directory contains all statements. Figures by daily steps end up to a day ago. */
export const holdingsWindow = windowOf.year + day;

/**
 * Removes statements that no record can show: records are multiples of five minutes, or of a day if older than 32
 * days. Every token that was ever held determines that resolution, so a statement with a token that the next one lacks
 * is kept too.
 */
function thinned(statements: readonly InForce[], since: number): HoldingsStatement[] {
  if (statements.length < 32 || since === beforeAll) return [...statements];
  const last = since + holdingsWindow;
  const recent = last - 32 * day;

  return statements.filter((statement, index) => {
    const next = statements[index + 1];
    if (next === undefined || next.at > last) return true;
    const step = next.at < recent ? day : fiveMinutes;
    if (Math.ceil(statement.at / step) * step < next.at) return true;
    const heldNext = heldTokens(next);
    return [...heldTokens(statement)].some((token) => !heldNext.has(token));
  });
}

const heldTokens = ({ positions }: InForce): ReadonlySet<string> =>
  new Set(positions.flatMap(({ token, amount }) => (amount > 0 ? token : [])));
