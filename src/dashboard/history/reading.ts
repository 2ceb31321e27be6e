import { type Change, changeOf } from '#analytics/change.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatSignedPercent, formatTotal } from '../shared/format/number.ts';
import { formatDateTime, formatDayMonth, formatDayTime } from '../shared/format/time.ts';
import type { HistoryColumns } from './historyColumns.ts';
import { changeWords, sinceWords } from './periodWords.ts';

/** What the header of a history reads: at its end, or at the point the pointer is on. */
export interface Reading {
  total: number | null;
  change: Change | null;
  words: string;
}

/** Reads a history at its end: the last total, and its change over the whole window. */
export function readEnd(columns: HistoryColumns, type: HistoryType): Reading {
  const change = changeOf(columns.totals);
  return { total: change?.last ?? null, change, words: changeWords(type, columns.times) };
}

/** Reads a history at one record: the total there and its change since the window's start. */
export function readPoint(columns: HistoryColumns, type: HistoryType, index: number): Reading {
  const { times, totals } = columns;
  const total = totals[index] ?? NaN;
  const when = formatDateTime(times[index]);
  if (Number.isNaN(total)) return { total: null, change: null, words: `${when}, not known` };
  const since = sinceWords(type, times[totals.findIndex(Number.isFinite)] ?? NaN);
  const change = changeOf(totals.subarray(0, index + 1));
  return { total, change, words: `${when}, ${since}` };
}

/** The same in one sentence, as it is spoken: “12 Mar, 1,234.50, up 2.1 %”. */
export function spokenPoint(columns: HistoryColumns, type: HistoryType, index: number): string {
  const { total, change } = readPoint(columns, type, index);
  const when = dateTag(columns, type, index);
  if (total === null) return `${when}, not known`;
  return `${when}, ${formatTotal(total)}, ${spokenChange(change)}`;
}

function spokenChange(change: Change | null): string {
  if (change === null || change.absolute === 0) return 'unchanged';
  const direction = change.absolute > 0 ? 'up' : 'down';
  if (change.ratio === null) return `${direction} from 0`;
  return `${direction} ${formatSignedPercent(change.ratio).replace(/^[+−]/, '')}`;
}

const tagFormats: Record<HistoryType, (at: number | undefined) => string> = {
  day: formatDayTime,
  week: formatDayTime,
  month: formatDayTime,
  year: formatDayMonth,
  all: formatDateTime,
};

/** The instant of a point, as the tag on the time axis writes it. */
export function dateTag({ times }: HistoryColumns, type: HistoryType, index: number): string {
  return tagFormats[type](times[index]);
}
