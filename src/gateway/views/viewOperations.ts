import { eq } from 'drizzle-orm';
import { deleteView, getView, getViews, putView } from '#contract/operations/views.ts';
import { pathOf } from '#contract/operation.ts';
import {
  homeKinds,
  maxViewsPerOwner,
  openOwner,
  viewIdPattern,
  type HomeKind,
  type SavedView,
  type SavedViewContent,
} from '#contract/savedViews.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import { savedViews } from '#platform/database/schema/views.ts';
import { callOf, type Caller, type ChangeFacts } from '#platform/http/caller.ts';
import { fieldChange } from '#platform/http/changes.ts';
import { checkIfMatch, mustBeNew } from '#platform/http/conditions.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { makeChange } from '#platform/http/makeChange.ts';
import { problem, type Problem } from '#platform/http/problem.ts';
import type { Homes } from './homes.ts';
import {
  countOwned,
  findView,
  isIdTaken,
  ownerOf,
  readViews,
  removeExpired,
  setHomes,
  viewOf,
  type ViewWithHomes,
} from './viewStore.ts';

export interface ViewOperationsOptions {
  readonly database: Database;
  readonly clock: () => number;
  readonly homes: Homes;
}

export function viewOperations({
  database,
  clock,
  homes,
}: ViewOperationsOptions): Implementation[] {
  const { queries } = database;
  return [
    implement(getViews, ({ query: { of } }, c) => {
      const { caller } = callOf(c);
      if (of === 'all' && caller.role !== 'admin') {
        throw problem('forbidden', 'Only admins can list the private views of others.');
      }
      return readViews(queries, caller, of ?? 'visible');
    }),

    implement(getView, async ({ params: { id } }, c) => {
      const { caller } = callOf(c);
      return tagged(200, viewOf((await findView(queries, caller, id)) ?? missing(id), caller));
    }),

    implement(putView, async ({ params: { id }, body }, c) => {
      const { caller } = callOf(c);
      checkContent(id, body);
      const { after, isNew } = await makeChange(
        c,
        database,
        async (tx) => {
          const now = clock();
          await removeExpired(tx, now);
          const found = await findView(tx, caller, id, { isLocked: true, mayBeDeleted: true });
          if (found === undefined && (await isIdTaken(tx, id))) missing(id);
          const before = found?.row.deletedAt === null ? viewOf(found, caller) : null;
          checkIfMatch(c, before?.etag ?? null);
          if (mustBeNew(c) && before !== null) {
            throw problem('precondition-failed', `There already is a view with the id ${id}.`);
          }
          checkRights(caller, found, body);
          const after = await write(tx, { id, body, found, caller, now });
          return { before, after, isNew: before === null };
        },
        ({ before, after, isNew }) => ({
          ...factsOf(before, after),
          status: isNew ? 201 : 200,
        }),
      );
      homes.forget();
      if (!isNew) return tagged(200, after);
      return tagged(201, after, { Location: pathOf(getView, { params: { id } }) });
    }),

    implement(deleteView, async ({ params: { id } }, c) => {
      const { caller } = callOf(c);
      await makeChange(
        c,
        database,
        async (tx) => {
          const found = (await findView(tx, caller, id, { isLocked: true })) ?? missing(id);
          const view = viewOf(found, caller);
          checkIfMatch(c, view.etag);
          if (!mayChange(caller, found)) throw onlyAdmins('remove');
          await tx
            .update(savedViews)
            .set({ deletedAt: clock() })
            .where(eq(savedViews.seq, found.row.seq));
          await removeExpired(tx, clock());
          return view;
        },
        (before) => factsOf(before, null),
      );
      homes.forget();
      return undefined;
    }),
  ];
}

function missing(id: string): never {
  throw problem('view-not-found', `There is no view ${JSON.stringify(id)}, or it is not shared.`);
}

function tagged(
  status: 200 | 201,
  view: SavedView,
  headers: Readonly<Record<string, string>> = {},
): Reply<SavedView> {
  return new Reply(status, view, { ETag: view.etag, ...headers });
}

