import type { Context } from 'hono';
import {
  changedMembers,
  isObject,
  mergePatchOf,
  sameJson,
  type JsonObject,
} from '#contract/mergePatch.ts';
import { pathOf } from '#contract/operation.ts';
import { maxPageSize } from '#contract/operations/paging.ts';
import { createUser, getUser, getUsers, updateUser } from '#contract/operations/users.ts';
import { responseNotesHeader, responseNotesText } from '#contract/responseNotes.ts';
import { pointer } from '#contract/problem.ts';
import { readOnlyAttributes, type User } from '#contract/user.ts';
import { callOf, noteChanges, noteSubject } from '#platform/http/caller.ts';
import { attributeChanges } from '#platform/http/changes.ts';
import { checkIfMatch, mustBeNew } from '#platform/http/conditions.ts';
import { userNotFound } from '#platform/http/notFound.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { nextLink, readCursor } from '#platform/http/page.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { jsonArrayStream } from '#platform/http/stream.ts';
import { checkCustomId, patchAttributes, readPatch, readUpdate } from '#platform/http/userPatch.ts';
import { attributesToSend, differenceInWords, parsedExactly } from '../reading/attributes.ts';
import { lists } from '../reading/lists.ts';
import type { ForeignUser } from '../reading/read.ts';
import { readEachUser } from '../reading/readUserList.ts';
import { isOwnField, readUser, withWallets } from '../reading/readUsers.ts';
import { syncNotes } from '../sync/syncProgress.ts';
import { createSequences } from '../source/sequences.ts';
import { uncovered } from '../source/uncovered.ts';
import { isUnknown, readKnownUser, readKnownWallets, readOrKept } from './known.ts';
import { createPagedList } from './pagedList.ts';
import { createReader, type ConnectedService, type ForeignReader } from './reader.ts';
import { attributesOfForeign, tagOfForeign, userFrom } from './views.ts';

/** Why holdings cannot be entered in connected mode. */
export const noStatements =
  'The interface of the connected service does not define how to record holdings.';

interface ListedUsers {
  readonly users: readonly ForeignUser[];
  readonly reading: string;
}

