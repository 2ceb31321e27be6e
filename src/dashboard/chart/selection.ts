import { nearestRecord } from './series.ts';
import type { Span } from './scene.ts';

export interface ChartSelection {
  readonly kind: 'zoom' | 'measure';
  readonly anchor: number;
  readonly head: number;
}

/** Snaps a selection to records, the earlier first; null if both ends are at one record. */
export function spanOf({ anchor, head }: ChartSelection, times: Float64Array): Span | null {
  const a = times[nearestRecord(times, anchor)];
  const b = times[nearestRecord(times, head)];
  if (a === undefined || b === undefined || a === b) return null;
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** Scales a stretch about an instant, which keeps its position in the window. */
export function scaled({ from, to }: Span, about: number, factor: number): Span {
  return { from: about - (about - from) * factor, to: about + (to - about) * factor };
}

/**
 * Limits a stretch to the ends of a history.
 * @returns null if it covers the complete history; undefined if it has fewer than two records.
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

const pagesOfHistory = 10;

/** Without a record, the left arrow enters at the end and the right one at the start. */
const steps: Readonly<Record<string, (from: number | null, last: number, page: number) => number>> =
  {
    ArrowLeft: (from, last) => (from === null ? last : from - 1),
    ArrowRight: (from) => (from === null ? 0 : from + 1),
    PageUp: (from, last, page) => (from ?? last) - page,
    PageDown: (from, _, page) => (from ?? 0) + page,
    Home: () => 0,
    End: (_, last) => last,
  };

export const recordKeysText = 'arrow, Home, End and Page keys move between records';

/** Returns undefined if the key leads nowhere, null if it ends the hover (Esc). */
export function stepOfKey(key: string, from: number | null, count: number) {
  if (key === 'Escape') return from === null ? undefined : null;
  const page = Math.max(1, Math.round(count / pagesOfHistory));
  const next = steps[key]?.(from, count - 1, page);
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}

export interface KeyState {
  readonly point: number | null;
  readonly selection: ChartSelection | null;
}

export type KeyEffect =
  | { readonly does: 'move'; readonly point: number; readonly selection: ChartSelection | null }
  | { readonly does: 'finish'; readonly selection: ChartSelection }
  | { readonly does: 'scale'; readonly factor: number }
  | { readonly does: 'undo' };

/**
 * Returns the effect of a key, or undefined. Arrows, Home, End and the Page keys move the point, with Shift they select; `m`
 * starts a measurement; Enter finishes; + and − zoom; Esc cancels.
 */
export function effectOf(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { point, selection }: KeyState,
  times: Float64Array,
): KeyEffect | undefined {
  if (key === 'Escape') return { does: 'undo' };
  if (key === '+' || key === '=') return { does: 'scale', factor: 0.5 };
  if (key === '-' || key === '_') return { does: 'scale', factor: 2 };
  if (key === 'Enter') return selection === null ? undefined : { does: 'finish', selection };
  if (key === 'm' || key === 'M') {
    if (selection?.kind === 'measure') return { does: 'finish', selection };
    const at = point ?? times.at(-1);
    if (at === undefined) return undefined;
    return { does: 'move', point: at, selection: { kind: 'measure', anchor: at, head: at } };
  }
  const from = point === null ? null : nearestRecord(times, point);
  const next = stepOfKey(key, from, times.length);
  if (next === undefined || next === null) return undefined;
  const at = times[next];
  if (at === undefined) return undefined;
  return { does: 'move', point: at, selection: moved(selection, shiftKey, point, at) };
}

/** A measurement continues and Shift selects; otherwise the selection ends. */
function moved(
  selection: ChartSelection | null,
  isShift: boolean,
  from: number | null,
  at: number,
) {
  if (selection?.kind === 'measure') return { ...selection, head: at };
  if (!isShift) return null;
  return {
    kind: 'zoom',
    anchor: selection?.anchor ?? from ?? at,
    head: at,
  } satisfies ChartSelection;
}
