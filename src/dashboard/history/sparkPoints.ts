import { lowerBound } from '#analytics/extent.ts';
import type { HistoryColumns } from './historyColumns.ts';

/** A history at even steps of time, as a sparkline takes it: at each step the last known total, null before the first. */
export function sparkPoints({ times, totals }: HistoryColumns, count: number): (number | null)[] {
  const from = times[0];
  const to = times.at(-1);
  if (from === undefined || to === undefined || to === from) return [];
  return Array.from({ length: count }, (_, i) => {
    const at = from + ((to - from) * i) / (count - 1);
    const after = lowerBound(times, at);
    const total = totals[times[after] === at ? after : after - 1];
    return total === undefined || Number.isNaN(total) ? null : total;
  });
}
