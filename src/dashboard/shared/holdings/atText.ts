import { formatTime } from '#contract/time.ts';
import { instantOf } from '../format/timeZones.ts';

/** Since when a statement holds: an ISO time, null for now, or why what was typed is no such time. */
export type ReadAt =
  | { readonly at: string | null; readonly fault: null }
  | { readonly at: null; readonly fault: string };

const shape =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?\s*(Z|UTC|[+-]\d{2}:\d{2})?$/i;

interface Surroundings {
  /** Epoch ms after which nothing can be stated; null where it is not known. */
  readonly asOf: number | null;
  /** The zone of a time that names none. */
  readonly timeZone: string;
}

/** Reads `2026-03-12`, `2026-03-12 14:30`, `2026-03-12T14:30:05.123Z`, `2026-03-12 14:30+02:00`; nothing means now. */
export function readAt(typed: string, { asOf, timeZone }: Surroundings): ReadAt {
  const text = typed.trim();
  if (text === '') return { at: null, fault: null };
  const parts = shape.exec(text);
  if (parts === null) return fails('Written as 2026-03-12 14:30. Empty means now.');
  const [, date = '', clock = '00:00', zone] = parts;
  const wall = Date.parse(`${date}T${clock}Z`);
  // 31 April is no day, although some would read it as 1 May.
  if (Number.isNaN(wall) || !formatTime(wall).startsWith(date))
    return fails(`There is no such day or hour: ${text}.`);
  const at = zone === undefined ? instantOf(wall, timeZone) : wall - offsetOf(zone);
  if (at < 0) return fails('Histories begin on 1 January 1970 at the earliest.');
  if (asOf !== null && at > asOf)
    return fails('This is later than the newest prices; the future is not known.');
  return { at: formatTime(at), fault: null };
}

function fails(fault: string): ReadAt {
  return { at: null, fault };
}

/** How far `+05:30` is ahead of UTC, in milliseconds. */
function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
