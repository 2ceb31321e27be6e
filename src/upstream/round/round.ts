import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import type { DirectoryPeriod } from '#contract/directory.ts';
import type { IncompleteList } from '#contract/incompleteList.ts';
import { getUsers } from '#contract/operations/users.ts';
import { inSlices } from '#directory/slices.ts';
import type { Log } from '#platform/http/errors.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { mergedUnread } from '../reading/findings.ts';
import { noteText, unreadView } from '../reading/findingTexts.ts';
import { lists, pageOf } from '../reading/lists.ts';
import type { ForeignToken, Unread } from '../reading/read.ts';
import type { SeenChange } from '../reading/stated.ts';
import { readEachUser } from '../reading/readUserList.ts';
import { pagesOf, readNow } from '../source/pages.ts';
import type { Source } from '../source/source.ts';
import { readInto } from './backgroundReads.ts';
import { createErrands, type Errand } from './errands.ts';
import { noRound, type KeptUser, type KeptUsers, type StoredThematics } from './keptUsers.ts';
import { incompleteIn, progressOf, unfinished, type RoundProgress } from './progress.ts';
import { createRoundUsers } from './roundUsers.ts';
import { tokensOfWallets } from './walletTokens.ts';

export interface RoundOptions {
  readonly source: Source;
  readonly kept: KeptUsers;
  readonly clock: () => number;
  readonly log: Log;
  /** Users were read anew, or went. */
  readonly onUsers: (users: readonly KeptUser[], gone: readonly KeptUser[]) => void;
  /** What somebody changed there, prices aside. */
  readonly onSeen: (change: SeenChange) => void;
  /** Milliseconds between two readings of the same, where nothing says that it changed. */
  readonly interval?: number;
  /** Milliseconds until what failed is tried again. */
  readonly pause?: number;
}

/** Reads all users of a service in the background, over and over, the oldest first. */
export interface Round {
  /** Shows what was read before, then begins. */
  begin(): Promise<void>;
  /** Stops reading, or goes on: also over a restart. */
  setCancelled(isCancelled: boolean): Promise<void>;
  /** These are looked at: they are read before all others. */
  want(customIds: readonly string[], period: DirectoryPeriod): void;
  /** Somebody changed, or, with null, anybody may have. */
  changed(customId: string | null): void;
  /** All users, in the order of the list. */
  users(): readonly KeptUser[];
  /** One of them, as he was read last; null: he was not read. */
  user(customId: string): KeptUser | null;
  /** The tokens of their wallets by id, each as it is known best. */
  tokens(): Promise<ReadonlyMap<string, ForeignToken>>;
  progress(): RoundProgress;
  /** The list of thematics that was read last, also by a process before; null: none was. */
  thematics(): StoredThematics | null;
  putThematics(thematics: StoredThematics): void;
  /** Why the users are not all that the service lists; null: they are those of its last complete list. */
  incomplete(): IncompleteList | null;
  /** Resolves once there are users to show; throws why there are none. */
  hasUsers(): Promise<void>;
  /** Resolves once the first list since the start was read, or could not be; at once where reading did not begin. */
  firstList(): Promise<void>;
  stop(): Promise<void>;
}

const defaultInterval = 5 * 60_000;
const defaultPause = 5000;

export function createRound(options: RoundOptions): Round {
  const { source, kept, clock, log, onUsers, onSeen } = options;
  const { interval = defaultInterval, pause = defaultPause } = options;
  /** Of the wallets as they are; null: not looked for since they changed. */
  let tokens: ReturnType<Round['tokens']> | null = null;
  const users = createRoundUsers({
    kept,
    log,
    onUsers(changed, gone) {
      tokens = null;
      onUsers(changed, gone);
    },
    onSeen,
    round: () => state,
  });
  const errands = createErrands(users.all, clock, interval);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let state = noRound;
  /** What was said since the start; null: nothing. */
  let wantsCancelled: boolean | null = null;
  let isListDue = false;
  let isListing = false;
  /** The service answered, and then failed as a whole: when it is back, it may hold other data. */
  let wasAway = false;
  let isPaused = false;
  let fault: Problem | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let wake: () => void = nobodyWaits;
  let firstList: Promise<void> = Promise.resolve();
  /** Ends with the first page of a list, or with what hinders the first one. */
  const attempt = Promise.withResolvers<void>();

  const isOver = () => state.isCancelled || stopping.signal.aborted;

  /** Marks the users shown from now on as an incomplete list, also after a restart. */
  function noteUnfinished(reported: number | null): void {
    const { incomplete: last } = state;
    if (last?.kind === 'unfinished' && last.reported === reported) return;
    state = { ...state, incomplete: { ...unfinished, reported } };
  }

  /** Reads the list to its end, unless that is over before. */
  async function list(): Promise<void> {
    isListDue = false;
    const seen = new Set<string>();
    const twice = new Set<string>();
    const unread: Unread[] = [];
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
        if (seen.size % 256 === 0) await breathe(); // Other requests are answered meanwhile.
      }
      unread.push(...read.unread);
      for (const note of read.notes) notes.add(noteText(note));
      attempt.resolve();
      if (isOver()) return;
    }
    // Who may be in what was not read is not gone.
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
    if (wasAway) errands.renew();
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
      const errand = errands.next();
      if (errand === null) {
        void inSlices(errands.plan()).then((due) => due > 0 && readOn());
        return;
      }
      const one = run(errand).finally(() => {
        underWay.delete(one);
        readOn();
      });
      underWay.add(one);
    }
  }

  async function run(errand: Errand): Promise<void> {
    try {
      await readInto(users, errand, source, clock);
      errands.end(errand, 'done');
      fault = null;
    } catch (error) {
      fail(error);
      errands.end(errand, isPaused ? 'postponed' : 'failed');
    }
  }

  function fail(error: unknown): Problem {
    if (!(error instanceof Problem)) log('Reading the connected service failed', error);
    fault =
      error instanceof Problem
        ? error
        : problem('internal', 'Something went wrong while it was read. It was logged.');
    // An outage, or the end of the process, is not the fault of one user: the next job would meet it too.
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
      // What the last process had read is as old as it is.
      isListDue = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      firstList = promise;
      running = go(resolve);
    },
    async setCancelled(isCancelled) {
      wantsCancelled = isCancelled;
      state = { ...state, isCancelled };
      isListDue = !isCancelled;
      if (!isCancelled) errands.renew();
      attempt.resolve();
      wake();
      await users.save();
    },
    want(customIds, period) {
      errands.want(customIds, period);
      readOn();
    },
    changed(customId) {
      if (customId === null || !users.all.has(customId)) isListDue = true;
      else errands.hint(customId);
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
      failing: errands.failing,
      unread: state.unread,
      notes: state.notes,
      incomplete: incompleteIn(state, users.all.size),
    }),
    incomplete: () => incompleteIn(state, users.all.size),
    async hasUsers() {
      if (users.all.size > 0 || state.listedAt !== null || state.isCancelled) return;
      // Nobody waits for the next attempt, which may meet the same.
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

const nobodyWaits = () => {};
