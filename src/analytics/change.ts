/** How a history's total changed from its first to its last known record, in the unit of the totals. */
export interface HistoryChange {
  readonly first: number;
  readonly last: number;
  /** last − first */
  readonly absolute: number;
  /** (last − first) ÷ |first|; 0 from 0 to 0; null where the value is new or the ratio is beyond all numbers. */
  readonly ratio: number | null;
  /** From 0 to anything else: there is nothing to compare with. */
  readonly isNew: boolean;
}

/**
 * The change over a history. Records that are not known (NaN, or not finite) are skipped; null where none is known.
 * With one known record it is first and last, and the change is 0.
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
  /** As of − window; null for "all", which starts where it starts. */
  readonly windowStart: number | null;
  readonly step: number;
}

/**
 * Change over a period as a ratio: last ÷ first − 1, the same figure as `changeOf` gives. Null where no record
 * is known, where the value is new, and where the first known record is more than one step after the
 * window's start: what began in the middle of a month has no change of that month.
 */
export function periodChange({ times, totals, windowStart, step }: PeriodHistory): number | null {
  const begin = totals.findIndex(Number.isFinite);
  const start = times[begin];
  if (start === undefined || (windowStart !== null && start - windowStart > step)) return null;

  return changeOf(totals)?.ratio ?? null;
}
