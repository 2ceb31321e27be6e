import { asc, eq, gt, sql } from 'drizzle-orm';
import { customIdFault } from '#contract/user.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { packed, unpacked } from '#platform/database/packed.ts';
import { users, type Attributes, type UserRow } from '#platform/database/schema/portfolio.ts';
import { newId } from '#platform/database/ids.ts';
import { problem } from '#platform/http/problem.ts';

/** The user with that custom id; undefined where there is none. */
export async function selectUser(
  queries: Queries,
  customId: string,
  { lock = false } = {},
): Promise<UserRow | undefined> {
  // An impossible customId is not looked up: PostgreSQL would refuse some of them.
  if (customIdFault(customId) !== null) return undefined;
  const query = queries.select().from(users).where(eq(users.customId, customId));
  const [user] = await (lock ? query.for('update') : query);
  return user;
}

/** Those of many users that exist, by custom id. */
export async function selectUsers(
  queries: Queries,
  customIds: readonly string[],
): Promise<ReadonlyMap<string, UserRow>> {
  const known = customIds.filter((customId) => customIdFault(customId) === null);
  const { seq, id, customId, attributes, sample, revision, createdAt, updatedAt } = users;
  const fields = { seq, id, customId, attributes, sample, revision, createdAt, updatedAt };
  const [columns] = await queries
    .select(packed(fields, seq))
    .from(users)
    .where(sql`${customId} IN (SELECT json_array_elements_text(${JSON.stringify(known)}::json))`);
  return new Map(unpacked<UserRow>(columns).map((row) => [row.customId, row]));
}

/** The user with that custom id; 404 user-not-found. */
export async function findUser(queries: Queries, customId: string): Promise<UserRow> {
  const user = await selectUser(queries, customId);
  if (user === undefined) throw noSuchUser(customId);
  return user;
}

const maxKnown = 10_000;

/**
 * The same for what reads only. Where nobody else writes, who was found is found again without asking the database, until
 * anything is written.
 */
export function createUserFinder({
  queries,
  writes,
}: Database): (customId: string) => Promise<UserRow> {
  const known = new Map<string, UserRow>();
  let knownAt: number | undefined;
  return async (customId) => {
    const now = writes?.();
    if (now !== knownAt || known.size >= maxKnown) known.clear();
    knownAt = now;
    const found = known.get(customId) ?? (await findUser(queries, customId));
    // What was written meanwhile may not be in it.
    if (now !== undefined && now === writes?.()) known.set(customId, found);
    return found;
  };
}

/** The same, locked until the transaction ends: changes of one user happen one after the other. */
export async function lockUser(tx: Queries, customId: string): Promise<UserRow> {
  const user = await selectUser(tx, customId, { lock: true });
  if (user === undefined) throw noSuchUser(customId);
  return user;
}

function noSuchUser(customId: string): Error {
  return problem(
    'user-not-found',
    `There is no user with the customId ${JSON.stringify(customId)}.`,
  );
}

/** Makes a user unless one of that customId is there; of several at the same time, one creates it. */
export async function insertUser(
  tx: Queries,
  customId: string,
  at: number,
): Promise<UserRow | null> {
  const [made] = await tx
    .insert(users)
    .values({
      id: newId('usr'),
      customId,
      attributes: {},
      sample: false,
      revision: 1,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing({ target: users.customId })
    .returning();
  return made ?? null;
}

/** Writes attributes and counts a new revision: the user's entity tag changes. */
export async function updateUser(
  tx: Queries,
  user: UserRow,
  attributes: Attributes,
  at: number,
): Promise<UserRow> {
  const [updated] = await tx
    .update(users)
    .set({ attributes, revision: user.revision + 1, updatedAt: at })
    .where(eq(users.seq, user.seq))
    .returning();
  if (updated === undefined) throw new Error(`User ${user.id} vanished under its lock`);
  return updated;
}

/** The next users in order of their making. */
export async function readUsers(
  queries: Queries,
  after: number,
  limit: number,
): Promise<readonly UserRow[]> {
  const page = queries
    .select()
    .from(users)
    .where(gt(users.seq, after))
    .orderBy(asc(users.seq))
    .limit(limit)
    .as('page');
  const { seq, id, customId, attributes, sample, revision, createdAt, updatedAt } = page;
  const fields = { seq, id, customId, attributes, sample, revision, createdAt, updatedAt };
  const [columns] = await queries.select(packed(fields, page.seq)).from(page);
  return unpacked(columns);
}
