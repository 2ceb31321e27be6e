import type { IncompleteList } from '#contract/incompleteList.ts';
import { settingsPage, syncAgainLabel } from '#contract/pageNames.ts';
import type { ResponseNotes, UnreadPart } from '#contract/responseNotes.ts';
import { mergedIncomplete } from '../reading/findings.ts';
import type { SyncState, SyncedUser } from './syncStore.ts';

/** Progress of the sync. All times are epoch milliseconds. */
export interface SyncProgress {
  readonly state: 'reading' | 'waiting' | 'cancelled';
  readonly users: number;
  /** Numbers of users whose wallets, and whose history over a day, were read. */
  readonly wallets: number;
  readonly histories: number;
  readonly shortWallets: readonly IncompleteList[];
  /** End of the latest complete list; null: none yet. */
  readonly listedAt: number | null;
  /** Time of the oldest data on screen; null: no data. */
  readonly oldestAt: number | null;
  /** Why the latest request failed, as a sentence; null: it succeeded. */
  readonly fault: string | null;
  /** Number of jobs whose latest attempt failed. */
  readonly failing: number;
  readonly unread: readonly UnreadPart[];
  readonly notes: readonly string[];
  readonly incomplete: IncompleteList | null;
}

export function progressOf(all: Iterable<SyncedUser>, isCancelled: boolean, isFailing: boolean) {
  let users = 0;
  let wallets = 0;
  let histories = 0;
  let oldestAt = Number.POSITIVE_INFINITY;
  const shortWallets: IncompleteList[] = [];
  for (const { wallets: own, walletsAt, userAt, moves } of all) {
    if (own !== null) shortWallets.push(...own.incomplete);
    users += 1;
    wallets += Number(walletsAt !== null);
    histories += Number(moves.day !== undefined);
    oldestAt = Math.min(oldestAt, userAt, walletsAt ?? userAt);
  }
  const isDone = wallets === users && histories === users;
  const state = isCancelled ? 'cancelled' : isDone || isFailing ? 'waiting' : 'reading';
  return {
    state,
    users,
    wallets,
    histories,
    shortWallets: mergedIncomplete(shortWallets),
    oldestAt: users === 0 ? null : oldestAt,
  } satisfies Partial<SyncProgress>;
}

export const unfinished: IncompleteList = {
  kind: 'unfinished',
  what: 'user',
  read: 0,
  reported: null,
};

export function incompleteIn(
  { listedAt, incomplete }: SyncState,
  users: number,
): IncompleteList | null {
  const found = listedAt === null ? (incomplete ?? unfinished) : incomplete;
  if (found?.kind !== 'unfinished') return found;
  const { reported } = found;
  return {
    ...found,
    read: users,
    reported: reported !== null && reported > users ? reported : null,
  };
}

const grouped = new Intl.NumberFormat('en');

/** Returns the response notes of the directory: the age of its oldest data, and the progress of the sync. */
export function syncNotes(
  progress: SyncProgress,
  stale: string | null,
  now: number,
): ResponseNotes {
  const { state, users, wallets, histories, fault, failing, incomplete, shortWallets } = progress;
  const notes = [...progress.notes];
  const isCancelled = state === 'cancelled';
  const ofAll = (some: number) => `${grouped.format(some)} of ${grouped.format(users)}`;
  if (wallets < users) notes.push(`The wallets of ${ofAll(wallets)} users have been read.`);
  else if (histories < users) {
    notes.push(`The histories of ${ofAll(histories)} users have been read.`);
  }
  if (isCancelled) {
    notes.push(
      `Sync was stopped in ${settingsPage}: nothing is read until an admin selects ${syncAgainLabel}.`,
    );
  }
  if (failing > 0) {
    notes.push(
      `${grouped.format(failing)} answers about users could not be read and are being retried.`,
    );
  }
  return {
    readAt: progress.oldestAt ?? now,
    stale: stale ?? (isCancelled ? null : fault),
    unread: progress.unread.map((one) => ({ ...one })),
    incomplete: [...(incomplete === null ? [] : [incomplete]), ...shortWallets],
    notes,
    raw: '/p/users',
  };
}
