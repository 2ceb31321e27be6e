import { lowerBound } from '#analytics/extent.ts';
import { periodReaching, windowOf, type HistoryType } from '#contract/historyType.ts';

/** Reads the past of a period from the histories of a service, which all end in the present. */
export interface PastHistory {
  /** The history that contains the period: a longer one, if the period ends in the past. */
  reads(type: HistoryType): HistoryType;
  /** Returns the indices [from, to) of the records of the period that ends at the instant. */
  range(times: Float64Array, type: HistoryType): readonly [from: number, to: number];
}

/**
 * @param asOf the end of the period in epoch milliseconds; undefined: the present, with all records.
 * @param present epoch milliseconds.
 */
export function pastHistory(asOf: number | undefined, present: number): PastHistory {
  return {
    reads(type) {
      const window = windowOf[type];
      if (asOf === undefined || window === null) return type;
      return periodReaching(asOf - window, present, type);
    },
    range(times, type) {
      if (asOf === undefined) return [0, times.length];
      const window = windowOf[type];
      const begin = window === null ? 0 : lowerBound(times, asOf - window);
      return [begin, times.findLastIndex((at) => at <= asOf) + 1];
    },
  };
}
