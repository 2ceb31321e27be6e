import type { User } from '#contract/user.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import type { Attributes, UserRow } from '#platform/database/schema/portfolio.ts';
import type { EventLog } from '../events/log.ts';
import type { NewEvent } from '../events/message.ts';
import type { Market } from '../prices/market.ts';
import { writeStatements } from './writeStatements.ts';
import { showUser } from './userList.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { patchAttributes, readPatch } from './userPatch.ts';
import { insertUser, lockUser, updateUser, findUser } from './userStore.ts';
import { userTag, userView } from './userView.ts';

export interface ShownUser {
  readonly user: User;
  readonly tag: string;
}

export interface ChangeContext {
  readonly database: Database;
  readonly market: Market;
  readonly clock: () => number;
  readonly events: EventLog;
}

/** Makes a user with its event in one transaction; `made` is false where it was there already. */
export async function createUser(
  { database, market, clock, events }: ChangeContext,
  customId: string,
): Promise<ShownUser & { made: boolean }> {
  const made = await database.transaction(async (tx) => {
    const at = clock();
    const row = await insertUser(tx, customId, at);
    if (row !== null) await events.publish(tx, at, [createdEvent(row)]);
    return row;
  });
  const row = made ?? (await findUser(database.queries, customId));
  return {
    made: made !== null,
    user: await showUser(database.queries, market, row),
    tag: userTag(row),
  };
}

function createdEvent(row: UserRow): NewEvent {
  return { type: 'user.created', subject: row.customId, data: userView(row, 0, 0) };
}

/**
 * Applies the text `json` to a user: attributes, statements of wallets and their events in one transaction.
 * @param check looks at the entity tag the user has before anything is changed.
 */
export function changeUser(
  context: ChangeContext,
  customId: string,
  json: string,
  check: (tag: string) => void,
): Promise<ShownUser> {
  return context.database.transaction(async (tx) => {
    const row = await lockUser(tx, customId);
    check(userTag(row));
    const patch = readPatch(json);
    const { user, row: changed } = await changeLockedUser(tx, context, row, {
      attributes: (before) => patchAttributes(before, row.attributes, patch.attributes),
      wallets: patch.wallets,
    });
    return { user, tag: userTag(changed) };
  });
}

/** What a user is to have. */
export interface UserChange {
  /** All attributes as they are to be, given the user as it is shown. */
  readonly attributes: (before: User) => Attributes;
  /** The value of the key `wallets`; undefined: not given. */
  readonly wallets: unknown;
  /** The user was inserted in this transaction, and its event is still to be written. */
  readonly isNew?: boolean;
}

export interface ChangedUser {
  readonly user: User;
  readonly row: UserRow;
  readonly changed: boolean;
  /** Ids of the statements that were written. */
  readonly statements: readonly string[];
}

/** Changes a locked user, and writes the events of it. */
export async function changeLockedUser(
  tx: Queries,
  { market, clock, events }: ChangeContext,
  row: UserRow,
  change: UserChange,
): Promise<ChangedUser> {
  const at = clock();
  const isNew = change.isNew === true;
  const before = isNew ? userView(row, 0, 0) : await showUser(tx, market, row);
  const attributes = change.attributes(before);
  const holdings =
    change.wallets === undefined
      ? { changed: false, events: [], statements: [] }
      : await writeStatements(tx, market, row, change.wallets, at);
  const { statements } = holdings;
  const renamed = !sameJson(attributes, row.attributes);
  const made = isNew ? [createdEvent(row)] : [];
  if (!renamed && !holdings.changed) {
    await events.publish(tx, at, made);
    return { user: before, row, changed: isNew, statements };
  }
  const updated = await updateUser(tx, row, attributes, at);
  const user = await showUser(tx, market, updated);
  const own = renamed ? [userEvent(user, row, attributes)] : [];
  await events.publish(tx, at, [...made, ...own, ...holdings.events]);
  return { user, row: updated, changed: true, statements };
}

function userEvent(user: User, { attributes }: UserRow, after: Attributes): NewEvent {
  // Maps: an attribute may be called __proto__ or constructor.
  const old = new Map(Object.entries(attributes));
  const now = new Map(Object.entries(after));
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => !sameJson(old.get(name), now.get(name)),
  );
  const previous = Object.fromEntries(changed.map((name) => [name, old.get(name) ?? null]));
  return { type: 'user.updated', subject: user.customId, data: { ...user, previous } };
}
