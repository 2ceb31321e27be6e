import { asc, count, gt, sql } from 'drizzle-orm';
import type { Database, Queries } from '#platform/database/database.ts';
import { packed, unpacked } from '#platform/database/packed.ts';
import { isOneOfTexts, isStorable, isText } from '#platform/database/text.ts';
import { users, type StoredAttributes, type UserRow } from '#platform/database/schema/portfolio.ts';
import { newId } from '#platform/database/ids.ts';
import { userNotFound } from '#platform/http/notFound.ts';

export async function selectUser(queries: Queries, customId: string): Promise<UserRow | undefined> {
  const [user] = await queries.select().from(users).where(isText(users.customId, customId));
  return user;
}

/** Existing users among many, by custom id; with `lock`, locked until the transaction ends. */
export async function selectUsers(
  queries: Queries,
  customIds: readonly string[],
  { lock = false } = {},
): Promise<ReadonlyMap<string, UserRow>> {
  const known = customIds.filter(isStorable);
  if (known.length === 0) return new Map();
  const query = queries.select().from(users).where(isOneOfTexts(users.customId, known));
  // A fixed order, so that two transactions that lock the same users do not deadlock.
  const found = (lock ? query.orderBy(asc(users.seq)).for('update') : query).as('found');
  const [columns] = await queries.select(packed(fieldsOf(found), found.seq)).from(found);
  return new Map(unpacked<UserRow>(columns).map((row) => [row.customId, row]));
}

function fieldsOf<Columns extends Record<keyof UserRow, unknown>>({
  seq,
  id,
  customId,
  attributes,
  sample,
  revision,
  createdAt,
  updatedAt,
}: Columns): Pick<Columns, keyof UserRow> {
  return { seq, id, customId, attributes, sample, revision, createdAt, updatedAt };
}

export async function findUser(queries: Queries, customId: string): Promise<UserRow> {
  const user = await selectUser(queries, customId);
  if (user === undefined) throw userNotFound(customId);
  return user;
}

const maxKnown = 10_000;

/** Finds users for reading. With an exclusive database, caches them until anything is written. */
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
    // Writes during the query may be missing in its result.
    if (now !== undefined && now === writes?.()) known.set(customId, found);
    return found;
  };
}

/** Like `findUser`, locked until the transaction ends, so that changes of one user are serialized. */
export async function lockUser(tx: Queries, customId: string): Promise<UserRow> {
  const [user] = await lockUsers(tx, [customId]);
  if (user === undefined) throw userNotFound(customId);
  return user;
}

/** Like `lockUser` for many users, in the given order. */
export async function lockUsers(tx: Queries, customIds: readonly string[]): Promise<UserRow[]> {
  const found = await selectUsers(tx, customIds, { lock: true });
  return customIds.map((customId) => {
    const user = found.get(customId);
    if (user === undefined) throw userNotFound(customId);
    return user;
  });
}

/** Creates users, in the given order, unless the customId exists; of concurrent ones, one creates it. */
export async function insertUsers(
  tx: Queries,
  fresh: readonly Pick<UserRow, 'customId' | 'attributes'>[],
  at: number,
): Promise<UserRow[]> {
  const rows = fresh.map(({ customId, attributes }, place) => ({
    place,
    id: newId('usr'),
    custom_id: customId,
    attributes,
  }));
  const made = tx.$with('made', { seq: users.seq, id: users.id, customId: users.customId }).as(sql`
    INSERT INTO users (id, custom_id, attributes, sample, revision, created_at, updated_at)
    SELECT id, custom_id, attributes, false, 1, ${at}::bigint, ${at}::bigint
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (place int, id text, custom_id text, attributes json)
    ORDER BY place
    ON CONFLICT (custom_id) DO NOTHING
    RETURNING seq, id, custom_id`);
  const inserted = await tx.with(made).select().from(made);
  const attributes = new Map(fresh.map((one) => [one.customId, one.attributes]));
  return inserted.map((row) => ({
    ...row,
    attributes: attributes.get(row.customId) ?? {},
    sample: false,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  }));
}

/** Writes attributes of locked users and increments their revisions, which changes their entity tags. */
export async function updateUsers(
  tx: Queries,
  changes: readonly { readonly row: UserRow; readonly attributes: StoredAttributes }[],
  at: number,
): Promise<UserRow[]> {
  if (changes.length === 0) return [];
  const rows = changes.map(({ row, attributes }) => ({ seq: row.seq, attributes }));
  const updated = tx.$with('updated', { seq: users.seq }).as(sql`
    UPDATE users SET attributes = rows.attributes, revision = revision + 1, updated_at = ${at}::bigint
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS rows (seq bigint, attributes json)
    WHERE users.seq = rows.seq
    RETURNING users.seq`);
  const [counted] = await tx.with(updated).select({ count: count() }).from(updated);
  if (counted?.count !== changes.length) throw new Error('A user vanished under its lock');
  return changes.map(({ row, attributes }) => ({
    ...row,
    attributes,
    revision: row.revision + 1,
    updatedAt: at,
  }));
}

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
  const [columns] = await queries.select(packed(fieldsOf(page), page.seq)).from(page);
  return unpacked(columns);
}
