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

/** Returns `lowerBound` of the numbers `times`, which takes constant time if they are evenly spaced. */
export function boundFinder(times: Float64Array): (at: number) => number {
  const count = times.length;
  const first = times[0] ?? 0;
  const last = times[count - 1] ?? 0;
  const scale = (count - 1) / (last - first);
  if (!(scale > 0 && Number.isFinite(scale))) return (at) => lowerBound(times, at);
  // Of each of `count` equal parts of the time, the index of the first number in it or after it.
  const starts = new Uint32Array(count + 1).fill(count);
  for (let index = count - 1; index >= 0; index--) {
    starts[Math.floor(((times[index] ?? 0) - first) * scale)] = index;
  }
  for (let part = count - 1; part >= 0; part--) {
    starts[part] = Math.min(starts[part] ?? count, starts[part + 1] ?? count);
  }
  return (at) => {
    if (!(at > first)) return 0;
    if (at > last) return count;
    const part = Math.floor((at - first) * scale);
    return lowerBound(times, at, starts[part], starts[part + 1]);
  };
}

/** Index of the last of the ascending, distinct numbers `times` that is at or before `at`; −1 if there is none. */
export function latestIndex(times: ArrayLike<number>, at: number): number {
  const after = lowerBound(times, at);
  return times[after] === at ? after : after - 1;
}
