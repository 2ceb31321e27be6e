/** A hole in a history: the record before it, the record after it. */
export interface Gap {
  readonly before: number;
  readonly after: number;
}

/** A distance over this many median steps is a gap. */
const gapRatio = 2.5;

/**
 * The gaps of a history: records further apart than 2.5 × the median step, or with unknown (NaN) totals between.
 * Two records have no step to compare with, so they have no gap.
 */
export function gapsOf(times: Float64Array, totals: Float64Array): Gap[] {
  if (isEven(times, totals)) return [];
  const known = knownOf(totals);
  if (known.length < 3) return [];
  const steps = new Float64Array(known.length - 1);
  for (let k = 0; k < steps.length; k += 1) steps[k] = between(times, known[k], known[k + 1]);
  const limit = gapRatio * medianOf(steps);
  const gaps: Gap[] = [];
  for (let k = 0; k < steps.length; k += 1) {
    const before = known[k] ?? 0;
    const after = known[k + 1] ?? 0;
    const unknownBetween = after > before + 1;
    if (unknownBetween || between(times, before, after) > limit) gaps.push({ before, after });
  }
  return gaps;
}

/** Whether no step can be a gap. Most histories are even, and a million steps take long to put in order. */
function isEven(times: Float64Array, totals: Float64Array): boolean {
  if (totals.includes(NaN)) return false;
  let shortest = Infinity;
  let longest = 0;
  let before = times[0] ?? NaN;
  for (let i = 1; i < times.length; i += 1) {
    const at = times[i] ?? NaN;
    shortest = Math.min(shortest, at - before);
    longest = Math.max(longest, at - before);
    before = at;
  }
  return longest <= gapRatio * shortest;
}

/** The indices of the records whose total is known. */
function knownOf(totals: Float64Array): Uint32Array {
  const known = new Uint32Array(totals.length);
  let count = 0;
  for (let i = 0; i < totals.length; i += 1) {
    if (!Number.isNaN(totals[i])) {
      known[count] = i;
      count += 1;
    }
  }
  return known.subarray(0, count);
}

function between(times: Float64Array, a = 0, b = 0): number {
  return (times[b] ?? NaN) - (times[a] ?? NaN);
}

/** The median; it may put the values into another order. */
function medianOf(values: Float64Array): number {
  const middle = values.length >> 1;
  const upper = nthOf(values, middle);
  return values.length % 2 === 1 ? upper : (upper + values.subarray(0, middle).reduce(larger)) / 2;
}

function larger(a: number, b: number): number {
  return a > b ? a : b;
}

/** The nth smallest of values, all smaller ones before it: Hoare's quickselect, which orders no more than it must. */
function nthOf(values: Float64Array, nth: number): number {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = values[(left + right) >> 1] ?? NaN;
    let i = left;
    let j = right;
    while (i <= j) {
      while ((values[i] ?? NaN) < pivot) i += 1;
      while ((values[j] ?? NaN) > pivot) j -= 1;
      if (i > j) break;
      [values[i], values[j]] = [values[j] ?? NaN, values[i] ?? NaN];
      i += 1;
      j -= 1;
    }
    if (nth <= j) right = j;
    else if (nth >= i) left = i;
    else break;
  }
  return values[nth] ?? NaN;
}
