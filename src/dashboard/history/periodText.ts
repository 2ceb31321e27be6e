import { day, type HistoryType, stepOf, windowOf } from '#contract/historyType.ts';
import type { Span } from '../chart/scene.ts';
import {
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatDayTime,
  formatYear,
  type Instant,
} from '../preferences/time.ts';

export const periodNames: Record<HistoryType, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  all: 'All',
};

/** How long a period is, for the head of a column that shows its line. */
export const periodLengths: Record<HistoryType, string> = {
  day: '24 h',
  week: '7 d',
  month: '30 d',
  year: '365 d',
  all: 'All',
};

const spans: Record<HistoryType, string> = {
  day: 'past day',
  week: 'past week',
  month: 'past month',
  year: 'past year',
  all: 'full history',
};

type Format = (at: Instant) => string;

/** A format of a date, and the one that names its year besides. */
type Formats = readonly [near: Format, far: Format];

const withDay: Formats = [formatDayMonth, formatDate];
const withTime: Formats = [formatDayTime, formatDateTime];
const always = (format: Format): Formats => [format, format];

/** Writes an instant: one of another year than `now` names it, in the chosen zone. */
function written(at: Instant, now: Instant, [near, far]: Formats): string {
  return (formatYear(at) === formatYear(now) ? near : far)(at);
}

const startFormats: Record<HistoryType, Formats> = {
  day: withTime,
  week: withDay,
  month: withDay,
  year: always(formatDate),
  all: always(formatDate),
};

/** “since 17 May”: the start of what a point is compared with; `now` is the last record of the history. */
export function sinceText(type: HistoryType, start: number, now: number): string {
  return `since ${startText(type, start, now)}`;
}

/** “17 May”, as exactly as the period needs it. */
export function startText(type: HistoryType, at: number, now: number): string {
  return written(at, now, startFormats[type]);
}

/** An end of a window, short enough to stand before a bar, and never the same text as the other end. */
export function endText(type: HistoryType, at: Instant): string {
  return startFormats[type][0](at);
}

const tagFormats: Record<HistoryType, Formats> = {
  day: withTime,
  week: withTime,
  month: withTime,
  year: withDay,
  all: always(formatDateTime),
};

/** The instant of a point, as the tag on the time axis writes it. */
export function dateTag(type: HistoryType, at: number | undefined, now: number): string {
  return written(at, now, tagFormats[type]);
}

/** The window of the change beside the figure: “past month, since 17 May”, “since 12 Mar 2026 (full history)”. */
export function windowText(type: HistoryType, times: Float64Array): string {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return spans[type];
  if (times.length === 1) {
    return `${type === 'all' ? 'began' : 'one record,'} ${formatDateTime(first)}`;
  }
  if (coversWindow(type, times)) return `${spans[type]}, ${sinceText(type, first, last)}`;
  const start = last - first < 2 * day ? formatDateTime(first) : formatDate(first);
  // A history of another period may begin up to a step before what this one shows of it.
  return type === 'all' ? `since ${start} (full history)` : `since ${start}, less than a ${type}`;
}

/** “28 May to 6 Jun”, as exactly as the stretch needs it: with the clock within days, with the year where it is another than now. */
export function spanText({ from, to }: Span, now: number): string {
  const formats = to - from < 14 * day ? withTime : withDay;
  const [near, far] = formats;
  const format = [from, to].every((at) => formatYear(at) === formatYear(now)) ? near : far;
  return `${format(from)} to ${format(to)}`;
}

/** While another period is on its way its name is there at once. */
export function loadingText(type: HistoryType): string {
  return `${spans[type]}, loading`;
}

/** Whether a history reaches back to the start of its window, as far as its steps allow to know. */
function coversWindow(type: HistoryType, times: Float64Array): boolean {
  const window = windowOf[type];
  const first = times[0] ?? NaN;
  const last = times.at(-1) ?? NaN;
  if (window === null) return false;
  // Where prices are coarser than the period's step, the first record may come one coarse step late.
  const step = Math.max(stepOf[type], (times[1] ?? NaN) - first || 0);
  return first - (last - window) <= step;
}
