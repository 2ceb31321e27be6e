import { nearestRecord } from '../historyColumns.ts';
import { stepOfKey } from '../steps.ts';
import type { Band } from './band.ts';

/** Where the keyboard is in a chart: the instant it reads, and what it selects from where. */
export interface KeyState {
  readonly point: number | null;
  readonly band: Band | null;
}

/** What a key brings about. */
export type KeyEffect =
  | { readonly does: 'move'; readonly point: number | null; readonly band: Band | null }
  | { readonly does: 'finish'; readonly band: Band }
  | { readonly does: 'scale'; readonly factor: number }
  | { readonly does: 'undo' };

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
}

/**
 * What a key means over a chart; undefined where it means nothing. Arrows, Home, End and the Page keys move the point, with
 * Shift they select from it; `m` marks it, so that moving measures; Enter finishes; + and − zoom; Esc takes back.
 */
export function effectOf(
  { key, shiftKey }: Key,
  { point, band }: KeyState,
  times: Float64Array,
): KeyEffect | undefined {
  if (key === 'Escape') return { does: 'undo' };
  if (key === '+' || key === '=') return { does: 'scale', factor: 0.5 };
  if (key === '-' || key === '_') return { does: 'scale', factor: 2 };
  if (key === 'Enter') return band === null ? undefined : { does: 'finish', band };
  if (key === 'm' || key === 'M') {
    if (band?.kind === 'measure') return { does: 'finish', band };
    const at = point ?? times.at(-1);
    if (at === undefined) return undefined;
    return { does: 'move', point: at, band: { kind: 'measure', anchor: at, head: at } };
  }
  const from = point === null ? null : nearestRecord(times, point);
  const next = stepOfKey(key, from, times.length);
  if (next === undefined || next === null) return undefined;
  const at = times[next] ?? null;
  return { does: 'move', point: at, band: at === null ? band : moved(band, shiftKey, point, at) };
}

/** The band once the point is at an instant: a mark goes on measuring, Shift selects, without it a selection ends. */
function moved(band: Band | null, isSelecting: boolean, from: number | null, at: number) {
  if (band?.kind === 'measure') return { ...band, head: at };
  if (!isSelecting) return null;
  return { kind: 'zoom', anchor: band?.anchor ?? from ?? at, head: at } satisfies Band;
}
