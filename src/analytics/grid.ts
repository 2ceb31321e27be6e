import { lowerBound } from './extent.ts';

/** The instants of a history. All in epoch milliseconds. */
export interface RecordGrid {
  /** The instant of the last record; nothing later is known. */
  readonly asOf: number;
  /** Length of the period; null for "all". */
  readonly window: number | null;
  /** Interval between two records. */
  readonly step: number;
  /** The first instant with data: the first holding or the inception. */
  readonly start: number;
}

/**
 * The instants of a history's records (epoch ms, ascending, unique): every whole UTC multiple of `step` in [asOf −
 * window, asOf), then asOf itself. A long enough history has 288+1 records in a day of 5 minutes, 168+1, 180+1 and
 * 365+1 in week, month and year, for any asOf.
 *
 * - There are no records before `start`. A history that starts within its window begins at the first whole step at or
 *   after `start`; only "all" (`window` null) begins with a record at `start` itself, then the whole steps after it.
 * - `start` at asOf gives one record, after it none.
 *
 * @throws RangeError if step is not above 0, asOf is not a time, or "all" has no finite start.
 */
export function recordTimes({ asOf, window, step, start }: RecordGrid): Float64Array<ArrayBuffer> {
  if (!(step > 0 && Number.isFinite(step) && Number.isFinite(asOf))) {
    throw new RangeError(`no grid of step ${step} up to ${asOf}`);
  }
  if (Number.isNaN(start) || (window === null && start === -Infinity)) {
    throw new RangeError(`no history starts at ${start}`);
  }
  if (start > asOf) return new Float64Array(0);

  const whole = Math.ceil((window === null ? start : Math.max(asOf - window, start)) / step);
  const past = Math.ceil(asOf / step); // The first multiple that is not before asOf.
  const opens = window === null && start < asOf && start < whole * step;

  const times = new Float64Array((opens ? 1 : 0) + Math.max(past - whole, 0) + 1);
  let next = 0;
  if (opens) times[next++] = start;
  // + 0 turns a −0 from rounding up into 0.
  for (let multiple = whole; multiple < past; multiple++) times[next++] = multiple * step + 0;
  times[next] = asOf;
  return times;
}

/**
 * Selects the records of a line with `count` points: for each of `count` even steps from the first record to the last,
 * the index of the latest record at or before it. Ascending; indices repeat if there are fewer records.
 *
 * @param times ascending (epoch ms).
 * @param count at least 2.
 */
export function recordsAtSteps(times: Float64Array, count: number): Uint32Array<ArrayBuffer> {
  const from = times[0];
  const to = times.at(-1);
  if (from === undefined || to === undefined) return new Uint32Array(0);
  return Uint32Array.from({ length: count }, (_, i) => {
    const at = from + ((to - from) * i) / (count - 1);
    const after = lowerBound(times, at);
    return times[after] === at ? after : after - 1;
  });
}

/** Records of two histories count as simultaneous if their distance is below this fraction of the step. */
const sameTime = 0.05;

/**
 * The totals of one history at the times of another. Times may differ by moments if a service computes each history on
 * request, so the total is that of the simultaneous record, otherwise of the one before. NaN before the first record
 * and after the last.
 *
 * @param times of the other history, ascending (epoch ms).
 * @param own ascending times (epoch ms) and the total at each; NaN is a gap.
 */
export function valuesAtRecords(
  times: Float64Array,
  own: { readonly times: Float64Array; readonly totals: Float64Array },
): Float64Array<ArrayBuffer> {
  const isOf = (at: number, index: number) => {
    const time = own.times[index] ?? NaN;
    const distance = Math.abs(time - (own.times[index - 1] ?? own.times[index + 1] ?? time));
    return Math.abs(time - at) <= distance * sameTime;
  };
  return Float64Array.from(times, (at) => {
    const next = lowerBound(own.times, at);
    const same = [next, next - 1].find((index) => isOf(at, index));
    const before = next < own.times.length ? next - 1 : -1;
    return own.totals[same ?? before] ?? NaN;
  });
}
