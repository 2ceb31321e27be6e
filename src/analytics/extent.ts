/**
 * The lowest and highest value from index `from` up to, not including, `to` (default: the whole array). NaN, a gap, is
 * ignored; null if there are only gaps.
 */
export function extent(
  totals: Float64Array,
  from = 0,
  to = totals.length,
): [low: number, high: number] | null {
  let low = Infinity;
  let high = -Infinity;
  const end = Math.min(to, totals.length);
  for (let i = Math.max(from, 0); i < end; i++) {
    const total = totals[i] ?? NaN;
    if (total < low) low = total;
    if (total > high) high = total;
  }
  return low > high ? null : [low, high];
}

/**
 * Index of the first of the ascending numbers `times` that is at or after `at`; `to` if there is none. Binary search
 * between the indices `from` and `to` (default: the whole array).
 */
export function lowerBound(
  times: ArrayLike<number>,
  at: number,
  from = 0,
  to: number = times.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the last of the ascending, distinct numbers `times` that is at or before `at`; −1 if there is none. */
export function latestIndex(times: ArrayLike<number>, at: number): number {
  const after = lowerBound(times, at);
  return times[after] === at ? after : after - 1;
}
