/** A history as columns. Times (epoch ms) ascend; of equal ones the last counts. NaN is a gap. */
export interface Series {
  readonly times: Float64Array;
  readonly totals: Float64Array;
}

/** Several histories on one set of times: `totals[s][i]` is what series s has at `times[i]`. */
export interface Union {
  readonly times: Float64Array<ArrayBuffer>;
  readonly totals: readonly Float64Array<ArrayBuffer>[];
}

/**
 * Joins histories on the union of their times: ascending, none twice, one column for each series in the order given.
 * Where a series has no record at a time it has NaN there. Nothing is interpolated and nothing is carried forward, so
 * a NaN is either a gap of the series or a time of another one: draw each series from its own records, and
 * read from the union what is known at one instant.
 *
 * Of no series, no times.
 *
 * @throws RangeError where the two columns of a series are not of one length, or its times do not ascend.
 */
export function unionOf(series: readonly Series[]): Union {
  let room = 0;
  for (const { times, totals } of series) {
    if (times.length !== totals.length) {
      throw new RangeError(`${times.length} times do not fit ${totals.length} totals`);
    }
    room += times.length;
  }
  const times = new Float64Array(room);
  const totals = series.map(() => new Float64Array(room).fill(NaN));
  const next = new Uint32Array(series.length);
  let count = 0;
  for (let at = earliest(series, next); at < Infinity; at = earliest(series, next)) {
    if (count > 0 && !(at > (times[count - 1] ?? NaN))) {
      throw new RangeError(`times do not ascend at ${at}`);
    }
    times[count] = at;
    series.forEach((one, s) => {
      const column = totals[s];
      let i = next[s] ?? 0;
      if (column === undefined || one.times[i] !== at) return;
      while (one.times[i] === at) i++;
      column[count] = one.totals[i - 1] ?? NaN;
      next[s] = i;
    });
    count++;
  }
  return { times: times.slice(0, count), totals: totals.map((column) => column.slice(0, count)) };
}

/** The earliest time that no series has come past; Infinity where all are at their end. */
function earliest(series: readonly Series[], next: Uint32Array): number {
  let at = Infinity;
  for (let s = 0; s < series.length; s++) {
    const { times } = series[s] ?? { times: new Float64Array(0) };
    const time = times[next[s] ?? 0];
    if (time === undefined) continue;
    if (!Number.isFinite(time)) throw new RangeError(`${time} is no time`);
    if (time < at) at = time;
  }
  return at;
}

/**
 * Index of the first row, at or after `from`, at which every column is known and none is 0: where histories that are
 * compared are rebased. −1 where there is none, so that they have no common base; 0 columns have none either.
 */
export function firstCommon(totals: readonly Float64Array[], from = 0): number {
  const rows = Math.min(...totals.map(({ length }) => length));
  if (totals.length === 0) return -1;
  for (let i = Math.max(from, 0); i < rows; i++) {
    if (totals.every((column) => Number.isFinite(column[i]) && column[i] !== 0)) return i;
  }
  return -1;
}
