import { decimate } from '#analytics/decimate.ts';
import { blocksAround } from './data/extremesOf.ts';
import type { SceneLine } from './scene/scene.ts';

/** A record as the chart takes it; null breaks the line. */
export interface DrawnRecord {
  at: number;
  total: number | null;
}

/** The records a line of `width` pixels shows, with a break wherever the history has a gap that is wide enough to be seen. */
export function drawnRecords(
  { times, told, gaps }: Pick<SceneLine, 'times' | 'told' | 'gaps'>,
  window: { from: number; to: number; width: number },
): DrawnRecord[] {
  // Two columns a pixel, for screens that have two dots a pixel.
  const columns = Math.max(1, Math.round(window.width * pixelRatio()));
  const kept = decimate(times, told, window, columns, blocksAround(told));
  const breaks = new Map(gaps.map((gap) => [gap.from, gap.to]));
  const records: DrawnRecord[] = [];
  kept.times.forEach((at, i) => {
    const total = kept.totals[i] ?? NaN;
    records.push({ at, total: Number.isNaN(total) ? null : total });
    const next = kept.times[i + 1];
    if (next !== undefined && breaks.get(at) === next) records.push({ at, total: null });
  });
  return records;
}

/** The records that stand alone between gaps: no line leads to them, so they are drawn as dots. */
export function loneRecords(records: readonly DrawnRecord[]): DrawnRecord[] {
  return records.filter(
    ({ total }, i) =>
      total !== null &&
      (records[i - 1]?.total ?? null) === null &&
      (records[i + 1]?.total ?? null) === null,
  );
}

/** More than two dots a pixel are not told apart. */
function pixelRatio(): number {
  return Math.min(2, Math.max(1, globalThis.devicePixelRatio || 2));
}
