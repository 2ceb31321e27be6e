/** Change of a history's total from its first to its last known record, in the unit of the totals. */
export interface HistoryChange {
  readonly first: number;
  readonly last: number;
  /** last − first */
  readonly absolute: number;
  /** (last − first) ÷ |first|; 0 from 0 to 0; null if the value is new or the ratio exceeds the largest number. */
  readonly ratio: number | null;
  /** From 0 to another value, so that there is no ratio. */
  readonly isNew: boolean;
}

/**
 * The change over a history. Unknown records (NaN or infinite) are skipped; null if all are unknown. A single known
 * record is both first and last, and the change is 0.
 */
export function changeOf(totals: Float64Array): HistoryChange | null {
  const first = totals.find(Number.isFinite);
  const last = totals.findLast(Number.isFinite);
  if (first === undefined || last === undefined) return null;

  const absolute = last - first + 0;
  const isNew = first === 0 && last !== 0;
  return { first: first + 0, last: last + 0, absolute, ratio: ratioOf(absolute, first), isNew };
}

function ratioOf(absolute: number, first: number): number | null {
  if (first === 0) return absolute === 0 ? 0 : null;
  const ratio = absolute / Math.abs(first);
  return Number.isFinite(ratio) ? ratio : null;
}

/** A history and its requested period. Times and `step` in (epoch) milliseconds. */
export interface PeriodHistory {
  readonly times: Float64Array;
  readonly totals: Float64Array;
  /** As of − window; null for "all", which has no fixed start. */
  readonly windowStart: number | null;
  readonly step: number;
}

/**
 * Reports whether a history covers its period: its first record is at most one step after the start of the window. A
 * history that began in the middle of a month has no change for that month. This is the only such rule. All instants in
 * epoch milliseconds.
 *
 * @param first instant of the first record.
 */
export function coversWindow(
  first: number,
  { windowStart, step }: Pick<PeriodHistory, 'windowStart' | 'step'>,
): boolean {
  return windowStart === null || first - windowStart <= step;
}

/**
 * The step of recorded histories, in milliseconds: the step of the period, or the distance of the first two records if
 * that is longer, since prices may be coarser than the period.
 *
 * @param times ascending (epoch ms).
 * @param step of the period.
 */
export function recordedStep(times: ArrayLike<number>, step: number): number {
  return Math.max(step, (times[1] ?? NaN) - (times[0] ?? NaN) || 0);
}

/**
 * Change over a period as a ratio: last ÷ first − 1, equal to the ratio of `changeOf`. Null if no record is known, if
 * the value is new, or if the history does not cover its period (`coversWindow`).
 */
export function periodChange({ times, totals, windowStart, step }: PeriodHistory): number | null {
  const start = times[totals.findIndex(Number.isFinite)];
  if (start === undefined || !coversWindow(start, { windowStart, step })) return null;

  return changeOf(totals)?.ratio ?? null;
}
