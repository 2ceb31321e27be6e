/** A stretch of a history in which records are missing. Instants in epoch milliseconds. */
export interface MissingSteps {
  /** The last known record before the stretch, and the first after it; at an end of the history, its first or last record. */
  readonly from: number;
  readonly to: number;
  /** Number of records that are missing, at least 1. */
  readonly steps: number;
}

/**
 * Finds the stretches of a history without a known record.
 *
 * Between two known records, and from the last one to the end, a record is expected at every step, so a stretch of length d
 * misses round(d ÷ step) − 1 records between two known ones, and the complete steps of d at an end. A partial first or last
 * step misses nothing. Source: counting, as derived here.
 *
 * @param times of the records, ascending (epoch ms).
 * @param isKnown reports whether the record with this index is known.
 * @param step distance of two records in milliseconds, above 0.
 * @returns ascending; empty without records.
 */
export function missingSteps(
  times: ArrayLike<number>,
  isKnown: (index: number) => boolean,
  step: number,
): MissingSteps[] {
  const found: MissingSteps[] = [];
  const add = (from: number, to: number, steps: number): void => {
    if (steps >= 1) found.push({ from, to, steps });
  };
  const first = times[0] ?? NaN;
  const last = times[times.length - 1] ?? NaN;
  let before: number | null = null;
  for (let i = 0; i < times.length; i++) {
    if (!isKnown(i)) continue;
    const at = times[i] ?? NaN;
    if (before === null) add(first, at, Math.floor((at - first) / step));
    else add(before, at, Math.round((at - before) / step) - 1);
    before = at;
  }
  if (times.length === 0) return found;
  if (before === null) add(first, last, times.length);
  else add(before, last, Math.floor((last - before) / step));
  return found;
}

/** Number of missing records in all stretches. */
export function missingCount(stretches: readonly MissingSteps[]): number {
  return stretches.reduce((sum, { steps }) => sum + steps, 0);
}

/**
 * The typical distance of two records in milliseconds: the median, of which gaps and partial steps at the ends are no part.
 *
 * @param times ascending (epoch ms).
 * @returns null with fewer than two records.
 */
export function medianStep(times: ArrayLike<number>): number | null {
  const steps = Float64Array.from(
    { length: Math.max(0, times.length - 1) },
    (_, i) => (times[i + 1] ?? NaN) - (times[i] ?? NaN),
  ).toSorted();
  return steps[steps.length >>> 1] ?? null;
}
