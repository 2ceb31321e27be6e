import type { ReportedChange } from '#contract/auditChange.ts';
import type { User } from '#contract/user.ts';
import type { Database, Queries } from '#platform/database/database.ts';
import type { StoredAttributes, UserRow } from '#platform/database/schema/portfolio.ts';
import type { EventLog } from '../events/log.ts';
import type { NewEvent } from '../events/message.ts';
import type { Market } from '../prices/market.ts';
import { readWalletsWithStatement, type WalletWithStatement } from './holdings.ts';
import { statementChanges } from './statementChanges.ts';
import { writeStatements } from './writeStatements.ts';
import { showUser } from './userList.ts';
import { changedMembers, sameJson } from '#contract/mergePatch.ts';
import type { CallRecorder } from '#platform/http/caller.ts';
import { attributeChanges } from '#platform/http/changes.ts';
import { patchAttributes, readPatch } from '#platform/http/userPatch.ts';
import { findUser, insertUsers, lockUser, updateUsers } from './userStore.ts';
import { draftOf, userTag, userView } from './userView.ts';
import { pricesAt, totalOf, type PricesAt } from './walletView.ts';

/** The length of the largest change that shares a commit with others. */
const maxSharedLength = 64 * 1024;

export interface ShownUser {
  readonly user: User;
  readonly tag: string;
}

export interface ChangeContext {
  readonly database: Database;
  readonly market: Market;
  readonly clock: () => number;
  readonly events: EventLog;
  readonly author: string | null;
}

export interface RecordedContext extends ChangeContext {
  readonly recorder: Pick<CallRecorder, 'change'>;
}

export interface NewUserContent {
  readonly attributes: StoredAttributes;
  readonly wallets: unknown;
}

/**
 * Creates a user with its event and audit entry in one transaction; `made` is false if the user already exists, which is left
 * unchanged.
 */
export async function createUser(
  context: RecordedContext,
  customId: string,
  { attributes, wallets }: NewUserContent,
): Promise<ShownUser & { made: boolean }> {
  const { database, market, clock } = context;
  const made = await database.transaction(
    async (tx) => {
      const [row] = await insertUsers(tx, [{ customId, attributes }], clock());
      if (row === undefined) return undefined;
      const change = { row, attributes: () => row.attributes, wallets, isNew: true };
      const [created] = await changeLockedUsers(tx, context, [change]);
      if (created === undefined) throw new Error(`The new user ${customId} was lost`);
      const changes = await reportedChanges(tx, created);
      await context.recorder.change(tx, { status: 201, changes });
      return { user: created.view(), tag: userTag(created.row) };
    },
    { isAlone: JSON.stringify(wallets ?? null).length > maxSharedLength },
  );
  if (made !== undefined) return { made: true, ...made };
  const row = await findUser(database.queries, customId);
  const user = await showUser(database.queries, market, row);
  return { made: false, user, tag: userTag(row) };
}

/** Validates the attributes of a new user by the rules of a patch; `at` is their pointer in the body. */
export function newAttributes(
  customId: string,
  patch: StoredAttributes,
  at: readonly string[] = [],
): StoredAttributes {
  return patchAttributes(() => userView(draftOf(customId), 0, 0), {}, patch, at);
}

/**
 * Applies the text `json` to a user: attributes, statements of wallets, their events and audit entry in one transaction.
 * @param check called with the user's current entity tag before any change.
 */
export function changeUser(
  context: RecordedContext,
  customId: string,
  json: string,
  check: (tag: string) => void,
): Promise<ShownUser> {
  return context.database.transaction(
    async (tx) => {
      const row = await lockUser(tx, customId);
      check(userTag(row));
      const patch = readPatch(json);
      const attributes = (before: () => User) =>
        patchAttributes(before, row.attributes, patch.attributes);
      const change = { row, attributes, wallets: patch.wallets };
      const [changed] = await changeLockedUsers(tx, context, [change]);
      if (changed === undefined) throw new Error(`The change of ${customId} was lost`);
      await context.recorder.change(tx, { changes: await reportedChanges(tx, changed) });
      return { user: changed.view(), tag: userTag(changed.row) };
    },
    { isAlone: json.length > maxSharedLength },
  );
}

async function reportedChanges(
  tx: Queries,
  { before, row, statements }: ChangedUser,
): Promise<ReportedChange[]> {
  return [
    ...attributeChanges(changedMembers(before.attributes, row.attributes)),
    ...(await statementChanges(tx, statements)),
  ];
}

export interface LockedUserChange {
  readonly row: UserRow;
  /** All attributes after the change; `before` returns the user as displayed. */
  readonly attributes: (before: () => User) => StoredAttributes;
  readonly wallets: unknown;
  /** The user was inserted in this transaction with its attributes, and is not published yet. */
  readonly isNew?: boolean;
}

