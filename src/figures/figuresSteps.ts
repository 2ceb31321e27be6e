import { lowerBound } from '#analytics/extent.ts';

/** Why no return is taken from some steps. */
export type ExclusionReason = 'partial-first' | 'partial-last' | 'gap' | 'no-value';

/** Consecutive steps without a return: from one record to another, by index. */
export interface ExcludedRange {
  readonly from: number;
  readonly to: number;
  readonly reason: ExclusionReason;
}

/** A step from one record to a later one, by index. */
export type StepEnds = readonly [from: number, to: number];

/** The complete steps of a history. */
export interface CompleteSteps {
  readonly steps: readonly StepEnds[];
  readonly excluded: readonly ExcludedRange[];
}

/** Interval between two returns. */
export interface StepRule {
  /** Milliseconds. */
  readonly step: number;
  /**
   * Largest deviation of a complete step, as a fraction of it. 0: steps begin and end at whole UTC multiples. Reported records may
   * be some moments late.
   */
  readonly tolerance: number;
}

/** Deviation of two steps of a reported history that count as equal. */
export const reportedTolerance = 0.05;

/**
 * Returns the complete steps. Records between the ends of a step are skipped, so that a history with mixed steps has returns of
 * equal length. The steps before the first whole one and after the last one are partial, and a longer step is a gap.
 * @param times ascending.
 */
export function completeSteps(times: Float64Array, { step, tolerance }: StepRule): CompleteSteps {
  const steps: StepEnds[] = [];
  const others: StepEnds[] = [];
  const last = times.length - 1;
  let from =
    tolerance === 0
      ? Math.max(
          times.findIndex((at) => at % step === 0),
          0,
        )
      : 0;
  if (from > 0) others.push([0, from]);
  while (from < last) {
    const to = recordAt(times, (times[from] ?? NaN) + step, step * tolerance);
    if (to > from) steps.push([from, to]);
    else others.push([from, from + 1]);
    from = Math.max(to, from + 1);
  }
  const reasonOf = ([begin, end]: StepEnds): ExclusionReason => {
    const length = (times[end] ?? NaN) - (times[begin] ?? NaN);
    if (length > step) return 'gap';
    return begin === 0 ? 'partial-first' : end === last ? 'partial-last' : 'gap';
  };
  return { steps, excluded: joined(others).map((ends) => rangeOf(ends, reasonOf(ends))) };
}

export const rangeOf = ([from, to]: StepEnds, reason: ExclusionReason): ExcludedRange => ({
  from,
  to,
  reason,
});

/** Joins ascending steps to ranges wherever one begins at the end of the one before. */
export function joined(steps: Iterable<StepEnds>): StepEnds[] {
  const ranges: StepEnds[] = [];
  for (const [from, to] of steps) {
    const before = ranges.at(-1);
    if (before?.[1] === from) ranges.splice(-1, 1, [before[0], to]);
    else ranges.push([from, to]);
  }
  return ranges;
}

/** Returns the index of the record closest to an instant, within a distance; −1 if there is none. */
function recordAt(times: Float64Array, at: number, distance: number): number {
  const after = lowerBound(times, at - distance);
  const found = times[after] ?? NaN;
  if (!(found <= at + distance)) return -1;
  const next = times[after + 1] ?? NaN;
  return Math.abs(next - at) < Math.abs(found - at) ? after + 1 : after;
}

/**
 * Returns the step of a reported history: the longest that occurs three times in a row, so that a history whose early records are
 * daily and whose late ones are hourly has daily returns; otherwise the median. null below two records.
 */
export function measuredStep(times: Float64Array): number | null {
  const lengths = Float64Array.from(times.subarray(1), (at, i) => at - (times[i] ?? NaN));
  let longest = 0;
  for (let i = 2; i < lengths.length; i++) {
    const [a, b, c] = lengths.subarray(i - 2, i + 1).toSorted();
    if (a !== undefined && b !== undefined && c !== undefined && c - a <= b * reportedTolerance) {
      longest = Math.max(longest, b);
    }
  }
  return longest > 0 ? longest : median(lengths);
}

/** The lower of the two middle numbers if their count is even; null without any. */
export function median(numbers: Float64Array): number | null {
  return numbers.toSorted()[Math.floor((numbers.length - 1) / 2)] ?? null;
}
