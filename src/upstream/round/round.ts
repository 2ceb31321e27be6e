import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { getUsers } from '#contract/operations/users.ts';
import type { Log } from '#platform/http/errors.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { mergedUnread } from '../reading/findings.ts';
import { listedTwice } from '../reading/lists.ts';
import type { ForeignUser, Unread } from '../reading/read.ts';
import { readUserList, withWallets } from '../reading/readUsers.ts';
import { pagesOf, readNow, unreadPage } from '../source/pages.ts';
import type { Source } from '../source/source.ts';
import { readAllWallets, readMove } from './backgroundReads.ts';
import { createErrands, type Errand } from './errands.ts';
import type { KeptUsers, KeptUser } from './keptUsers.ts';
import { progressOf, type RoundProgress } from './progress.ts';

export interface RoundOptions {
  readonly source: Source;
  readonly kept: KeptUsers;
  readonly clock: () => number;
  readonly log: Log;
  /** Users were read anew, or went. */
  readonly onUsers: (users: readonly KeptUser[], gone: readonly KeptUser[]) => void;
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
  progress(): RoundProgress;
  /** Resolves once there are users to show; throws why there are none. */
  hasUsers(): Promise<void>;
  stop(): Promise<void>;
}

const defaultInterval = 5 * 60_000;
const defaultPause = 5000;
const saveEvery = 1000;
/** So many requests of it wait for the service at once. */
const parallel = 4;
/** A user whom so many complete lists in a row do not hold is gone. */
const listsUntilGone = 2;

