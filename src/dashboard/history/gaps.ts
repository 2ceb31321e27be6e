/** A hole in a history: the record before it, the record after it. */
export interface Gap {
  before: number;
  after: number;
}

/** A distance over this many median steps is a gap. */
const gapRatio = 2.5;

/**
 * The gaps of a history: records further apart than 2.5 × the median step, or with unknown (NaN) totals between.
 * Two records have no step to compare with, so they have no gap.
 */
export function gapsOf(times: Float64Array, totals: Float64Array): Gap[] {
  const known: number[] = [];
  for (let i = 0; i < times.length; i += 1) if (!Number.isNaN(totals[i])) known.push(i);
  if (known.length < 3) return [];
  const steps = new Float64Array(known.length - 1);
  for (let k = 0; k < steps.length; k += 1) steps[k] = between(times, known[k], known[k + 1]);
  const limit = gapRatio * medianOf(steps);
  const gaps: Gap[] = [];
  for (let k = 0; k < steps.length; k += 1) {
    const before = known[k];
    const after = known[k + 1];
    if (before === undefined || after === undefined) continue;
    const unknownBetween = after > before + 1;
    if (unknownBetween || between(times, before, after) > limit) gaps.push({ before, after });
  }
  return gaps;
}

function between(times: Float64Array, a = 0, b = 0): number {
  return (times[b] ?? NaN) - (times[a] ?? NaN);
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
