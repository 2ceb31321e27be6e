import { type HistoryType, windowOf } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { parseTime } from '#contract/time.ts';
import type { Format } from '../preferences/format.ts';
import type { Instant } from '../preferences/instants.ts';

/** Returns the note for figures with earlier levels: “backfilled before 1 Nov 2026”. */
export function backfilledText(format: Format, until: Instant): string {
  return `backfilled before ${format.date(until)}`;
}

/** Returns null if the period has no backfilled level. */
export function backfilledNote(
  format: Format,
  { backfilledUntil }: Thematic,
  type: HistoryType,
  asOf: string | null | undefined,
): string | null {
  if (backfilledUntil === null) return null;
  const start = asOf == null ? NaN : parseTime(asOf) - (windowOf[type] ?? Infinity);
  return start >= parseTime(backfilledUntil) ? null : backfilledText(format, backfilledUntil);
}
