import type { Figures } from './figures.ts';

/** What users are together. */
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

/** The sums of those who are chosen: 1 at their places. */
export function sumsOf(figures: Figures, chosen: Uint8Array): DirectorySums {
  let users = 0;
  let wallets = 0;
  let total = 0;
  let dayChange = 0;
  let dayBefore = 0;
  let up = 0;
  let level = 0;
  let down = 0;
  for (let place = 0; place < chosen.length; place += 1) {
    if (chosen[place] !== 1) continue;
    users += 1;
    const its = figures.total[place] ?? 0;
    const change = figures.change[place] ?? Number.NaN;
    wallets += figures.wallets[place] ?? 0;
    total += its;
    if (Number.isNaN(change)) continue;
    dayChange += change;
    dayBefore += its - change;
    if (change > 0) up += 1;
    else if (change < 0) down += 1;
    else level += 1;
  }
  const known = up + level + down;
  return {
    users,
    wallets,
    total,
    dayChange: known === 0 ? null : dayChange,
    dayChangeRatio: known === 0 || dayBefore === 0 ? null : dayChange / dayBefore,
    up,
    level,
    down,
  };
}
