import { lowerBound } from './extent.ts';
import { type Blocks, blocksOf, extremesWithin } from './extremes.ts';

/** The selected records; record `i` is the input's record `index[i]`. */
export interface Decimated {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: Float64Array<ArrayBuffer>;
  readonly index: Uint32Array<ArrayBuffer>;
}

/** Per column: a gap before it, four values, and three records for each of the breaks between them. */
const maxRecordsPerColumn = 1 + 4 + 3 * 3;

/**
 * Selects the records that a line chart of `columns` pixels needs: in each pixel column a line through them has the
 * same minimum, maximum, first and last height as a line through all records.
 *
 * M4 of Jugel, Jerzak, Hackenbroich, Markl: "M4: A Visualization-Oriented Time Series Data Aggregation", PVLDB 7(10),
 * 2014. The range is cut into columns of equal time; column c has the records from from + (to − from) × c ÷ columns up
 * to, not including, the start of the next; the last one includes `to`. Of each column the first, last, lowest and
 * highest records are selected (the earliest of equal ones), each once, in their original order.
 *
 * - Every selected record exists in the input, at `index`.
 * - The nearest record on either side of the range is selected too, so that the line continues to the edge.
 * - NaN is a gap. If gaps lie between two selected values, exactly one NaN record is selected between them, so that
 *   the line breaks there and nowhere else. Within a column the values next to the gap are selected as well, so that
 *   no part of a line becomes a single point. A single value between gaps stays single: draw it as a dot. Gaps before
 *   the first or after the last value of the range are dropped.
 * - A range with no more than 4 × columns records is returned unchanged, including gaps.
 *
 * At most 4 × columns + 2 records without gaps, 14 × columns + 3 with gaps. The times are only searched, and of totals
 * with known blocks only the ends of each column are read: another window of the same history costs little. The result
 * is a copy that can be transferred to another thread.
 *
 * @param times ascending (epoch ms), equal ones allowed.
 * @param range in epoch ms, both ends included.
 * @param columns width in device pixels, at least 1; fractions are cut off.
 * @param blocks of the totals, or of the column they are a window of (`subarray`).
 * @throws RangeError if the two columns differ in length, the range is not from ≤ to, or columns is below 1.
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
  // With the neighbors just outside.
  const left = Math.max(begin - 1, 0);
  const right = Math.min(end + 1, times.length);
  if (end - begin <= 4 * width) {
    const index = Uint32Array.from({ length: right - left }, (_, i) => left + i);
    return { times: times.slice(left, right), totals: totals.slice(left, right), index };
  }

  const offset = (totals.byteOffset - blocks.totals.byteOffset) / totals.BYTES_PER_ELEMENT;
  const source = { totals, blocks, offset };
  const selected = new Uint32Array(width * maxRecordsPerColumn + 3);
  let count = 0;
  if (left < begin) selected[count++] = left;
  let next = begin;
  for (let column = 1; column <= width && next < end; column++) {
    const until =
      column < width ? columnEnd(times, from + (span * column) / width, next, end) : end;
    count = selectInColumn(source, next, until, selected, count);
    next = until;
  }
  if (end < right) {
    if (!Number.isNaN(totals[end])) count = selectGap(totals, end, selected, count);
    selected[count++] = end;
  }
  const index = selected.slice(0, count);
  return { times: pick(times, index), totals: pick(totals, index), index };
}

/** Index of the first record at or after `edge`: steps of doubling length from `begin`, then a binary search. */
function columnEnd(times: Float64Array, edge: number, begin: number, end: number): number {
  let leap = 1;
  while (begin + leap < end && (times[begin + leap] ?? Infinity) < edge) leap *= 2;
  return lowerBound(times, edge, begin + (leap >>> 1), Math.min(begin + leap, end));
}

/** The totals, which begin at `offset` of the column that the blocks describe. */
interface BlockedTotals {
  readonly totals: Float64Array;
  readonly blocks: Blocks;
  readonly offset: number;
}

/** Appends the selection from the records [begin, end) to `selected`; returns the new count. */
function selectInColumn(
  { totals, blocks, offset }: BlockedTotals,
  begin: number,
  end: number,
  selected: Uint32Array,
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
  let next = selectGap(totals, first, selected, count);
  selected[next++] = first;
  next = selectValue(totals, Math.min(lowest, highest), broken, selected, next);
  next = selectValue(totals, Math.max(lowest, highest), broken, selected, next);
  return selectValue(totals, last, broken, selected, next);
}

/**
 * Selects the value `at` unless it is the latest selected one; in a column with gaps also the break between the two.
 */
function selectValue(
  totals: Float64Array,
  at: number,
  broken: boolean,
  selected: Uint32Array,
  count: number,
): number {
  const before = selected[count - 1] ?? at;
  if (at === before) return count;
  let next = count;
  if (broken) {
    let gap = before + 1;
    while (gap < at && !Number.isNaN(totals[gap])) gap++;
    if (gap < at) {
      // The line continues to the gap and after it; otherwise a spike could lose its line.
      if (gap - 1 > before) selected[next++] = gap - 1;
      selected[next++] = gap;
      let resumed = at;
      while (!Number.isNaN(totals[resumed - 1])) resumed--;
      if (resumed < at) selected[next++] = resumed;
    }
  }
  selected[next++] = at;
  return next;
}

/** Selects one gap between the latest selected value and the next value `at`, if there is any. */
function selectGap(totals: Float64Array, at: number, selected: Uint32Array, count: number): number {
  const before = selected[count - 1];
  if (before === undefined || before + 1 === at || Number.isNaN(totals[before])) return count;
  selected[count] = before + 1;
  return count + 1;
}

function pick(from: Float64Array, index: Uint32Array): Float64Array<ArrayBuffer> {
  const picked = new Float64Array(index.length);
  for (let i = 0; i < index.length; i++) picked[i] = from[index[i] ?? 0] ?? NaN;
  return picked;
}
