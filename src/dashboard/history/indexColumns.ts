import type { PerformanceHistory } from '#contract/performance.ts';
import { parseTime } from '#contract/time.ts';
import type { Series } from '../chart/series.ts';

export type RecordColumns = Pick<Series, 'times' | 'totals'>;

/** Returns the time-weighted index from its first known record on; no records if it is not known. */
export function indexColumns({ dates, index: known }: PerformanceHistory): RecordColumns {
  const index = known ?? dates.map(() => null);
  const begin = index.findIndex((level) => level !== null);
  const from = begin === -1 ? index.length : begin;
  return {
    times: Float64Array.from(dates.slice(from), parseTime),
    totals: Float64Array.from(index.slice(from), (level) => level ?? NaN),
  };
}
