import type { DirectoryPeriod } from '#contract/directory.ts';
import type { Log } from '#platform/http/errors.ts';
import type { ForeignUser } from '../reading/read.ts';
import {
  changeBetween,
  type SeenChange,
  type StablePartsAt,
  stablePartsOfUser,
  stablePartsOfWallets,
} from '../reading/stableParts.ts';
import {
  userOfParts,
  type SyncState,
  type SyncedUser,
  type SyncStore,
  type Move,
} from './syncStore.ts';

export interface SyncedUsersOptions {
  readonly store: SyncStore;
  readonly log: Log;
  /** Called with changed and with removed users. */
  readonly onUsers: (users: readonly SyncedUser[], gone: readonly SyncedUser[]) => void;
  /** Called with changes that are not caused by prices. */
  readonly onSeen: (change: SeenChange) => void;
  /** The state to store with the users: the same object while it is unchanged. */
  readonly state: () => SyncState;
}

/** The latest data of all users, in memory, and written to the database every second. */
export interface SyncedUsers {
  readonly all: ReadonlyMap<string, SyncedUser>;
  load(): Promise<SyncState>;
  /** Updates a user from the list, but keeps the known wallets if the list has none. */
  putListed(listed: ForeignUser, position: number, readAt: number): void;
  /** Ignores users that were removed. */
  putWallets(customId: string, wallets: SyncedUser['wallets'], readAt: number): void;
  putMove(customId: string, period: DirectoryPeriod, move: Move): void;
  /**
   * Removes users that two lists in a row lack: pages may shift while one is read.
   * @returns whether a user is missing for the first time.
   */
  endList(listed: ReadonlySet<string>): Generator<void, boolean>;
  save(): Promise<void>;
  stop(): Promise<void>;
}

const saveEvery = 1000;

export function createSyncedUsers(options: SyncedUsersOptions): SyncedUsers {
  const { store, log, onUsers, onSeen, state } = options;
  const users = new Map<string, SyncedUser>();
  const unsaved = new Set<string>();
  let savedState: SyncState | null = null;
  let keys = 0;
  let saving: Promise<void> = Promise.resolve();

  /** @param isListed whether the user came with the list: the state then stores the time for all unchanged users. */
  function set(user: SyncedUser, isListed: boolean): void {
    const { customId } = user.user;
    const before = users.get(customId);
    users.set(customId, user);
    const isChange = before === undefined || !isSame(before, user);
    if (isChange || !isListed) unsaved.add(customId);
    if (!isChange) return;
    onUsers([user], []);
    for (const change of before === undefined ? ofNew(user) : changesOf(before, user)) {
      onSeen(change);
    }
  }

  /** A user that the latest list may have missed is new only if created since. */
  function ofNew({ user, userAt: readAt }: SyncedUser): readonly SeenChange[] {
    const { listedFrom } = state();
    const { createdAt: changedAt } = user;
    if (listedFrom === null || changedAt === null || changedAt <= listedFrom) return [];
    return [{ what: stablePartsOfUser(user).what, readBefore: listedFrom, readAt, changedAt }];
  }

  function save(): Promise<void> {
    saving = saving.then(async () => {
      const now = state();
      if (unsaved.size === 0 && now === savedState) return;
      const customIds = [...unsaved];
      unsaved.clear();
      const rows = customIds.flatMap((customId) => users.get(customId) ?? []);
      const gone = customIds.filter((customId) => !users.has(customId));
      try {
        await store.save(rows, gone, now);
        savedState = now;
      } catch (error) {
        for (const customId of customIds) unsaved.add(customId);
        log('Data of the connected service could not be stored', error);
      }
    });
    return saving;
  }

  const timer = setInterval(() => void save(), saveEvery).unref();

  return {
    all: users,
    async load() {
      const before = await store.load();
      for (const user of before.users) users.set(user.user.customId, user);
      keys = before.users.length;
      savedState = before.state;
      onUsers(before.users, []);
      return before.state;
    },
    putListed(listed, position, readAt) {
      const before = users.get(listed.customId);
      const wallets = listed.wallets === null ? (before?.wallets ?? null) : null;
      const readByItself = wallets === null ? null : (before?.walletsAt ?? null);
      set(
        {
          key: before?.key ?? ++keys,
          position,
          listed,
          wallets,
          user: userOfParts({ listed, wallets }),
          userAt: readAt,
          walletsAt: listed.wallets === null ? readByItself : readAt,
          moves: before?.moves ?? {},
          isMissing: false,
        },
        true,
      );
    },
    putWallets(customId, wallets, readAt) {
      const before = users.get(customId);
      if (before === undefined) return;
      const user = userOfParts({ ...before, wallets });
      set({ ...before, wallets, user, walletsAt: readAt }, false);
    },
    putMove(customId, period, move) {
      const before = users.get(customId);
      if (before !== undefined) {
        set({ ...before, moves: { ...before.moves, [period]: move } }, false);
      }
    },
    *endList(listed) {
      const missing: SyncedUser[] = [];
      for (const user of users.values()) {
        if (!listed.has(user.user.customId)) missing.push(user);
        yield;
      }
      const gone = missing.filter((user) => user.isMissing);
      for (const user of gone) {
        users.delete(user.user.customId);
        unsaved.add(user.user.customId);
      }
      onUsers([], gone);
      for (const user of missing) if (!user.isMissing) set({ ...user, isMissing: true }, true);
      return missing.length > gone.length;
    },
    save,
    async stop() {
      clearInterval(timer);
      await save();
    },
  };
}

/** Returns the changes between two answers on a user, and on their wallets. */
function changesOf(before: SyncedUser, after: SyncedUser): readonly SeenChange[] {
  const ofUser =
    before.listed === after.listed ? null : changeBetween(listedAt(before), listedAt(after));
  const [walletsBefore, walletsAfter] = [walletsOf(before), walletsOf(after)];
  const ofWallets =
    walletsBefore === null || walletsAfter === null || before.walletsAt === after.walletsAt
      ? null
      : changeBetween(walletsBefore, walletsAfter);
  return [ofUser, ofWallets].filter((change) => change !== null);
}

const listedAt = ({ listed, userAt }: SyncedUser): StablePartsAt => ({
  stable: stablePartsOfUser(listed),
  readAt: userAt,
});

/** @returns null if not all wallets are known. */
function walletsOf({ listed, wallets, walletsAt }: SyncedUser): StablePartsAt | null {
  const ofList = { value: listed.wallets ?? [], unread: [], incomplete: [] };
  const read = listed.wallets === null ? wallets : ofList;
  const stable = read === null ? null : stablePartsOfWallets(listed.customId, read);
  return stable === null || walletsAt === null ? null : { stable, readAt: walletsAt };
}

/** Ignores the times of the answers. */
function isSame(one: SyncedUser, other: SyncedUser): boolean {
  return textWithoutInstants(one) === textWithoutInstants(other);
}

function textWithoutInstants({ user, position, isMissing, walletsAt, moves }: SyncedUser): string {
  const changes = Object.entries(moves).map(([period, { change, spark }]) => [
    period,
    change,
    spark,
  ]);
  return JSON.stringify([user, position, isMissing, walletsAt !== null, changes]);
}
