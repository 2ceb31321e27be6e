import type { DirectoryPeriod } from '#contract/directory.ts';
import type { Log } from '#platform/http/errors.ts';
import type { ForeignUser } from '../reading/read.ts';
import {
  changeBetween,
  type SeenChange,
  type StatedAt,
  statedOfUser,
  statedOfWallets,
} from '../reading/stated.ts';
import {
  userOfParts,
  type KeptRound,
  type KeptUser,
  type KeptUsers,
  type Move,
} from './keptUsers.ts';

export interface RoundUsersOptions {
  readonly kept: KeptUsers;
  readonly log: Log;
  /** Users were read anew, or went. */
  readonly onUsers: (users: readonly KeptUser[], gone: readonly KeptUser[]) => void;
  /** What somebody changed there, prices aside. */
  readonly onSeen: (change: SeenChange) => void;
  /** How far reading is, to be stored with them: the same object as long as it is the same. */
  readonly round: () => KeptRound;
}

/** All users as they were read last: in memory, and from there in the database within a second. */
export interface RoundUsers {
  readonly all: ReadonlyMap<string, KeptUser>;
  /** What the last process had read. */
  load(): Promise<KeptRound>;
  /** A user as the list has him; his wallets are those that were read before, unless it holds them. */
  putListed(listed: ForeignUser, position: number, readAt: number): void;
  /** Who is in no list any more has none. */
  putWallets(customId: string, wallets: KeptUser['wallets'], readAt: number): void;
  putMove(customId: string, period: DirectoryPeriod, move: Move): void;
  /** A list ended: who was in none of two in a row is gone. Whether somebody was missing for the first time: pages may have shifted. */
  endList(listed: ReadonlySet<string>): Generator<void, boolean>;
  save(): Promise<void>;
  /** Stores what is not stored yet, and ends. */
  stop(): Promise<void>;
}

const saveEvery = 1000;

export function createRoundUsers(options: RoundUsersOptions): RoundUsers {
  const { kept, log, onUsers, onSeen, round } = options;
  const users = new Map<string, KeptUser>();
  const unsaved = new Set<string>();
  let savedRound: KeptRound | null = null;
  let keys = 0;
  let saving: Promise<void> = Promise.resolve();

  /** @param isListed with the list everybody is read anew: that nothing changed is stored with the round, as one instant. */
  function set(user: KeptUser, isListed: boolean): void {
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

  /** Whom the last list may have missed was there before, unless he was created since. */
  function ofNew({ user, userAt: readAt }: KeptUser): readonly SeenChange[] {
    const { listedFrom } = round();
    const { createdAt: changedAt } = user;
    if (listedFrom === null || changedAt === null || changedAt <= listedFrom) return [];
    return [{ what: statedOfUser(user).what, readBefore: listedFrom, readAt, changedAt }];
  }

  function save(): Promise<void> {
    saving = saving.then(async () => {
      const now = round();
      if (unsaved.size === 0 && now === savedRound) return;
      const customIds = [...unsaved];
      unsaved.clear();
      const rows = customIds.flatMap((customId) => users.get(customId) ?? []);
      const gone = customIds.filter((customId) => !users.has(customId));
      try {
        await kept.save(rows, gone, now);
        savedRound = now;
      } catch (error) {
        for (const customId of customIds) unsaved.add(customId);
        log('What was read of the connected service could not be kept', error);
      }
    });
    return saving;
  }

  const timer = setInterval(() => void save(), saveEvery).unref();

  return {
    all: users,
    async load() {
      const before = await kept.load();
      for (const user of before.users) users.set(user.user.customId, user);
      keys = before.users.length;
      savedRound = before.round;
      onUsers(before.users, []);
      return before.round;
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
      const missing: KeptUser[] = [];
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

/** What somebody changed between two readings of a user, or of his wallets. */
function changesOf(before: KeptUser, after: KeptUser): readonly SeenChange[] {
  const ofUser =
    before.listed === after.listed ? null : changeBetween(listedAt(before), listedAt(after));
  const [walletsBefore, walletsAfter] = [walletsOf(before), walletsOf(after)];
  const ofWallets =
    walletsBefore === null || walletsAfter === null || before.walletsAt === after.walletsAt
      ? null
      : changeBetween(walletsBefore, walletsAfter);
  return [ofUser, ofWallets].filter((change) => change !== null);
}

const listedAt = ({ listed, userAt }: KeptUser): StatedAt => ({
  stated: statedOfUser(listed),
  readAt: userAt,
});

/** null: they were not read, or not all of them. */
function walletsOf({ listed, wallets, walletsAt }: KeptUser): StatedAt | null {
  const ofList = { value: listed.wallets ?? [], unread: [], incomplete: [] };
  const read = listed.wallets === null ? wallets : ofList;
  const stated = read === null ? null : statedOfWallets(listed.customId, read);
  return stated === null || walletsAt === null ? null : { stated, readAt: walletsAt };
}

/** Whether nothing but the instants of reading is different. */
function isSame(one: KeptUser, other: KeptUser): boolean {
  return textWithoutInstants(one) === textWithoutInstants(other);
}

function textWithoutInstants({ user, position, isMissing, walletsAt, moves }: KeptUser): string {
  const changes = Object.entries(moves).map(([period, { change, spark }]) => [
    period,
    change,
    spark,
  ]);
  return JSON.stringify([user, position, isMissing, walletsAt !== null, changes]);
}
