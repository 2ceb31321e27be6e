import { lowerBound } from './extent.ts';
import { type Blocks, blocksOf, extremesWithin } from './extremes.ts';

/** The records that are left; the record `i` is the input's record `index[i]`. */
export interface Decimated {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly index: Uint32Array<ArrayBuffer>;
}

/** Of one column: a gap before it, four values, and what breaks the line in the three places between them. */
const mostOfColumn = 1 + 4 + 3 * 3;

/**
 * The records that a line chart of `columns` pixels shows, however many there are: in every pixel column a line
 * through them reaches as high and as low as the line through all, and enters and leaves it at the same heights.
 *
 * M4 of Jugel, Jerzak, Hackenbroich, Markl: "M4: A Visualization-Oriented Time Series Data Aggregation",
 * PVLDB 7(10), 2014. The range is cut into columns of equal time; column c holds the records from
 * from + (to − from) × c ÷ columns up to, not including, the start of the next, the last one up to and with `to`.
 * Of each column the first, the last, the lowest and the highest record are kept (of equals the earliest), each
 * once, in the order they came.
 *
 * - No record is invented: what is given stands in the input, at `index`.
 * - The nearest record on either side of the range is kept too, so that the line runs on to the edge.
 * - NaN is a gap. Wherever gaps lie between two kept values, exactly one record of NaN is kept between them: the line
 *   breaks where it broke and nowhere else. Within a column the values next to the gap are kept as well, so that
 *   none is left alone that was part of a line. A value that was alone between gaps stays so: draw it as a dot.
 *   Gaps before the first or after the last value of the range are dropped.
 * - A range with no more than 4 × columns records is given as it is, gaps and all.
 *
 * At most 4 × columns + 2 records where there are no gaps, 14 × columns + 3 where there are. The times are only searched, and
 * of totals whose blocks are known only the ends of each column are read: another window of the same history costs
 * little. The result is a copy and can be moved to another thread.
 *
 * @param times ascending (epoch ms), equal ones allowed.
 * @param range in epoch ms, both ends included.
 * @param columns width in pixels (of the device), at least 1; fractions are cut off.
 * @param blocks of the totals, or of the column they are a window of (`subarray`).
 * @throws RangeError where the two columns are not of one length, the range is not from ≤ to, or columns is below 1.
 */
export function decimate(
  times: Float64Array,
  totals: Float64Array,
  range: { readonly from: number; readonly to: number },
  columns: number,
  blocks: Blocks = blocksOf(totals),
): Decimated {
  const { from, to } = range;
  const span = to - from;
  const width = Math.floor(columns);
  if (times.length !== totals.length) {
    throw new RangeError(`${times.length} times do not fit ${totals.length} totals`);
  }
  if (!(width >= 1 && width < Infinity && span >= 0 && span < Infinity)) {
    throw new RangeError(`cannot cut ${from} to ${to} into ${columns} columns`);
  }

  const begin = lowerBound(times, from);
  let end = lowerBound(times, to, begin);
  while (times[end] === to) end++;
  // With the neighbours just outside.
  const left = Math.max(begin - 1, 0);
  const right = Math.min(end + 1, times.length);
  if (end - begin <= 4 * width) {
    const index = Uint32Array.from({ length: right - left }, (_, i) => left + i);
    return { times: times.slice(left, right), totals: totals.slice(left, right), index };
  }

  const offset = (totals.byteOffset - blocks.totals.byteOffset) / totals.BYTES_PER_ELEMENT;
  const source = { totals, blocks, offset };
  const kept = new Uint32Array(width * mostOfColumn + 3);
  let count = 0;
  if (left < begin) kept[count++] = left;
  let next = begin;
  for (let column = 1; column <= width && next < end; column++) {
    const until =
      column < width ? columnEnd(times, from + (span * column) / width, next, end) : end;
    count = keepOfColumn(source, next, until, kept, count);
    next = until;
  }
  if (end < right) {
    if (!Number.isNaN(totals[end])) count = keepGap(totals, end, kept, count);
    kept[count++] = end;
  }
  const index = kept.slice(0, count);
  return { times: pick(times, index), totals: pick(totals, index), index };
}

/** Index of the first record at or after `edge`: leaps of doubling length from `begin`, then a binary search. */
function columnEnd(times: Float64Array, edge: number, begin: number, end: number): number {
  let leap = 1;
  while (begin + leap < end && (times[begin + leap] ?? Infinity) < edge) leap *= 2;
  return lowerBound(times, edge, begin + (leap >>> 1), Math.min(begin + leap, end));
}

/** What is decimated: totals that begin at `offset` of the column whose blocks are known. */
interface Source {
  readonly totals: Float64Array;
  readonly blocks: Blocks;
  readonly offset: number;
}

/** Writes what is kept of the records [begin, end) behind the `count` in `kept`; gives the new count. */
function keepOfColumn(
  { totals, blocks, offset }: Source,
  begin: number,
  end: number,
  kept: Uint32Array,
  count: number,
): number {
  let first = begin;
  while (first < end && Number.isNaN(totals[first])) first++;
  let last = end - 1;
  while (last > first && Number.isNaN(totals[last])) last--;
  const extremes = extremesWithin(blocks, first + offset, last + 1 + offset);
  if (extremes === null) return count;

  const lowest = extremes.lowest - offset;
  const highest = extremes.highest - offset;
  const broken = extremes.hasGap;
  let next = keepGap(totals, first, kept, count);
  kept[next++] = first;
  next = keepWithin(totals, Math.min(lowest, highest), broken, kept, next);
  next = keepWithin(totals, Math.max(lowest, highest), broken, kept, next);
  return keepWithin(totals, last, broken, kept, next);
}

/** Keeps the value `at` unless it is the one kept last; in a broken column also the break between the two. */
function keepWithin(
  totals: Float64Array,
  at: number,
  broken: boolean,
  kept: Uint32Array,
  count: number,
): number {
  const before = kept[count - 1] ?? at;
  if (at === before) return count;
  let next = count;
  if (broken) {
    let gap = before + 1;
    while (gap < at && !Number.isNaN(totals[gap])) gap++;
    if (gap < at) {
      // The line runs on to the gap, and on from it: else a spike could be left without a line.
      if (gap - 1 > before) kept[next++] = gap - 1;
      kept[next++] = gap;
      let resumed = at;
      while (!Number.isNaN(totals[resumed - 1])) resumed--;
      if (resumed < at) kept[next++] = resumed;
    }
  }
  kept[next++] = at;
  return next;
}

/** Keeps one gap between the value kept last and the value `at`, the next one there is, if any lies between them. */
function keepGap(totals: Float64Array, at: number, kept: Uint32Array, count: number): number {
  const before = kept[count - 1];
  if (before === undefined || before + 1 === at || Number.isNaN(totals[before])) return count;
  kept[count] = before + 1;
  return count + 1;
}

function pick(from: Float64Array, index: Uint32Array): Float64Array<ArrayBuffer> {
  const picked = new Float64Array(index.length);
  for (let i = 0; i < index.length; i++) picked[i] = from[index[i] ?? 0] ?? NaN;
  return picked;
}
