import type { HistoryChange } from '#analytics/change.ts';
import { formatDuration } from '../../shared/format/time.ts';
import { changeFrom } from '../changeFrom.ts';
import { type HistoryColumns, nearestRecord } from '../historyColumns.ts';
import type { Span } from '../window/params.ts';
import type { FigureFormats } from './figures.ts';

/** What lies between two records. */
export interface Measured extends Span {
  readonly change: HistoryChange | null;
}

/** Measures from the record nearest to one instant to the one nearest to another; null where that is one and the same. */
export function measured({ times, totals }: HistoryColumns, span: Span): Measured | null {
  const a = nearestRecord(times, span.from);
  const b = nearestRecord(times, span.to);
  const [from, to] = [times[a], times[b]];
  if (from === undefined || to === undefined || a === b) return null;
  return { from, to, change: changeFrom(totals, a, b) };
}

/** “−35,855,200.00”, “−16.60 %”, “14 days”. */
export function measureWords(
  { from, to, change }: Measured,
  figures: FigureFormats,
): readonly [string, string, string] {
  const ratio = change?.isNew === true ? 'new' : figures.change(change?.ratio);
  return [figures.signed(change?.absolute), ratio, formatDuration(to - from)];
}
