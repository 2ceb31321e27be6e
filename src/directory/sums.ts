import { Sum } from '#analytics/weights.ts';
import type { Figures } from './figures.ts';
import type { DirectoryPeriod } from '#contract/directory.ts';
import { sliceLength } from './sorting.ts';

/** Sums over the chosen users. `up` + `level` + `down` + `unknown` is their number. */
export interface ModelSums {
  readonly total: number;
  readonly known: number;
  readonly wallets: number;
  readonly openWallets: number;
  /** Of users with a known change; null if there are none. */
  readonly change: number | null;
  readonly flow: number | null;
  /** Average return weighted by the value at the period's first record; null if that is 0. */
  readonly return: number | null;
  /** By the sign of the return, which deposits do not affect. By the change in value if flows are unknown. */
  readonly up: number;
  readonly level: number;
  readonly down: number;
  readonly unknown: number;
}

const rowsPerSlice = sliceLength / 4;

/** Yields between slices. */
export function* sumsOf(
  figures: Figures,
  period: DirectoryPeriod,
  chosen: Uint32Array,
): Generator<void, ModelSums> {
  const { total: totals, walletCount, openWallets } = figures;
  const { change: changes, flow: flows, return: returns } = figures.periods[period];
  const total = new Sum();
  let known = 0;
  let wallets = 0;
  let opened = 0;
  const change = new Sum();
  const flow = new Sum();
  const gained = new Sum();
  const held = new Sum();
  let moving = 0;
  let up = 0;
  let down = 0;
  let unknown = 0;
  for (let index = 0; index < chosen.length; index++) {
    if (index % rowsPerSlice === rowsPerSlice - 1) yield;
    const rowIndex = chosen[index] ?? 0;
    const own = totals[rowIndex] ?? Number.NaN;
    if (!Number.isNaN(own)) {
      total.add(own);
      known += 1;
    }
    wallets += walletCount[rowIndex] || 0;
    // An unread wallet is not known to be closed.
    const open = openWallets[rowIndex] ?? Number.NaN;
    opened += (Number.isNaN(open) ? walletCount[rowIndex] : open) || 0;
    const moved = changes[rowIndex] ?? Number.NaN;
    if (!Number.isNaN(moved)) {
      moving += 1;
      change.add(moved);
      flow.add(flows[rowIndex] ?? 0);
    }
    const grown = returns[rowIndex] ?? Number.NaN;
    const isReturn = !Number.isNaN(grown);
    if (isReturn) {
      held.add(own - moved);
      gained.add((own - moved) * grown);
    }
    const direction = isReturn || !Number.isNaN(flows[rowIndex] ?? 0) ? grown : moved;
    if (Number.isNaN(direction)) {
      unknown += 1;
      continue;
    }
    // Addition instead of branches: the signs are unpredictable.
    up += Number(direction > 0);
    down += Number(direction < 0);
  }
  return {
    total: total.value,
    known,
    wallets,
    openWallets: opened,
    change: moving === 0 ? null : change.value,
    flow: moving === 0 || Number.isNaN(flow.value) ? null : flow.value,
    return: held.value > 0 ? gained.value / held.value : null,
    up,
    level: chosen.length - unknown - up - down,
    down,
    unknown,
  };
}
