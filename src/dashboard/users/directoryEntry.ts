import type { DirectoryRow } from '#contract/directory.ts';
import { parseTime } from '#contract/time.ts';
import type { User } from '#contract/user.ts';

/** One user in the directory. */
export interface DirectoryEntry {
  readonly customId: string;
  readonly name: string | null;
  readonly walletCount: number;
  readonly total: number;
  /** null: unknown, or nothing was held a day ago. */
  readonly dayChange: number | null;
  readonly dayChangeRatio: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Id and name as they are searched, made once: 100,000 of them are looked through at every key. */
  readonly folded: string;
}

export interface Directory {
  readonly entries: readonly DirectoryEntry[];
  /** The interface's own list of users does not tell how they moved. */
  readonly tellsDayChange: boolean;
}

export function entryOfRow(row: DirectoryRow): DirectoryEntry {
  return entry(row, row.name, row.dayChange, row.dayChangeRatio);
}

export function entryOfUser(user: User): DirectoryEntry {
  const name = user['name'];
  return entry(user, typeof name === 'string' && name !== '' ? name : null, null, null);
}

function entry(
  user: { customId: string; walletCount: number; total: number; createdAt: string },
  name: string | null,
  dayChange: number | null,
  dayChangeRatio: number | null,
): DirectoryEntry {
  return {
    customId: user.customId,
    name,
    walletCount: user.walletCount,
    total: user.total,
    dayChange,
    dayChangeRatio,
    createdAt: parseTime(user.createdAt),
    // A line break is in no id, so no search reaches from the id into the name.
    folded: fold(`${user.customId}\n${name ?? ''}`),
  };
}

// oxlint-disable-next-line no-control-regex -- U+0000 to U+007F is what ASCII is
const ascii = /^[\u0000-\u007f]*$/;

/** A text as it is searched: without case and accents, so that `familia` finds `Família`. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
