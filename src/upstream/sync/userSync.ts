import { setImmediate as yieldOnce, setTimeout as wait } from 'node:timers/promises';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { IncompleteList } from '#contract/incompleteList.ts';
import { getUsers } from '#contract/operations/users.ts';
import { inSlices } from '#directory/slices.ts';
import type { Log } from '#platform/http/errors.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { mergedUnread } from '../reading/findings.ts';
import { noteText, unreadView } from '../reading/findingTexts.ts';
import { lists, pageOf } from '../reading/lists.ts';
import type { ForeignToken, UnreadFinding } from '../reading/read.ts';
import type { SeenChange } from '../reading/stableParts.ts';
import { readEachUser } from '../reading/readUserList.ts';
import { pagesOf, readNow } from '../source/pages.ts';
import type { Source } from '../source/source.ts';
import { readInto } from './backgroundReads.ts';
import { createSyncQueue, type SyncJob } from './syncQueue.ts';
import { noSyncState, type SyncedUser, type SyncStore, type StoredThematics } from './syncStore.ts';
import { incompleteIn, progressOf, unfinished, type SyncProgress } from './syncProgress.ts';
import { createSyncedUsers } from './syncedUsers.ts';
import { tokensOfWallets } from './walletTokens.ts';

export interface UserSyncOptions {
  readonly source: Source;
  readonly store: SyncStore;
  readonly clock: () => number;
  readonly log: Log;
  /** Called with changed and with removed users. */
  readonly onUsers: (users: readonly SyncedUser[], gone: readonly SyncedUser[]) => void;
  /** Called with changes that are not caused by prices. */
  readonly onSeen: (change: SeenChange) => void;
  /** Refresh interval of unchanged users, in milliseconds. */
  readonly interval?: number;
  /** Retry interval, in milliseconds. */
  readonly pause?: number;
}

/** Reads all users of another service in the background, continuously. */
export interface UserSync {
  /** Loads the stored users, then starts. */
  begin(): Promise<void>;
  /** Stops or resumes the sync, also across restarts. */
  setCancelled(isCancelled: boolean): Promise<void>;
  /** Puts the users on screen before the others. */
  want(customIds: readonly string[], period: DirectoryPeriod): void;
  /** Marks a user as changed; null: any user may have changed. */
  changed(customId: string | null): void;
  /** In the order of the list. */
  users(): readonly SyncedUser[];
  user(customId: string): SyncedUser | null;
  /** The tokens of all wallets by id, with the best known data of each. */
  tokens(): Promise<ReadonlyMap<string, ForeignToken>>;
  progress(): SyncProgress;
  /** The latest list of thematics, which may be of a previous process. */
  thematics(): StoredThematics | null;
  putThematics(thematics: StoredThematics): void;
  /** Why the list of users is incomplete; null if it is complete. */
  incomplete(): IncompleteList | null;
  /** Resolves once there are users; throws the fault if there cannot be any. */
  hasUsers(): Promise<void>;
  /** Resolves after the first attempt to read the list. */
  firstList(): Promise<void>;
  stop(): Promise<void>;
}

const defaultInterval = 5 * 60_000;
const defaultPause = 5000;