export function userAnswers(connection: ConnectedService): Implementation[] {
  const { source, clock, sync, onChange } = connection;
  /** Simultaneous changes of one user must not create the user twice or undo each other. */
  const inSequence = createSequences();
  /** Time of the last change made here, in epoch milliseconds. */
  let changedAt = Number.NEGATIVE_INFINITY;
  const paged = createPagedList<ListedUsers>(async () => {
    const reader = createReader(connection, getUsers.path);
    const users = (await listOf(reader)).value;
    return { users, reading: reader.header() };
  }, clock);

  return [
    implement(getUsers, async ({ query: { customId, limit, after } }, c) => {
      if (customId !== undefined) return oneOrNone(customId);
      const { users, reading } = await listUsers(after !== undefined);
      const headers = { [responseNotesHeader]: reading };
      if (limit === undefined && after === undefined) {
        return new Reply(200, await jsonArrayStream(pagesOf(users)), headers);
      }
      const begin = readCursor(after);
      const end = begin + (limit ?? maxPageSize);
      const url = new URL(c.req.url);
      const link = end < users.length ? { Link: nextLink(url, end - begin, end) } : {};
      return new Reply(200, users.slice(begin, end).map(userFrom), { ...headers, ...link });
    }),

    implement(createUser, async ({ body: { customId } }, c) => {
      noteSubject(c, { id: customId });
      checkCustomId(customId, '/customId');
      return inSequence(customId, () => create(customId, c));
    }),

    implement(getUser, async ({ params: { id } }) => {
      const reader = createReader(connection, pathTo(id));
      const user = await readOrKeptUser(reader, id);
      return reader.reply(userFrom(user), 200, { ETag: tagOfForeign(user) });
    }),

    implement(updateUser, async ({ params: { id } }, c) => {
      const { attributes: patch, wallets } = readPatch(await readUpdate(c));
      if (wallets !== undefined) throw problem('not-offered', noStatements);
      checkAttributeNames(patch);
      return inSequence(id, () => update(id, patch, c));
    }),
  ];

  async function create(customId: string, c: Context) {
    const reader = createReader(connection, pathTo(customId));
    const isNew = !(await isTaken(reader, customId));
    const headers = { Location: pathTo(customId) };
    if (!isNew && mustBeNew(c)) {
      throw problem(
        'precondition-failed',
        `There is already a user with the customId ${JSON.stringify(customId)}.`,
        { headers },
      );
    }
    if (isNew) await callOf(c).recorder.start();
    const receipt = isNew ? await source.write('PUT', createUser.path, { customId }) : null;
    if (isNew) changed(customId);
    const user = await readBack(reader, customId, receipt?.json ?? null);
    return reader.reply(userFrom(user), isNew ? 201 : 200, {
      ...headers,
      ETag: tagOfForeign(user),
    });
  }

  async function update(id: string, patch: JsonObject, c: Context) {
    const { before, own } = await readForChange(id);
    checkIfMatch(c, tagOfForeign(before));
    const shown = attributesOfForeign(before);
    const after = patchAttributes(() => userFrom(before), shown, patch);
    const reader = createReader(connection, pathTo(id));
    const isSame = sameJson(after, shown);
    if (!isSame) {
      const wanted = uncovered(after, { shown, own: attributesOfForeign(own) });
      const sent = { ...own.shadowedInJson, ...expectedAfter(own, wanted) };
      const notFound = () => userNotFound(id);
      await callOf(c).recorder.start();
      await source.write('POST', pathTo(id), { json: JSON.stringify(sent) }, { notFound });
      changed(id);
      noteChanges(c, attributeChanges(changedMembers(shown, after)));
    }
    const user = await readAgain(reader, { ...before, attributes: after });
    const difference = isSame
      ? null
      : differenceInWords(expectedAfter(before, after), user.attributes);
    if (difference !== null) reader.note(difference);
    return reader.reply(userFrom(user), 200, { ETag: tagOfForeign(user) });
  }

  /** Returns all users from the sync. Requests the list if the sync failed or if something was changed here since. */
  async function listUsers(isLaterPage: boolean): Promise<ListedUsers> {
    if (sync.progress().listedAt === null) await sync.firstList();
    const progress = sync.progress();
    if (progress.listedAt !== null && progress.listedAt > changedAt) {
      const reading = syncNotes(progress, source.fault?.detail ?? null, clock());
      return { users: sync.users().map(({ user }) => user), reading: responseNotesText(reading) };
    }
    return isLaterPage ? paged.next(changedAt) : paged.first();
  }

  async function oneOrNone(customId: string) {
    const reader = createReader(connection, pathTo(customId));
    try {
      return reader.reply([userFrom(await readOrKeptUser(reader, customId))]);
    } catch (error) {
      if (isUnknown(error)) return reader.reply([]);
      throw error;
    }
  }

  /** Requests a user. If the service fails, returns the synced one. */
  function readOrKeptUser(reader: ForeignReader, id: string): Promise<ForeignUser> {
    return readOrKept(
      reader,
      () => readComplete(reader, id),
      () => {
        const kept = sync.user(id);
        if (kept === null) return null;
        const { user, userAt, walletsAt } = kept;
        return { value: user, readAt: Math.min(userAt, walletsAt ?? userAt) };
      },
    );
  }

  /** Returns the current user with and without covers. A change sends all attributes, so a cached user is not enough. */
  async function readForChange(id: string) {
    const reader = createReader(connection, pathTo(id));
    const user = await readKnownUser(reader, id, 0);
    checkFresh(reader);
    const { json, original } = await source.read(pathTo(id), { priority: 'person' });
    const before = readUser(json, id).value ?? user;
    const own = readUser(parsedExactly(original()), id).value ?? before;
    const unread = own.unreadAttributes;
    if (unread.length === 0) return { before, own };
    throw problem(
      'upstream-unreadable',
      `Nothing was sent: a change sends all attributes, and ${unread.join(', ')} could not be read exactly.`,
    );
  }

  function changed(id: string): void {
    const path = pathTo(id);
    changedAt = clock();
    source.forget(
      (one) =>
        one === path || one.startsWith(`${path}/`) || !/\/p\/users\/|\/p\/thematics/.test(one),
    );
    // The list contains the attributes.
    sync.changed(null);
    onChange();
  }
}

