import type { IncompleteList } from '#contract/incompleteList.ts';
import { settingsPage } from '#contract/pageNames.ts';
import type { ResponseNotes, UnreadPart } from '#contract/responseNotes.ts';
import { mergedIncomplete } from '../reading/findings.ts';
import type { KeptRound, KeptUser } from './keptUsers.ts';

/** How far reading is. All times are epoch milliseconds. */
export interface RoundProgress {
  readonly state: 'reading' | 'waiting' | 'cancelled';
  readonly users: number;
  /** How many users have their wallets read, and their history over a day. */
  readonly wallets: number;
  readonly histories: number;
  /** Lists of wallets that were not read to their end. */
  readonly shortWallets: readonly IncompleteList[];
  /** When the list was read to its end last; null: not yet. */
  readonly listedAt: number | null;
  /** Of what is shown, the instant that was read longest ago; null: nothing was read. */
  readonly oldestAt: number | null;
  /** Why the last thing could not be read, in a sentence; null: it could. */
  readonly fault: string | null;
  /** How much of users could not be read when it was tried last. */
  readonly failing: number;
  /** What of the list could not be read. */
  readonly unread: readonly UnreadPart[];
  readonly notes: readonly string[];
  /** Why the users are not all that the service lists; null: they are. */
  readonly incomplete: IncompleteList | null;
}

export function progressOf(all: Iterable<KeptUser>, isCancelled: boolean, isFailing: boolean) {
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
  } satisfies Partial<RoundProgress>;
}

export const unfinished: IncompleteList = {
  kind: 'unfinished',
  what: 'user',
  read: 0,
  reported: null,
};

/** Why so many users are not all that the service lists; null: they are. */
export function incompleteIn(
  { listedAt, incomplete }: KeptRound,
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

/** How the directory was read: as old as what was read longest ago, and in words how far reading is. */
export function syncNotes(
  progress: RoundProgress,
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
    notes.push(`Reading was stopped in ${settingsPage}: nothing is read until it goes on.`);
  }
  if (failing > 0) {
    notes.push(
      `${grouped.format(failing)} answers about users could not be read, and are requested again.`,
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
