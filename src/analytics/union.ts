/** A history as columns. Times (epoch ms) ascend; of equal ones the last applies. NaN is a gap. */
export interface TimedValues {
  readonly times: Float64Array;
  readonly totals: Float64Array;
}

/** Several histories on one set of times: `totals[s][i]` is the total of series s at `times[i]`. */
export interface Union {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: readonly Float64Array<ArrayBuffer>[];
}

/**
 * Joins histories on the union of their times: ascending, unique, one column per series in the given order. A series
 * without a record at a time has NaN there. Nothing is interpolated or carried forward, so a NaN is either a gap of
 * the series or a time of another one: draw each series from its own records, and read the values of one instant from
 * the union.
 *
 * Without series there are no times.
 *
 * @throws RangeError if the two columns of a series differ in length, or its times do not ascend.
 */
export function unionOf(series: readonly TimedValues[]): Union {
  const columns = series.map(({ times, totals }) => {
    if (times.length !== totals.length) {
      throw new RangeError(`${times.length} times do not fit ${totals.length} totals`);
    }
    return { times, totals, joined: new Float64Array(0), next: 0 };
  });
  const [one] = columns;
  if (one !== undefined && columns.every(({ times }) => isAscendingLike(times, one.times))) {
    return { times: one.times.slice(), totals: columns.map(({ totals }) => totals.slice()) };
  }
  const room = columns.reduce((sum, { times }) => sum + times.length, 0);
  for (const column of columns) column.joined = new Float64Array(room).fill(NaN);
  const times = new Float64Array(room);
  let count = 0;
  for (let at = earliest(columns); at < Infinity; at = earliest(columns)) {
    if (count > 0 && !(at > (times[count - 1] ?? NaN))) {
      throw new RangeError(`times do not ascend at ${at}`);
    }
    times[count] = at;
    for (const column of columns) {
      let { next } = column;
      if (next >= column.times.length || column.times[next] !== at) continue;
      while (next + 1 < column.times.length && column.times[next + 1] === at) next++;
      column.joined[count] = column.totals[next] ?? NaN;
      column.next = next + 1;
    }
    count++;
  }
  return {
    times: times.slice(0, count),
    totals: columns.map(({ joined }) => joined.slice(0, count)),
  };
}

/** Whether times equal others and ascend; most compared histories have equal times. */
function isAscendingLike(times: Float64Array, others: Float64Array): boolean {
  if (times.length !== others.length) return false;
  let before = -Infinity;
  for (let i = 0; i < times.length; i++) {
    const at = times[i] ?? NaN;
    if (!(at > before && at === others[i] && at < Infinity)) return false;
    before = at;
  }
  return true;
}

/** The earliest next time of all columns; Infinity if all are at their end. */
function earliest(columns: readonly { readonly times: Float64Array; readonly next: number }[]) {
  let at = Infinity;
  for (const { times, next } of columns) {
    // Reading past the end would be slow.
    if (next >= times.length) continue;
    const time = times[next] ?? NaN;
    if (!Number.isFinite(time)) throw new RangeError(`${time} is not a time`);
    if (time < at) at = time;
  }
  return at;
}

/**
 * Index of the first row at or after `from` at which every column is known and none is 0: the base for comparing
 * histories. −1 if there is no common base, or without columns.
 */
export function firstCommon(totals: readonly Float64Array[], from = 0): number {
  const rows = Math.min(...totals.map(({ length }) => length));
  if (totals.length === 0) return -1;
  for (let i = Math.max(from, 0); i < rows; i++) {
    if (totals.every((column) => Number.isFinite(column[i]) && column[i] !== 0)) return i;
  }
  return -1;
}
