import { coversWindow, recordedStep } from '#analytics/change.ts';
import { day, type HistoryType, stepOf, windowOf } from '#contract/historyType.ts';
import type { Span } from '../chart/scene.ts';
import type { Format } from '../preferences/format.ts';
import type { Instant } from '../preferences/instants.ts';

export const periodNames: Record<HistoryType, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  all: 'All',
};

export const periodLengths: Record<HistoryType, string> = {
  day: '24 h',
  week: '7 d',
  month: '30 d',
  year: '365 d',
  all: 'All',
};

export const pastNames: Record<HistoryType, string> = {
  day: 'Past day',
  week: 'Past week',
  month: 'Past month',
  year: 'Past year',
  all: 'Full history',
};
export const pastText = (type: HistoryType): string => pastNames[type].toLowerCase();

/** A value includes deposits and withdrawals. A return does not. */
type FigureOverTime = 'Value' | 'Return';

/** “Return, past month”, for labels and sort orders. */
export function overPast(figure: FigureOverTime, type: HistoryType): string {
  return `${figure}, ${pastText(type)}`;
}

/** “Return, month”, for the head of a column. */
export function overPeriod(figure: FigureOverTime, type: HistoryType): string {
  return `${figure}, ${periodNames[type].toLowerCase()}`;
}

/**
 * Head of a column over a history: “Value, month”, or “Value, since 16 Aug” if the history began within the month.
 * @param began the first record if it is within the period; null: the history covers the period.
 */
export function overHistory(
  figure: FigureOverTime,
  format: Format,
  type: HistoryType,
  began: Instant | null,
): string {
  if (began === null) return overPeriod(figure, type);
  return `${figure}, since ${startText(format, type, began)}`;
}

/** Returns the first record of a history that began within its period, otherwise null. A full history has no other start. */
export function beganWithin(type: HistoryType, times: Float64Array): number | null {
  const first = times[0];
  return type === 'all' || first === undefined || coversPeriod(type, times) ? null : first;
}

/** The short formats name the year if it is not the current one. */
type Exactness = 'shortDateTime' | 'shortDate' | 'date' | 'dateTime';

const startFormats: Record<HistoryType, Exactness> = {
  day: 'shortDateTime',
  week: 'shortDate',
  month: 'shortDate',
  year: 'date',
  all: 'date',
};
const tagFormats: Record<HistoryType, Exactness> = {
  day: 'shortDateTime',
  week: 'shortDateTime',
  month: 'shortDateTime',
  year: 'shortDate',
  all: 'dateTime',
};

/** “17 May”, as precise as the period needs. */
export function startText(format: Format, type: HistoryType, at: Instant): string {
  return format[startFormats[type]](at);
}

export function sinceText(format: Format, type: HistoryType, start: number): string {
  return `since ${startText(format, type, start)}`;
}

export function endText(format: Format, type: HistoryType, at: Instant): string {
  return type === 'day' ? format.dayTime(at) : startText(format, type, at);
}

export function dateTag(format: Format, type: HistoryType, at: Instant): string {
  return format[tagFormats[type]](at);
}

/**
 * Window of a change: “past month, since 17 May”, “since 12 Mar 2026 (full history)”.
 * @param began date of the first recorded holdings, if known.
 */
export function windowText(
  format: Format,
  type: HistoryType,
  times: Float64Array,
  began = -Infinity,
): string {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return pastText(type);
  if (times.length === 1) {
    // A single record is the newest, so a start within the window was before it.
    if (began > first - (windowOf[type] ?? Infinity)) return `began ${format.dateTime(began)}`;
    return `${type === 'all' ? 'began' : 'one record,'} ${format.dateTime(first)}`;
  }
  if (coversPeriod(type, times)) return `${pastText(type)}, ${sinceText(format, type, first)}`;
  const start = last - first < 2 * day ? format.dateTime(first) : format.date(first);
  // A history of another period may begin up to a step earlier.
  return type === 'all' ? `since ${start} (full history)` : `since ${start}, less than a ${type}`;
}

/** “28 May to 6 Jun”: within days with times, and with years unless both are the current one. */
export function spanText(format: Format, { from, to }: Span): string {
  const isNear = [from, to].every((at) => format.shortDate(at) !== format.date(at));
  const near = isNear ? format.dayTime : format.dateTime;
  const days = isNear ? format.dayMonth : format.date;
  const text = to - from < 14 * day ? near : days;
  return `${text(from)} to ${text(to)}`;
}

export function loadingText(type: HistoryType): string {
  return `${pastText(type)}, loading`;
}

/** Reports whether a history reaches the start of its window, as far as its step allows. */
function coversPeriod(type: HistoryType, times: Float64Array): boolean {
  const window = windowOf[type];
  const [first, last] = [times[0], times.at(-1)];
  if (window === null || first === undefined || last === undefined) return false;
  const step = recordedStep(times, stepOf[type]);
  return coversWindow(first, { windowStart: last - window, step });
}
