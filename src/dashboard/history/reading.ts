import { type HistoryChange, changeOf } from '#analytics/change.ts';
import type { HistoryType } from '#contract/historyType.ts';
import { formatDateTime, formatDayMonth, formatDayTime } from '../shared/format/time.ts';
import { directionOf } from '../shared/format/number.ts';
import { changeFrom } from './changeFrom.ts';
import type { HistoryColumns } from './historyColumns.ts';
import { changeWords, sinceWords, zoomWords } from './periodWords.ts';
import type { FigureFormats } from './told/figures.ts';

/**
 * What the header of a history reads: at the end of what is visible, or at the point the pointer is on. The total and its
 * change are those of the records, whatever mode the line is drawn in.
 */
export interface Reading {
  total: number | null;
  change: HistoryChange | null;
  words: string;
}

/** What is read from: the visible records of a period. */
export interface Read {
  readonly columns: HistoryColumns;
  readonly period: HistoryType;
  readonly isZoomed: boolean;
  readonly figures: FigureFormats;
}

/** Reads a history at its end: the last total, and its change over the whole window. */
export function readEnd({ columns, period, isZoomed }: Read): Reading {
  const change = changeOf(columns.totals);
  const words = isZoomed ? zoomWords(columns.times) : changeWords(period, columns.times);
  return { total: change?.last ?? null, change, words };
}

/** Reads a history at one record: the total there and its change since the window's start. */
export function readPoint({ columns, period }: Read, index: number): Reading {
  const { times, totals } = columns;
  const total = totals[index] ?? NaN;
  const when = formatDateTime(times[index]);
  if (Number.isNaN(total)) return { total: null, change: null, words: `${when}, not known` };
  const first = totals.findIndex(Number.isFinite);
  const since = sinceWords(period, times[first] ?? NaN);
  return { total, change: changeFrom(totals, first, index), words: `${when}, ${since}` };
}

/** The same in one sentence, as it is spoken: “12 Mar, 1,234.50, up 2.1 %”. */
export function spokenPoint(read: Read, index: number): string {
  const { total, change } = readPoint(read, index);
  const when = dateTag(read.period, read.columns.times[index]);
  if (total === null) return `${when}, not known`;
  return `${when}, ${read.figures.total(total)}, ${spokenChange(change, read.figures)}`;
}

function spokenChange(change: HistoryChange | null, figures: FigureFormats): string {
  if (change === null || change.absolute === 0) return 'unchanged';
  const ratio = figures.change(change.ratio);
  // Hidden figures do not tell their direction either.
  if (change.ratio !== null && directionOf(ratio) === 'unknown') return `changed by ${ratio}`;
  const direction = change.absolute > 0 ? 'up' : 'down';
  if (change.ratio === null) return `${direction} from 0`;
  return `${direction} ${ratio.replace(/^[+−]/, '')}`;
}

const tagFormats: Record<HistoryType, (at: number | undefined) => string> = {
  day: formatDayTime,
  week: formatDayTime,
  month: formatDayTime,
  year: formatDayMonth,
  all: formatDateTime,
};

/** The instant of a point, as the tag on the time axis writes it. */
export function dateTag(period: HistoryType, at: number | undefined): string {
  return tagFormats[period](at);
}
