import type { DirectoryEntry } from './directoryEntry.ts';

/** What all users are together. */
export interface DirectorySums {
  readonly users: number;
  readonly wallets: number;
  readonly total: number;
  /** Change over the past day of those who held something a day ago; null where that is nobody. */
  readonly dayChange: number | null;
  readonly dayChangeRatio: number | null;
  readonly up: number;
  readonly level: number;
  readonly down: number;
}

export function sumsOf(entries: readonly DirectoryEntry[]): DirectorySums {
  let wallets = 0;
  let total = 0;
  let dayChange = 0;
  let dayBefore = 0;
  let up = 0;
  let level = 0;
  let down = 0;
  for (const entry of entries) {
    wallets += entry.walletCount;
    total += entry.total;
    if (entry.dayChange === null) continue;
    dayChange += entry.dayChange;
    dayBefore += entry.total - entry.dayChange;
    if (entry.dayChange > 0) up += 1;
    else if (entry.dayChange < 0) down += 1;
    else level += 1;
  }
  const known = up + level + down;
  return {
    users: entries.length,
    wallets,
    total,
    dayChange: known === 0 ? null : dayChange,
    dayChangeRatio: known === 0 || dayBefore === 0 ? null : dayChange / dayBefore,
    up,
    level,
    down,
  };
}
