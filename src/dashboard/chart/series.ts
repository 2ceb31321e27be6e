import { median } from 'd3-array';
import { lowerBound } from '#analytics/extent.ts';
import { type Blocks, blocksOf } from '#analytics/extremes.ts';
import { recordsAtSteps } from '#analytics/grid.ts';

export interface Gap {
  readonly before: number;
  readonly after: number;
}

/** Epoch milliseconds, ascending, and totals (NaN: unknown). */
export interface Series {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly gaps: readonly Gap[];
  readonly blocks: Blocks;
}

/** Computes gaps and extremes once for all uses. */
export function seriesOf(
  times: Float64Array<ArrayBuffer>,
  totals: Float64Array<ArrayBuffer>,
): Series {
  const blocks = blocksOf(totals);
  return { times, totals, gaps: gapsOf(times, totals, blocks), blocks };
}

/** A step longer than this many median steps is a gap. */
const gapRatio = 2.5;

/**
 * Returns steps over 2.5 × the median step, and stretches of unknown (NaN) totals. Two records have no typical step, so no gap.
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

/** Avoids the median, which is slow for a million steps: most histories have even steps and no gaps. */
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

/** Returns −1 for an empty history, and the earlier of two equally near records. */
export function nearestRecord(times: Float64Array, at: number): number {
  if (times.length === 0) return -1;
  const after = Math.min(lowerBound(times, at), times.length - 1);
  const before = times[after - 1];
  const here = times[after] ?? NaN;
  return before !== undefined && at - before <= here - at ? after - 1 : after;
}

const listedPoints = 52;

/** Samples the last known total at even time steps; null before the first. */
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