/** Returns the attributes expected after a change. Attributes next to a `json` text are included only if they change. */
function expectedAfter(user: ForeignUser, after: JsonObject): JsonObject {
  const before = attributesOfForeign(user);
  const patch = mergePatchOf(before, after);
  const held = Object.entries(before).filter(
    ([name]) => !user.besideJson.includes(name) || Object.hasOwn(patch, name),
  );
  return attributesToSend(Object.fromEntries(held), patch);
}

/** Rejects names that the service sets itself. `patchAttributes` rejects our own reserved names. */
function checkAttributeNames(patch: JsonObject): void {
  // A field named `json` would be parsed as the attributes themselves.
  const names = Object.keys(patch).filter(
    (name) => name === 'json' || (isOwnField(name) && !readOnlyAttributes.includes(name)),
  );
  if (names.length === 0) return;
  throw problem(
    'read-only-attribute',
    `The connected service sets ${names.join(', ')} itself: it cannot be changed.`,
    {
      errors: names.map((name) => ({
        pointer: pointer([name]),
        detail: `${name} cannot be changed`,
      })),
    },
  );
}

/** Some services answer an unknown user with another error than 404. */
const answered: ReadonlySet<string> = new Set(['upstream-rejected', 'upstream-unreadable']);

const pathTo = (id: string): string => pathOf(getUser, { params: { id } });

/** Checks first: a service may create a second user with the same customId. If the user is unreadable, checks the list. */
async function isTaken(reader: ForeignReader, customId: string): Promise<boolean> {
  try {
    await readKnownUser(reader, customId, 0);
  } catch (error) {
    if (isUnknown(error)) return false;
    if (!(error instanceof Problem && answered.has(error.code))) throw error;
    return (await listOf(reader)).value.some((user) => user.customId === customId);
  }
  checkFresh(reader);
  return true;
}

/** Returns the user after a successful change, even if the next request fails. */
async function readAgain(reader: ForeignReader, expected: ForeignUser): Promise<ForeignUser> {
  try {
    const user = await readComplete(reader, expected.customId);
    if (reader.stale === null) return user;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  reader.note('The change was accepted but could not be read back; it is shown as sent.');
  return expected;
}

/** Returns a new user from the next request, else from the answer to the change, else with only the customId. */
function readBack(reader: ForeignReader, customId: string, receipt: unknown) {
  const { value } = readUser(isObject(receipt) ? receipt : { customId }, customId);
  const { value: bare } = readUser({ customId }, customId);
  const expected = value ?? bare;
  if (expected === null) throw new Error('A customId alone is a user');
  return readAgain(reader, expected);
}

function checkFresh({ stale }: ForeignReader): void {
  if (stale !== null) throw problem('upstream-unreachable', `Nothing was sent. ${stale}`);
}

const listOf = (reader: ForeignReader) => reader.list(getUsers.path, lists.users, readEachUser);

/** Requests a user. A missing total or wallet count comes from the wallets. */
async function readComplete(reader: ForeignReader, id: string): Promise<ForeignUser> {
  const user = await readKnownUser(reader, id);
  if (user.total !== null && user.walletCount !== null) return user;
  try {
    const wallets = await readKnownWallets(reader, id);
    const complete = withWallets(user, wallets);
    // The wallets' own answer reports these findings.
    if (complete.total !== null) reader.leaveOut((one) => wallets.unread.includes(one));
    return complete;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reader.note(`The total is not known: the wallets could not be read. ${error.message}`);
    return user;
  }
}

const usersPerSlice = 500;

/** Splits the list, so that other requests are answered while it is written. */
async function* pagesOf(users: readonly ForeignUser[]): AsyncGenerator<User[]> {
  for (let at = 0; at < users.length; at += usersPerSlice) {
    yield users.slice(at, at + usersPerSlice).map(userFrom);
  }
}