export interface ChangedUser {
  /** The state before the change; a new one has no attributes here. */
  readonly before: UserRow;
  readonly row: UserRow;
  readonly view: () => User;
  readonly changed: boolean;
  readonly statements: readonly string[];
}

/**
 * Changes locked users and writes their events in order, all at one instant, for which the wallets are valued once.
 * Many users need as many database statements as one. One invalid change rejects all.
 */
export async function changeLockedUsers(
  tx: Queries,
  { market, clock, events, author }: ChangeContext,
  changes: readonly LockedUserChange[],
): Promise<ChangedUser[]> {
  const at = clock();
  const prices = pricesAt(market, market.asOf());
  const known = changes.flatMap(({ row, isNew }) => (isNew === true ? [] : row.seq));
  const owned = Map.groupBy(
    await readWalletsWithStatement(tx, known),
    ({ wallet }) => wallet.userSeq,
  );
  const before = await withViews(
    tx,
    prices,
    changes.map((change) => ({ ...change, ownWallets: owned.get(change.row.seq) ?? [] })),
  );
  const requested = before.map((user) => ({
    ...user,
    before: user.isNew === true ? { ...user.row, attributes: {} } : user.row,
    attributes: user.attributes(user.view),
  }));
  const written = await writeStatements(
    tx,
    { market, prices, at, author },
    requested.map(({ row, ownWallets, wallets }) => ({
      user: row,
      wallets: ownWallets,
      value: wallets,
    })),
  );
  const done = requested.map((user, index) => {
    const statements = written[index] ?? null;
    const isRenamed = !sameJson(user.attributes, user.before.attributes);
    const isNew = user.isNew === true;
    const changed = isNew || isRenamed || statements !== null;
    return { ...user, written: statements, isRenamed, isNew, changed };
  });
  const changed = done.filter((user) => user.changed && !user.isNew);
  const updated = new Map((await updateUsers(tx, changed, at)).map((row) => [row.seq, row]));
  const after = await withViews(
    tx,
    prices,
    done.map((user) => ({
      ...user,
      row: updated.get(user.row.seq) ?? user.row,
      ownWallets: user.written?.wallets ?? user.ownWallets,
      totals: user.written?.totals,
    })),
  );
  await events.publish(
    tx,
    at,
    after.flatMap(({ isNew, before, row, isRenamed, view, written }) => [
      ...(isNew || isRenamed ? [userEvent(view(), isNew ? null : before, row.attributes)] : []),
      ...(written?.events ?? []),
    ]),
  );
  return after.map(({ before, row, view, changed, written }) => ({
    before,
    row,
    view,
    changed,
    statements: written?.statements ?? [],
  }));
}

interface Viewed {
  readonly row: UserRow;
  readonly ownWallets: readonly WalletWithStatement[];
  readonly totals?: ReadonlyMap<string, number> | undefined;
}

async function withViews<User extends Viewed>(
  tx: Queries,
  prices: PricesAt,
  users: readonly User[],
) {
  // A wallet's latest statement applies, unless the clock was set back.
  const isSetBack = ({ ownWallets }: Viewed) =>
    ownWallets.some(({ statement }) => (statement?.at ?? 0) > prices.at);
  const setBack = users.filter(isSetBack).map(({ row }) => row.seq);
  const inForce = await readWalletsWithStatement(tx, setBack, prices.at);
  const earlier = Map.groupBy(inForce, ({ wallet }) => wallet.userSeq);
  return users.map((user) => {
    const { row, ownWallets, totals } = user;
    return {
      ...user,
      view: isSetBack(user)
        ? lazyView(row, prices, earlier.get(row.seq) ?? [])
        : lazyView(row, prices, ownWallets.filter(isListed), totals),
    };
  });
}

const isListed = ({ wallet }: WalletWithStatement) => !wallet.retracted;

function lazyView(
  row: UserRow,
  prices: PricesAt,
  wallets: readonly WalletWithStatement[],
  totals?: ReadonlyMap<string, number>,
): () => User {
  let view: User | null = null;
  return () => {
    if (view !== null) return view;
    let total = 0;
    for (const { wallet, statement } of wallets) {
      total += totals?.get(wallet.id) ?? totalOf(statement?.positions ?? [], prices);
    }
    view = userView(row, total, wallets.length);
    return view;
  };
}

function userEvent(user: User, before: UserRow | null, after: StoredAttributes): NewEvent {
  if (before === null) return { type: 'user.created', subject: user.customId, data: user };
  const previous = Object.fromEntries(
    changedMembers(before.attributes, after).map(({ name, before: old = null }) => [name, old]),
  );
  return { type: 'user.updated', subject: user.customId, data: { ...user, previous } };
}
