import { decimate } from '#analytics/decimate.ts';
import type { SceneLine, Span } from './scene.ts';

export interface DrawnRecord {
  readonly at: number;
  readonly figure: number | null;
}

/** Returns the records that a line of `width` px shows, with a break at each gap that is wide enough to be seen. */
export function drawnRecords(
  { times, figures, gaps, blocks }: SceneLine,
  window: Span,
  width: number,
): DrawnRecord[] {
  // One column per device pixel.
  const columns = Math.max(1, Math.round(width * pixelRatio()));
  const decimated = decimate(times, figures, window, columns, blocks);
  const breaks = new Map(gaps.map((gap) => [gap.from, gap.to]));
  const records: DrawnRecord[] = [];
  decimated.times.forEach((at, i) => {
    const figure = decimated.totals[i] ?? NaN;
    records.push({ at, figure: Number.isNaN(figure) ? null : figure });
    const next = decimated.times[i + 1];
    if (next !== undefined && breaks.get(at) === next) records.push({ at, figure: null });
  });
  return records;
}

/** Returns isolated records between gaps, which are drawn as dots. */
export function loneRecords(records: readonly DrawnRecord[]): DrawnRecord[] {
  return records.filter(
    ({ figure }, i) =>
      figure !== null &&
      (records[i - 1]?.figure ?? null) === null &&
      (records[i + 1]?.figure ?? null) === null,
  );
}

/** More than two dots per pixel are indistinguishable. */
function pixelRatio(): number {
  return Math.min(2, Math.max(1, globalThis.devicePixelRatio || 2));
}
