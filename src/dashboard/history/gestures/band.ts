import { nearestRecord } from '../historyColumns.ts';
import type { Span } from '../window/params.ts';

/** What is being selected: a stretch to zoom into, or the two points that are measured between; from where it began to where it is. */
export interface Band {
  readonly kind: 'zoom' | 'measure';
  readonly anchor: number;
  readonly head: number;
}

/** The stretch of a band from record to record, the earlier first; null where both ends are at one record. */
export function spanOfBand({ anchor, head }: Band, times: Float64Array): Span | null {
  const a = times[nearestRecord(times, anchor)];
  const b = times[nearestRecord(times, head)];
  if (a === undefined || b === undefined || a === b) return null;
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** A stretch made longer or shorter about an instant, which stays where it is in the window. */
export function scaled({ from, to }: Span, about: number, factor: number): Span {
  return { from: about - (about - from) * factor, to: about + (to - about) * factor };
}

/**
 * A stretch as far as it is of use: not beyond the ends of a history, nor with fewer than two of its records.
 * @returns null where nothing less than the whole is left; undefined where it is too short.
 */
export function withinRecords(span: Span, times: Float64Array): Span | null | undefined {
  const first = times[0] ?? NaN;
  const last = times.at(-1) ?? NaN;
  const from = Math.round(Math.max(first, span.from));
  const to = Math.round(Math.min(last, span.to));
  if (from <= first && to >= last) return null;
  const a = nearestRecord(times, from);
  const b = nearestRecord(times, to);
  return b - a < 2 ? undefined : { from, to };
}