export function createUserSync(options: UserSyncOptions): UserSync {
  const { source, store, clock, log, onUsers, onSeen } = options;
  const { interval = defaultInterval, pause = defaultPause } = options;
  /** Cached until a wallet changes. */
  let tokens: ReturnType<UserSync['tokens']> | null = null;
  const users = createSyncedUsers({
    store,
    log,
    onUsers(changed, gone) {
      tokens = null;
      onUsers(changed, gone);
    },
    onSeen,
    state: () => state,
  });
  const queue = createSyncQueue(users.all, clock, interval);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let state = noSyncState;
  /** The choice since the start; null if none was made. */
  let wantsCancelled: boolean | null = null;
  let isListDue = false;
  let isListing = false;
  /** Set when the service fails after an answer: it may return with other data. */
  let wasAway = false;
  let isPaused = false;
  let fault: Problem | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let wake: () => void = noWake;
  let firstList: Promise<void> = Promise.resolve();
  /** Settles with the first page of a list, or its fault. */
  const attempt = Promise.withResolvers<void>();

  const isOver = () => state.isCancelled || stopping.signal.aborted;

  /** Marks the users shown from now on as an incomplete list, also after a restart. */
  function noteUnfinished(reported: number | null): void {
    const { incomplete: last } = state;
    if (last?.kind === 'unfinished' && last.reported === reported) return;
    state = { ...state, incomplete: { ...unfinished, reported } };
  }

  async function list(): Promise<void> {
    isListDue = false;
    const seen = new Set<string>();
    const twice = new Set<string>();
    const unread: UnreadFinding[] = [];
    const notes = new Set<string>();
    let listedFrom: number | null = null;
    const reading = pagesOf(
      (path) => readNow(source, path),
      getUsers.path,
      (json) => pageOf(json, lists.users),
    );
    let page = await reading.next();
    for (; page.done !== true; page = await reading.next()) {
      const { answer, reported } = page.value;
      const read = await inSlices(readEachUser(answer.json));
      listedFrom ??= answer.readAt;
      source.noteShapes(getUsers.path, read.shapes);
      for (const user of read.value) {
        if (seen.has(user.customId)) twice.add(user.customId);
        if (!users.all.has(user.customId)) noteUnfinished(reported);
        users.putListed(user, seen.size, answer.readAt);
        seen.add(user.customId);
        if (seen.size % 256 === 0) await yieldOnce(); // Other requests are answered meanwhile.
      }
      unread.push(...read.unread);
      for (const note of read.notes) notes.add(noteText(note));
      attempt.resolve();
      if (isOver()) return;
    }
    // A user in an unreadable part is not removed.
    const isRead = !unread.some(({ what }) => what === 'answer');
    const incomplete = page.value;
    if (isRead && incomplete === null && (await inSlices(users.endList(seen)))) isListDue = true;
    if (twice.size > 0) notes.add(noteText({ kind: 'listed-twice', names: [...twice] }));
    state = {
      ...state,
      listedAt: clock(),
      listedFrom,
      incomplete: isRead ? incomplete : state.incomplete,
      unread: mergedUnread(unread).map(unreadView),
      notes: [...notes],
    };
    fault = null;
    if (wasAway) queue.renew();
    wasAway = false;
  }

  async function listIfDue(): Promise<void> {
    const { listedAt } = state;
    if (source.fault !== null && source.lastGoodAt !== null) wasAway = true;
    if (!isListDue && !wasAway && listedAt !== null && clock() - listedAt <= interval) return;
    isListing = true;
    try {
      await list();
    } catch (error) {
      isListDue = true;
      attempt.reject(fail(error));
    } finally {
      isListing = false;
    }
  }

  const mayBegin = () =>
    !isOver() && !isListing && !isPaused && underWay.size < source.backgroundRequests;

  function readOn(): void {
    while (mayBegin()) {
      const job = queue.next();
      if (job === null) {
        void inSlices(queue.plan()).then((due) => due > 0 && readOn());
        return;
      }
      const one = run(job).finally(() => {
        underWay.delete(one);
        readOn();
      });
      underWay.add(one);
    }
  }

  async function run(job: SyncJob): Promise<void> {
    try {
      await readInto(users, job, source, clock);
      queue.end(job, 'done');
      fault = null;
    } catch (error) {
      fail(error);
      queue.end(job, isPaused ? 'postponed' : 'failed');
    }
  }

  function fail(error: unknown): Problem {
    if (!(error instanceof Problem)) log('Reading the connected service failed', error);
    fault =
      error instanceof Problem
        ? error
        : problem('internal', 'An internal error occurred while it was read. It was logged.');
    // An outage or a stopping process would fail the next job too.
    isPaused ||= source.fault !== null || ['upstream-busy', 'unavailable'].includes(fault.code);
    return fault;
  }

  async function go(onList: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      isPaused = false;
      if (!state.isCancelled) await listIfDue();
      onList();
      readOn();
      await rest(fault !== null && !state.isCancelled ? pause : 1000);
    }
    await Promise.all(underWay);
  }

  async function rest(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await Promise.race([promise, wait(milliseconds, undefined, { ref: false })]);
  }

  attempt.promise.catch(() => {});

  return {
    async begin() {
      const before = await users.load();
      state = { ...before, isCancelled: wantsCancelled ?? before.isCancelled };
      if (users.all.size > 0) attempt.resolve();
      isListDue = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      firstList = promise;
      running = go(resolve);
    },
    async setCancelled(isCancelled) {
      wantsCancelled = isCancelled;
      state = { ...state, isCancelled };
      isListDue = !isCancelled;
      if (!isCancelled) queue.renew();
      attempt.resolve();
      wake();
      await users.save();
    },
    want(customIds, period) {
      queue.want(customIds, period);
      readOn();
    },
    changed(customId) {
      if (customId === null || !users.all.has(customId)) isListDue = true;
      else queue.markChanged(customId);
      readOn();
      wake();
    },
    user: (customId) => users.all.get(customId) ?? null,
    users: () => [...users.all.values()].toSorted((a, b) => a.position - b.position),
    tokens: () => (tokens ??= inSlices(tokensOfWallets(users.all.values()))),
    thematics: () => state.thematics,
    putThematics(thematics) {
      state = { ...state, thematics };
    },
    progress: () => ({
      ...progressOf(users.all.values(), state.isCancelled, fault !== null),
      listedAt: state.listedAt,
      fault: fault?.message ?? null,
      failing: queue.failing,
      unread: state.unread,
      notes: state.notes,
      incomplete: incompleteIn(state, users.all.size),
    }),
    incomplete: () => incompleteIn(state, users.all.size),
    async hasUsers() {
      if (users.all.size > 0 || state.listedAt !== null || state.isCancelled) return;
      // Fail at once: the next attempt may fail too.
      if (fault !== null) throw fault;
      await attempt.promise;
    },
    firstList: () => firstList,
    async stop() {
      stopping.abort();
      wake();
      await running;
      await users.stop();
    },
  };
}

const noWake = () => {};
