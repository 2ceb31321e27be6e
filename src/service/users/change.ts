import type { User } from '#contract/user.ts';
import type { Database } from '../database/database.ts';
import type { Attributes, UserRow } from '../database/schema.ts';
import type { EventLog, NewEvent } from '../events/log.ts';
import type { Market } from '../market/market.ts';
import { thematicIds } from '../thematics/store.ts';
import { checkStatements } from '../wallets/state.ts';
import { writeStatements } from '../wallets/write.ts';
import { showUser } from './list.ts';
import { patchAttributes, readPatch, sameJson } from './patch.ts';
import { insertUser, lockUser, updateUser, findUser } from './store.ts';
import { userTag, userView } from './view.ts';

export interface ShownUser {
  readonly user: User;
  readonly tag: string;
}

interface Surroundings {
  readonly database: Database;
  readonly market: Market;
  readonly clock: () => number;
  readonly events: EventLog;
}

/** Makes a user with its event in one transaction; `made` is false where it was there already. */
export async function createUser(
  { database, market, clock, events }: Surroundings,
  customId: string,
): Promise<ShownUser & { made: boolean }> {
  const made = await database.transaction(async (tx) => {
    const at = clock();
    const row = await insertUser(tx, customId, at);
    if (row !== null) {
      await events.append(tx, at, [
        { type: 'user.created', subject: customId, data: userView(row, 0, 0) },
      ]);
    }
    return row;
  });
  const row = made ?? (await findUser(database.queries, customId));
  return {
    made: made !== null,
    user: await showUser(database.queries, market, row),
    tag: userTag(row),
  };
}

/**
 * Applies the text `json` to a user: attributes, statements of wallets and their events in one transaction.
 * @param check looks at the entity tag the user has before anything is changed.
 */
export function changeUser(
  { database, market, clock, events }: Surroundings,
  customId: string,
  json: string,
  check: (tag: string) => void,
): Promise<ShownUser> {
  return database.transaction(async (tx) => {
    const at = clock();
    const row = await lockUser(tx, customId);
    check(userTag(row));
    const patch = readPatch(json);
    const before = await showUser(tx, market, row);
    const attributes = patchAttributes(before, row.attributes, patch.attributes);
    const stated =
      patch.wallets === undefined
        ? []
        : checkStatements(patch.wallets, { market, thematicIds: await thematicIds(tx) });
    const holdings = await writeStatements(tx, market, row, stated, at);
    const renamed = !sameJson(attributes, row.attributes);
    if (!renamed && !holdings.changed) return { user: before, tag: userTag(row) };
    const updated = await updateUser(tx, row, attributes, at);
    const user = await showUser(tx, market, updated);
    const own = renamed ? [userEvent(user, row, attributes)] : [];
    await events.append(tx, at, [...own, ...holdings.events]);
    return { user, tag: userTag(updated) };
  });
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
