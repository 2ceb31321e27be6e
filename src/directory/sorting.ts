import { lowerBound } from '#analytics/extent.ts';

export const sliceLength = 1 << 16;

/** Rows that are compared between two yields. */
const runLength = 2048;

/** Sorts rows by their values; NaN last, equal ones keep their order in `rowIndexes`. Yields between slices. */
export function* sortByNumber(
  rowIndexes: Uint32Array,
  values: ArrayLike<number>,
): Generator<void, Uint32Array> {
  const unsorted = new Float64Array(rowIndexes.length);
  const column = new Float64Array(rowIndexes.length);
  let known = 0;
  for (let index = 0; index < rowIndexes.length; index++) {
    const value = values[rowIndexes[index] ?? 0] ?? Number.NaN;
    unsorted[index] = value;
    if (!Number.isNaN(value)) column[known++] = value;
    if (index % sliceLength === 0) yield;
  }
  const sorted = yield* sortInRuns(column.subarray(0, known), numberRuns);
  /** Number of rows written so far in each group of equals, at the group's first index. */
  const taken = new Uint32Array(rowIndexes.length + 1);
  const order = new Uint32Array(rowIndexes.length);
  for (let index = 0; index < rowIndexes.length; index++) {
    const value = unsorted[index] ?? Number.NaN;
    const first = Number.isNaN(value) ? known : lowerBound(sorted, value);
    const count = taken[first] ?? 0;
    order[first + count] = rowIndexes[index] ?? 0;
    taken[first] = count + 1;
    if (index % runLength === 0) yield;
  }
  return order;
}

/** Sorts rows by any comparison; yields between slices. */
export function* sortBy(
  rowIndexes: Uint32Array,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array> {
  const sortRun = (run: Uint32Array) => {
    run.sort(compare);
  };
  return yield* sortInRuns(rowIndexes.slice(), { length: runLength, sortRun, compare });
}

interface Runs<Column> {
  readonly length: number;
  readonly sortRun: (run: Column) => void;
  readonly compare: (a: number, b: number) => number;
}

/** The engine sorts numbers fast, so their runs are long. */
const numberRuns: Runs<Float64Array> = {
  length: sliceLength / 4,
  sortRun: (run) => {
    run.sort();
  },
  compare: (a, b) => a - b,
};

/** Sorts runs of a column in place and merges them; yields between slices. */
function* sortInRuns<Column extends NumberArray<Column>>(
  column: Column,
  { length, sortRun, compare }: Runs<Column>,
): Generator<void, Column> {
  let from = column;
  for (let start = 0; start < from.length; start += length) {
    sortRun(from.subarray(start, start + length));
    yield;
  }
  let to = from.slice();
  for (let width = length; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      yield* merge(from, to, start, width, compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** A typed array whose parts have its own type. */
interface NumberArray<Column> {
  [index: number]: number;
  readonly length: number;
  slice(): Column;
  subarray(begin: number, end: number): Column;
}

function* merge<Column extends NumberArray<Column>>(
  from: Column,
  to: Column,
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

/**
 * Reverses an ascending order: equal ones keep their order, and unknown ones (`isUnknown`) stay last; yields between
 * slices.
 */
export function* reversed(
  order: Uint32Array,
  isUnknown: (rowIndex: number) => boolean,
  isEqual: (a: number, b: number) => boolean,
): Generator<void, Uint32Array> {
  const turned = new Uint32Array(order.length);
  let known = order.length;
  while (known > 0 && isUnknown(order[known - 1] ?? 0)) known--;
  let at = 0;
  let sinceYield = 0;
  for (let end = known; end > 0;) {
    let start = end - 1;
    const rowIndex = order[start] ?? 0;
    while (start > 0 && isEqual(order[start - 1] ?? 0, rowIndex)) start--;
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

/** An order with the marked rows removed, and those that exist inserted at their new position. */
export function repaired(
  order: Uint32Array,
  touched: Uint8Array,
  present: readonly number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  const rest = order.filter((rowIndex) => touched[rowIndex] !== 1);
  const moved = present.toSorted(compare);
  const result = new Uint32Array(rest.length + moved.length);
  let from = 0;
  for (const [index, rowIndex] of moved.entries()) {
    let low = from;
    let high = rest.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(rest[middle] ?? 0, rowIndex) < 0) low = middle + 1;
      else high = middle;
    }
    result.set(rest.subarray(from, low), from + index);
    result[low + index] = rowIndex;
    from = low;
  }
  result.set(rest.subarray(from), from + moved.length);
  return result;
}
