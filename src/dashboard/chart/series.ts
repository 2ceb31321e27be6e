import { median } from 'd3-array';
import { lowerBound } from '#analytics/extent.ts';
import { type Blocks, blocksOf } from '#analytics/extremes.ts';
import { recordsAtSteps } from '#analytics/grid.ts';

/** A hole in a history: the record before it, the record after it. */
export interface Gap {
  readonly before: number;
  readonly after: number;
}

/** A history as columns: epoch milliseconds, ascending, and totals (NaN: not known). */
export interface Series {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly gaps: readonly Gap[];
  readonly blocks: Blocks;
}

/** Reads two columns once: whatever is drawn of them finds its gaps and extremes here. */
export function seriesOf(
  times: Float64Array<ArrayBuffer>,
  totals: Float64Array<ArrayBuffer>,
): Series {
  const blocks = blocksOf(totals);
  return { times, totals, gaps: gapsOf(times, totals, blocks), blocks };
}

/** A distance over this many median steps is a gap. */
const gapRatio = 2.5;

/**
 * The gaps of a history: records further apart than 2.5 × the median step, or with unknown (NaN) totals between.
 * Two records have no step to compare with, so they have no gap.
 */
export function gapsOf(times: Float64Array, totals: Float64Array, blocks = blocksOf(totals)) {
  if (!blocks.gaps.includes(1) && isEven(times)) return [];
  const known = Uint32Array.from(totals.keys()).filter((i) => !Number.isNaN(totals[i]));
  if (known.length < 3) return [];
  const step = (k: number) => (times[known[k + 1] ?? -1] ?? NaN) - (times[known[k] ?? -1] ?? NaN);
  const steps = Float64Array.from({ length: known.length - 1 }, (_, k) => step(k));
  const limit = gapRatio * (median(steps) ?? Infinity);
  const gaps: Gap[] = [];
  steps.forEach((length, k) => {
    const before = known[k] ?? 0;
    const after = known[k + 1] ?? 0;
    if (after > before + 1 || length > limit) gaps.push({ before, after });
  });
  return gaps;
}

/**
 * Whether no step can be a gap: all are so near to the one in the middle that none is 2.5 times another. Most histories are even,
 * and the median of a million steps takes long.
 */
function isEven(times: Float64Array): boolean {
  const middle = times.length >>> 1;
  const step = (times[middle] ?? NaN) - (times[middle - 1] ?? NaN);
  const shortest = step / Math.sqrt(gapRatio);
  const longest = step * Math.sqrt(gapRatio);
  let before = times[0] ?? NaN;
  for (let i = 1; i < times.length; i += 1) {
    const at = times[i] ?? NaN;
    if (!(at - before >= shortest && at - before <= longest)) return false;
    before = at;
  }
  return true;
}

/** The record nearest to an instant; −1 in an empty history. Of two equally near, the earlier. */
export function nearestRecord(times: Float64Array, at: number): number {
  if (times.length === 0) return -1;
  const after = Math.min(lowerBound(times, at), times.length - 1);
  const before = times[after - 1];
  const here = times[after] ?? NaN;
  return before !== undefined && at - before <= here - at ? after - 1 : after;
}

/** So many points has a sparkline in a list. */
const listedPoints = 52;

/** A history at even steps of time, as a sparkline takes it: at each step the last known total, null before the first. */
export function sparkPoints(
  { times, totals }: Pick<Series, 'times' | 'totals'>,
  count = listedPoints,
): (number | null)[] {
  const from = times[0];
  const to = times.at(-1);
  if (from === undefined || to === undefined || to === from) return [];
  return Array.from(recordsAtSteps(times, count), (index) => {
    const total = totals[index];
    return total === undefined || Number.isNaN(total) ? null : total;
  });
}
