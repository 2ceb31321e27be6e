import { and, asc, count, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import {
  homeRoles,
  maxListedViews,
  openOwner,
  type HomeKind,
  type SavedView,
} from '#contract/savedViews.ts';
import { formatTime } from '#contract/time.ts';
import type { Queries } from '#platform/database/database.ts';
import { savedViews, viewHomes, type SavedViewRow } from '#platform/database/schema/views.ts';
import { isText } from '#platform/database/text.ts';
import type { Caller } from '#platform/http/caller.ts';
import { tagOf } from '#platform/http/conditions.ts';

/** How long a deleted view can be restored. */
const restorableMs = 3_600_000;

/** The owner of the views that a caller saves. */
export const ownerOf = ({ subject }: Caller): string => subject ?? openOwner;

/** The key of a home page: a person, or a role. Subjects have no colon, or begin with `oidc:`. */
const personOf = (kind: HomeKind, caller: Caller): string =>
  kind === 'me' ? ownerOf(caller) : `role:${kind}`;

const isVisible = (caller: Caller) =>
  or(eq(savedViews.isShared, true), eq(savedViews.owner, ownerOf(caller)));

export interface ViewWithHomes {
  readonly row: SavedViewRow;
  readonly homes: readonly HomeKind[];
}

/** Returns the views that a caller may see: own and shared ones by name; for `all`, those of everyone, newest first. */
export async function readViews(
  queries: Queries,
  caller: Caller,
  of: 'visible' | 'all',
): Promise<SavedView[]> {
  const rows = await queries
    .select()
    .from(savedViews)
    .where(and(isNull(savedViews.deletedAt), of === 'all' ? undefined : isVisible(caller)))
    .orderBy(...(of === 'all' ? [desc(savedViews.updatedAt)] : []), asc(savedViews.seq))
    .limit(maxListedViews);
  const homes = await homesOf(queries, caller);
  const views = rows.map((row) => viewOf({ row, homes: homes.get(row.seq) ?? [] }, caller));
  if (of === 'all') return views;
  return views.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Finds a view that the caller may see or restore; an admin any. undefined: none. */
export async function findView(
  queries: Queries,
  caller: Caller,
  id: string,
  { isLocked = false, mayBeDeleted = false } = {},
): Promise<ViewWithHomes | undefined> {
  const found = queries
    .select()
    .from(savedViews)
    .where(
      and(
        isText(savedViews.id, id),
        caller.role === 'admin' ? undefined : isVisible(caller),
        mayBeDeleted ? undefined : isNull(savedViews.deletedAt),
      ),
    );
  const [row] = await (isLocked ? found.for('update') : found);
  if (row === undefined) return undefined;
  return { row, homes: (await homesOf(queries, caller)).get(row.seq) ?? [] };
}

export async function isIdTaken(queries: Queries, id: string): Promise<boolean> {
  const found = await queries
    .select({ seq: savedViews.seq })
    .from(savedViews)
    .where(isText(savedViews.id, id));
  return found.length > 0;
}

/** Home pages as a caller sees them, by view. */
async function homesOf(queries: Queries, caller: Caller): Promise<Map<number, HomeKind[]>> {
  const kinds: readonly HomeKind[] = ['me', ...homeRoles];
  const people = new Map(kinds.map((kind) => [personOf(kind, caller), kind]));
  const rows = await queries
    .select()
    .from(viewHomes)
    .where(inArray(viewHomes.person, [...people.keys()]));
  const byView = new Map<number, HomeKind[]>();
  for (const [person, kind] of people) {
    const row = rows.find((one) => one.person === person);
    if (row !== undefined) byView.set(row.viewSeq, [...(byView.get(row.viewSeq) ?? []), kind]);
  }
  return byView;
}

/** Returns the address that `/` opens for a caller: their own home page, or that of their role; null: none. */
export async function readHome(queries: Queries, caller: Caller): Promise<string | null> {
  const { role } = caller;
  const kinds = homeRoles.filter((one) => one === role);
  const people = (['me', ...kinds] as const).map((kind) => personOf(kind, caller));
  const rows = await queries
    .select({ person: viewHomes.person, address: savedViews.address })
    .from(viewHomes)
    .innerJoin(savedViews, eq(savedViews.seq, viewHomes.viewSeq))
    .where(and(inArray(viewHomes.person, people), isNull(savedViews.deletedAt), isVisible(caller)));
  return (
    people.flatMap((one) => rows.find(({ person }) => person === one) ?? [])[0]?.address ?? null
  );
}

export function viewOf({ row, homes }: ViewWithHomes, caller: Caller): SavedView {
  const view = {
    id: row.id,
    name: row.name,
    address: row.address,
    owner: row.owner,
    ownerName: row.ownerName,
    own: row.owner === ownerOf(caller),
    shared: row.isShared,
    home: [...homes],
    updatedAt: formatTime(row.updatedAt),
  };
  return { ...view, etag: tagOf(JSON.stringify(view)) };
}

/** Returns the number of views of an owner. Until the transaction ends, no other one may count them. */
export async function countOwned(tx: Queries, owner: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`views of ${owner}`}, 0))`);
  const [row] = await tx
    .select({ count: count() })
    .from(savedViews)
    .where(and(eq(savedViews.owner, owner), isNull(savedViews.deletedAt)));
  return row?.count ?? 0;
}

/** Makes a view the home page of exactly these people and roles, of those that the caller may decide for. */
export async function setHomes(
  tx: Queries,
  { seq, isShared, owner }: Pick<SavedViewRow, 'seq' | 'isShared' | 'owner'>,
  {
    caller,
    wanted,
    decided,
  }: {
    readonly caller: Caller;
    readonly wanted: readonly HomeKind[];
    readonly decided: readonly HomeKind[];
  },
): Promise<void> {
  const people = wanted.map((kind) => personOf(kind, caller));
  const removed = decided
    .map((kind) => personOf(kind, caller))
    .filter((one) => !people.includes(one));
  const ofView = eq(viewHomes.viewSeq, seq);
  if (removed.length > 0) {
    await tx.delete(viewHomes).where(and(ofView, inArray(viewHomes.person, removed)));
  }
  for (const person of people) {
    await tx
      .insert(viewHomes)
      .values({ person, viewSeq: seq })
      .onConflictDoUpdate({ target: viewHomes.person, set: { viewSeq: seq } });
  }
  // Only the owner sees a private view.
  if (!isShared) await tx.delete(viewHomes).where(and(ofView, ne(viewHomes.person, owner)));
}

/** Removes views that can no longer be restored. */
export async function removeExpired(tx: Queries, now: number): Promise<void> {
  await tx.delete(savedViews).where(lt(savedViews.deletedAt, now - restorableMs));
}
