import type { PerformanceHistory } from '#contract/performance.ts';
import { parseTime } from '#contract/time.ts';
import type { Series } from '../chart/series.ts';

export type RecordColumns = Pick<Series, 'times' | 'totals'>;

/** NaN for a total that is not known. */
export function recordColumns(
  dates: readonly string[],
  totals: readonly (number | null)[],
): RecordColumns {
  return {
    times: Float64Array.from(dates, parseTime),
    totals: Float64Array.from(totals, (total) => total ?? NaN),
  };
}

/** Returns the time-weighted index from its first known record on; no records if it is not known. */
export function indexColumns({ dates, index: known }: PerformanceHistory): RecordColumns {
  const index = known ?? dates.map(() => null);
  const begin = index.findIndex((level) => level !== null);
  const from = begin === -1 ? index.length : begin;
  return recordColumns(dates.slice(from), index.slice(from));
}
