/** How many places are looked at before others get their turn. */
export const sliceLength = 1 << 16;

/**
 * Puts places into the order of their values, which are at those places; NaN comes last, equals stay as they are in `places`.
 * A radix sort over the bits of the numbers; yields between slices.
 */
export function* sortByNumber(
  places: Uint32Array,
  values: ArrayLike<number>,
): Generator<void, Uint32Array> {
  const count = places.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  for (let index = 0; index < count; index++) {
    const value = values[places[index] ?? 0] ?? Number.NaN;
    if (Number.isNaN(value)) {
      low[index] = 0xffff_ffff;
      high[index] = 0xffff_ffff;
      continue;
    }
    // Adding 0 makes 0 of −0.
    number[0] = value + 0;
    const lower = halves[0] ?? 0;
    const upper = halves[1] ?? 0;
    const isNegative = upper >= 0x8000_0000;
    low[index] = isNegative ? ~lower : lower;
    high[index] = isNegative ? ~upper : upper ^ 0x8000_0000;
    if (index % sliceLength === 0) yield;
  }
  let from = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    from[index] = index;
    if (index % sliceLength === 0) yield;
  }
  let to = new Uint32Array(count);
  for (const bits of [low, high]) {
    for (const shift of [0, 16]) {
      if (!(yield* scatter(from, to, bits, shift))) continue;
      [from, to] = [to, from];
    }
  }
  for (let index = 0; index < count; index++) {
    to[index] = places[from[index] ?? 0] ?? 0;
    if (index % sliceLength === 0) yield;
  }
  return to;
}

/** Orders by 16 of the bits; equals stay; yields between slices. @returns whether they differ at all, so that anything was written. */
function* scatter(
  from: Uint32Array,
  to: Uint32Array,
  bits: Uint32Array,
  shift: number,
): Generator<void, boolean> {
  const ends = new Uint32Array(0x1_0001);
  for (let index = 0; index < bits.length; index++) {
    const digit = ((bits[index] ?? 0) >>> shift) & 0xffff;
    ends[digit + 1] = (ends[digit + 1] ?? 0) + 1;
    if (index % sliceLength === 0) yield;
  }
  const first = ((bits[0] ?? 0) >>> shift) & 0xffff;
  if (ends[first + 1] === bits.length) return false;
  for (let digit = 1; digit < ends.length; digit++) {
    ends[digit] = (ends[digit] ?? 0) + (ends[digit - 1] ?? 0);
  }
  for (let at = 0; at < from.length; at++) {
    const index = from[at] ?? 0;
    const digit = ((bits[index] ?? 0) >>> shift) & 0xffff;
    const end = ends[digit] ?? 0;
    to[end] = index;
    ends[digit] = end + 1;
    if (at % sliceLength === 0) yield;
  }
  return true;
}

const runLength = 2048;

/** Puts places into an order by merging sorted runs, whatever it is; yields between slices. */
export function* sortBy(
  places: Uint32Array,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array> {
  let from = places.slice();
  for (let start = 0; start < from.length; start += runLength) {
    from.subarray(start, start + runLength).sort(compare);
    yield;
  }
  let to = new Uint32Array(from.length);
  for (let width = runLength; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      yield* merge(from, to, start, width, compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

function* merge(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
  compare: (a: number, b: number) => number,
): Generator<void, void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + 2 * width, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeft =
      right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0);
    to[at] = from[isLeft ? left++ : right++] ?? 0;
    if (at % runLength === 0) yield;
  }
}

/** Ascending order turned round: groups of equals stay as they are, and unknown ones (`isUnknown`) last; yields between slices. */
export function* reversed(
  order: Uint32Array,
  isUnknown: (place: number) => boolean,
  isEqual: (a: number, b: number) => boolean,
): Generator<void, Uint32Array> {
  const turned = new Uint32Array(order.length);
  let known = order.length;
  while (known > 0 && isUnknown(order[known - 1] ?? 0)) known--;
  let at = 0;
  let sinceYield = 0;
  for (let end = known; end > 0;) {
    let start = end - 1;
    const place = order[start] ?? 0;
    while (start > 0 && isEqual(order[start - 1] ?? 0, place)) start--;
    for (let from = start; from < end; from++) turned[at++] = order[from] ?? 0;
    sinceYield += end - start;
    if (sinceYield >= sliceLength) {
      yield;
      sinceYield = 0;
    }
    end = start;
  }
  turned.set(order.subarray(known), known);
  return turned;
}

/** An order from which the marked places are taken out, and those that are present put where they belong now. */
export function repaired(
  order: Uint32Array,
  touched: Uint8Array,
  present: readonly number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  const rest = order.filter((place) => touched[place] !== 1);
  const moved = present.toSorted(compare);
  const result = new Uint32Array(rest.length + moved.length);
  let from = 0;
  for (const [index, place] of moved.entries()) {
    let low = from;
    let high = rest.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(rest[middle] ?? 0, place) < 0) low = middle + 1;
      else high = middle;
    }
    result.set(rest.subarray(from, low), from + index);
    result[low + index] = place;
    from = low;
  }
  result.set(rest.subarray(from), from + moved.length);
  return result;
}
