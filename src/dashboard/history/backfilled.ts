import { type HistoryType, windowOf } from '#contract/historyType.ts';
import type { Thematic } from '#contract/thematic.ts';
import { parseTime } from '#contract/time.ts';
import type { Format } from '../preferences/format.ts';
import type { Instant } from '../preferences/instants.ts';

/** “backfilled before 1 Nov 2026”: the note at every figure that is made of earlier levels. */
export function backfilledText(format: Format, until: Instant): string {
  return `backfilled before ${format.date(until)}`;
}

/** The note at the change of a thematic over a period; null where no level of it is backfilled. */
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
