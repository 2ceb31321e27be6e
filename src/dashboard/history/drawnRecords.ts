import { decimate } from '#analytics/decimate.ts';
import { gapsOf } from './gaps.ts';
import type { HistoryColumns } from './historyColumns.ts';

/** A record as the chart takes it; null breaks the line. */
export interface DrawnRecord {
  at: number;
  total: number | null;
}

/** The records a line of `width` pixels shows, with a break wherever the history has a gap that is wide enough to be seen. */
export function drawnRecords(
  { times, totals }: HistoryColumns,
  window: { from: number; to: number; width: number },
): DrawnRecord[] {
  // Two columns a pixel, for screens that have two dots a pixel.
  const kept = decimate(times, totals, window, Math.max(1, Math.round(window.width * 2)));
  const breaks = new Map(gapsOf(times, totals).map((gap) => [gap.before, gap.after]));
  const records: DrawnRecord[] = [];
  kept.index.forEach((index, i) => {
    const at = kept.times[i] ?? NaN;
    const total = kept.totals[i] ?? NaN;
    records.push({ at, total: Number.isNaN(total) ? null : total });
    if (breaks.get(index) === index + 1 && kept.index[i + 1] === index + 1) {
      records.push({ at, total: null });
    }
  });
  return records;
}
