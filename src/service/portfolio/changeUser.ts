import type { User } from '#contract/user.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import type { Attributes, UserRow } from '#platform/database/schema/portfolio.ts';
import type { EventLog } from '../events/log.ts';
import type { NewEvent } from '../events/message.ts';
import type { Market } from '../prices/market.ts';
import { readStatedWallets, type StatedWallet } from './holdings.ts';
import { writeStatements, type WrittenStatements } from './writeStatements.ts';
import { showUser } from './userList.ts';
import { sameJson } from '#contract/mergePatch.ts';
import { patchAttributes, readPatch } from './userPatch.ts';
import { insertUser, lockUser, updateUser, findUser } from './userStore.ts';
import { userTag, userView } from './userView.ts';
import { pricesAt, totalOf, type PricesAt } from './walletView.ts';

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

/** The requested state of a user. */
export interface UserChange {
  /** All attributes as they are to be; `before` gives the user as it is shown. */
  readonly attributes: (before: () => User) => Attributes;
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

/** Changes a locked user, and writes the events of it: all at one as of, for which the wallets are valued once. */
export async function changeLockedUser(
  tx: Queries,
  { market, clock, events }: ChangeContext,
  row: UserRow,
  change: UserChange,
): Promise<ChangedUser> {
  const at = clock();
  const prices = pricesAt(market, market.asOf());
  const before = change.isNew === true ? [] : await readStatedWallets(tx, row.seq);
  const shownBefore = await lazyView(tx, prices, row, { wallets: before, totals: new Map() });
  const attributes = change.attributes(shownBefore);
  const written: WrittenStatements | null =
    change.wallets === undefined
      ? null
      : await writeStatements(
          tx,
          { market, prices, user: row, wallets: before, at },
          change.wallets,
        );
  const made = change.isNew === true ? [createdEvent(row)] : [];
  const isRenamed = !sameJson(attributes, row.attributes);
  if (!isRenamed && written === null) {
    await events.publish(tx, at, made);
    return { user: shownBefore(), row, changed: change.isNew === true, statements: [] };
  }
  const updated = await updateUser(tx, row, attributes, at);
  const after = written ?? { wallets: before, totals: new Map<string, number>() };
  const user = (await lazyView(tx, prices, updated, after))();
  const own = isRenamed ? [userEvent(user, row, attributes)] : [];
  await events.publish(tx, at, [...made, ...own, ...(written?.events ?? [])]);
  return { user, row: updated, changed: true, statements: written?.statements ?? [] };
}

/** Gives the user as it is shown, with totals of wallets that are known already. */
async function lazyView(
  tx: Queries,
  prices: PricesAt,
  row: UserRow,
  { wallets, totals }: { wallets: readonly StatedWallet[]; totals: ReadonlyMap<string, number> },
): Promise<() => User> {
  // The last statement of a wallet is in force, unless a clock was set back.
  const isSetBack = wallets.some(({ statement }) => (statement?.at ?? 0) > prices.at);
  const shown = isSetBack
    ? await readStatedWallets(tx, row.seq, prices.at)
    : wallets.filter(({ wallet }) => !wallet.retracted);
  let view: User | null = null;
  return () => {
    if (view !== null) return view;
    let total = 0;
    for (const { wallet, statement } of shown) {
      const known = isSetBack ? undefined : totals.get(wallet.id);
      total += known ?? totalOf(statement?.positions ?? [], prices);
    }
    view = userView(row, total, shown.length);
    return view;
  };
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