function checkContent(id: string, { shared = false, home = [] }: SavedViewContent): void {
  if (!viewIdPattern.test(id)) {
    throw problem(
      'invalid-body',
      'The id of a view has 1 to 64 letters, digits, hyphens and underscores.',
    );
  }
  if (!shared && home.some((kind) => kind !== 'me')) {
    throw problem('invalid-body', 'The home page of a role must be a shared view.', {
      errors: [{ pointer: '/shared', detail: 'must be true for the home page of a role' }],
    });
  }
}

/** Shared views belong to everyone, so only admins change them. */
function mayChange(caller: Caller, { row }: ViewWithHomes): boolean {
  return caller.role === 'admin' || (row.owner === ownerOf(caller) && !row.isShared);
}

function onlyAdmins(verb: string): Problem {
  return problem('forbidden', `This view is shared, so only admins can ${verb} it.`);
}

function checkRights(
  caller: Caller,
  found: ViewWithHomes | undefined,
  { name, address, shared = false, home = [] }: SavedViewContent,
): void {
  if (
    found !== undefined &&
    home.includes('me') &&
    !shared &&
    found.row.owner !== ownerOf(caller)
  ) {
    throw problem('invalid-body', 'Share this view before you make it your home page.', {
      errors: [{ pointer: '/home', detail: 'must not include “me” for a private view of others' }],
    });
  }
  if (caller.role === 'admin') return;
  if (shared && found?.row.isShared !== true) {
    throw problem('forbidden', 'Only admins can share a view. Ask an admin to share it.');
  }
  if (home.some((kind) => kind !== 'me' && found?.homes.includes(kind) !== true)) {
    throw problem('forbidden', 'Only admins can set the home page of a role.');
  }
  if (found === undefined || mayChange(caller, found)) return;
  const { row } = found;
  const isSame = row.name === name && row.address === address && shared && row.deletedAt === null;
  if (!isSame) throw onlyAdmins('change');
}

interface ViewToWrite {
  readonly id: string;
  readonly body: SavedViewContent;
  readonly found: ViewWithHomes | undefined;
  readonly caller: Caller;
  readonly now: number;
}

async function write(
  tx: Queries,
  { id, body, found, caller, now }: ViewToWrite,
): Promise<SavedView> {
  const { name, address, shared = false, home = [] } = body;
  const owner = found?.row.owner ?? ownerOf(caller);
  if (found?.row.deletedAt !== null && (await countOwned(tx, owner)) >= maxViewsPerOwner) {
    throw problem(
      'too-many-views',
      `A person can have ${maxViewsPerOwner} views. Remove one to save another.`,
    );
  }
  const content = { name, address, isShared: shared, deletedAt: null };
  const isSame =
    found !== undefined &&
    Object.entries(content).every(([key, value]) => Reflect.get(found.row, key) === value);
  const [row] = await (found === undefined
    ? tx
        .insert(savedViews)
        .values({
          id,
          owner,
          ownerName: caller.subject === null ? openOwner : caller.name,
          updatedAt: now,
          ...content,
        })
        .returning()
    : tx
        .update(savedViews)
        .set({ ...content, ...(isSame ? {} : { updatedAt: now }) })
        .where(eq(savedViews.seq, found.row.seq))
        .returning());
  if (row === undefined) throw new Error('A view that was written was not returned');
  const decided: readonly HomeKind[] = caller.role === 'admin' ? homeKinds : ['me'];
  const wanted = decided.filter((kind) => home.includes(kind));
  await setHomes(tx, row, { caller, wanted, decided });
  return viewOf((await findView(tx, caller, id)) ?? missing(id), caller);
}

function factsOf(before: SavedView | null, after: SavedView | null): ChangeFacts {
  const [old, now] = [textsOf(before), textsOf(after)];
  const { id = null, name = null } = after ?? before ?? {};
  return {
    subject: { id, name },
    changes: [
      ...fieldChange('name', before?.name, after?.name),
      ...fieldChange('address', before?.address, after?.address),
      ...fieldChange('shared', old.shared, now.shared),
      ...fieldChange('home', old.home, now.home),
    ],
  };
}

function textsOf(view: SavedView | null): { readonly shared?: string; readonly home?: string } {
  if (view === null) return {};
  return { shared: view.shared ? 'yes' : 'no', home: view.home.join(', ') || 'none' };
}