export function createRound(options: RoundOptions): Round {
  const { source, kept, clock, log, onUsers } = options;
  const { interval = defaultInterval, pause = defaultPause } = options;
  const users = new Map<string, KeptUser>();
  const errands = createErrands(users, clock, interval);
  const unsaved = new Set<string>();
  const stopping = new AbortController();
  let keys = 0;
  let listedAt: number | null = null;
  let isListDue = false;
  let isCancelled = false;
  let fault: Problem | null = null;
  let findings: Pick<RoundProgress, 'unread' | 'notes'> = { unread: [], notes: [] };
  let running: Promise<unknown> = Promise.resolve();
  let saving: Promise<void> = Promise.resolve();
  let wake: () => void = nobodyWaits;
  /** Ends with the first page of a list, or with what hinders the first one. */
  const attempt = Promise.withResolvers<void>();

  const isOver = () => isCancelled || stopping.signal.aborted;
  /** The list goes before its users. */
  const mayGoOn = () => !isOver() && !isListDue;

  /** Keeps a user in memory, and elsewhere only if something of him changed. */
  function put(user: KeptUser): void {
    const { customId } = user.user;
    const before = users.get(customId);
    users.set(customId, user);
    if (before !== undefined && isSame(before, user)) return;
    unsaved.add(customId);
    onUsers([user], []);
  }

  function drop(user: KeptUser): void {
    users.delete(user.user.customId);
    unsaved.add(user.user.customId);
    onUsers([], [user]);
  }

  /** A user as the list has him; his wallets are those that were read before, unless it holds them. */
  function putListed(user: ForeignUser, position: number, readAt: number): void {
    const before = users.get(user.customId);
    const wallets = before?.user.wallets ?? null;
    put({
      key: before?.key ?? ++keys,
      position,
      user:
        user.wallets !== null || wallets === null
          ? user
          : withWallets(user, { value: wallets, unread: [], shapes: [], notes: [] }),
      userAt: readAt,
      walletsAt: user.wallets === null ? (before?.walletsAt ?? null) : readAt,
      moves: before?.moves ?? {},
      missing: 0,
    });
  }

  /** Reads the list to its end. Who is in none of two complete ones is gone. */
  async function list(): Promise<void> {
    isListDue = false;
    const seen = new Set<string>();
    const twice = new Set<string>();
    const unread: Unread[] = [];
    const notes = new Set<string>();
    let pages = 0;
    const reading = pagesOf((path) => readNow(source, path), getUsers.path, 'users');
    let page = await reading.next();
    for (; page.done !== true; page = await reading.next()) {
      const read = readUserList(page.value.json);
      source.noteShapes(getUsers.path, read.shapes);
      for (const user of read.value) {
        if (seen.has(user.customId)) twice.add(user.customId);
        putListed(user, seen.size, page.value.readAt);
        seen.add(user.customId);
        // Other requests are answered meanwhile.
        if (seen.size % 256 === 0) await breathe();
      }
      pages += 1;
      unread.push(...read.unread);
      for (const note of read.notes) notes.add(note);
      attempt.resolve();
      if (isOver()) return;
    }
    if (page.value !== null) unread.push(unreadPage(page.value, pages));
    if (twice.size > 0) notes.add(listedTwice([...twice]));
    for (const user of users.values()) {
      if (seen.has(user.user.customId)) continue;
      if (user.missing + 1 >= listsUntilGone) drop(user);
      else put({ ...user, missing: user.missing + 1 });
    }
    findings = { unread: mergedUnread(unread), notes: [...notes] };
    listedAt = clock();
    fault = null;
  }

  async function run({ customId, period }: Errand): Promise<void> {
    if (period === null) {
      const wallets = await readAllWallets(source, customId);
      const user = users.get(customId);
      if (user === undefined) return;
      put({ ...user, user: withWallets(user.user, wallets), walletsAt: clock() });
    } else {
      const move = await readMove(source, customId, period, clock);
      const user = users.get(customId);
      if (user !== undefined) put({ ...user, moves: { ...user.moves, [period]: move } });
    }
  }

  async function work(): Promise<void> {
    while (mayGoOn()) {
      const errand = errands.next();
      if (errand === null) return;
      try {
        await run(errand);
        errands.end(errand, 'done');
        fault = null;
      } catch (error) {
        fault = asProblem(error);
        // An outage is nobody's own fault: whatever is next would only meet it too.
        const isOutage = source.fault !== null || fault.code === 'upstream-busy';
        errands.end(errand, isOutage ? 'postponed' : 'failed');
        if (isOutage) return;
      }
    }
  }

  function asProblem(error: unknown): Problem {
    if (error instanceof Problem) return error;
    log('Reading the connected service failed', error);
    return problem('internal', 'Something went wrong while it was read. It was logged.');
  }

  async function go(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (!isCancelled) {
          if (isListDue || listedAt === null || clock() - listedAt > interval) await list();
          await Promise.all(Array.from({ length: parallel }, work));
        }
      } catch (error) {
        fault = asProblem(error);
        attempt.reject(fault);
      }
      await rest(fault !== null && !isCancelled ? pause : 1000);
    }
  }

  /** Until somebody calls, or the time is over. */
  async function rest(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await Promise.race([promise, wait(milliseconds, undefined, { ref: false })]);
  }

  function save(isForced = false): Promise<void> {
    saving = saving.then(async () => {
      if (unsaved.size === 0 && !isForced) return;
      const customIds = [...unsaved];
      unsaved.clear();
      const rows = customIds.flatMap((customId) => users.get(customId) ?? []);
      const gone = customIds.filter((customId) => !users.has(customId));
      try {
        await kept.save(rows, gone, { listedAt, isCancelled });
      } catch (error) {
        for (const customId of customIds) unsaved.add(customId);
        log('What was read of the connected service could not be kept', error);
      }
    });
    return saving;
  }

  attempt.promise.catch(() => {});
  const timer = setInterval(() => void save(), saveEvery).unref();

  return {
    async begin() {
      const before = await kept.load();
      ({ listedAt, isCancelled } = before.round);
      for (const user of before.users) users.set(user.user.customId, user);
      keys = before.users.length;
      onUsers(before.users, []);
      // What the last process had read is as old as it is.
      isListDue = true;
      running = go();
    },
    async setCancelled(value) {
      isCancelled = value;
      isListDue = !value;
      if (!value) errands.renew();
      attempt.resolve();
      wake();
      await save(true);
    },
    want(customIds, period) {
      errands.want(customIds, period);
      wake();
    },
    changed(customId) {
      if (customId !== null && users.has(customId)) errands.hint(customId);
      else isListDue = true;
      wake();
    },
    users: () => [...users.values()].toSorted((a, b) => a.position - b.position),
    progress: () => ({
      ...progressOf(users.values(), isCancelled, fault !== null),
      listedAt,
      fault: fault?.message ?? null,
      failing: errands.failing,
      ...findings,
    }),
    async hasUsers() {
      if (users.size > 0 || listedAt !== null || isCancelled) return;
      // Nobody waits for the next attempt, which may meet the same.
      if (fault !== null) throw fault;
      await attempt.promise;
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      wake();
      await running;
      await save();
    },
  };
}

/** Whether nothing but the instants of reading is different. */
function isSame(one: KeptUser, other: KeptUser): boolean {
  return textWithoutInstants(one) === textWithoutInstants(other);
}

function textWithoutInstants({ walletsAt, moves, ...user }: KeptUser): string {
  return JSON.stringify({
    ...user,
    userAt: 0,
    hasWallets: walletsAt !== null,
    moves: Object.entries(moves).map(([period, { change, spark }]) => [period, change, spark]),
  });
}

const nobodyWaits = () => {};
