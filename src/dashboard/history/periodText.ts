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

/** How long a period is, for the head of a column that shows its line. */
export const periodLengths: Record<HistoryType, string> = {
  day: '24 h',
  week: '7 d',
  month: '30 d',
  year: '365 d',
  all: 'All',
};

/** The window of a period, as a heading. */
export const pastNames: Record<HistoryType, string> = {
  day: 'Past day',
  week: 'Past week',
  month: 'Past month',
  year: 'Past year',
  all: 'Full history',
};
/** The same within a sentence. */
export const pastText = (type: HistoryType): string => pastNames[type].toLowerCase();

/** How exactly a period needs an instant; the short ones name the year where it is not this one. */
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

/** “17 May”, as exactly as the period needs it. */
export function startText(format: Format, type: HistoryType, at: Instant): string {
  return format[startFormats[type]](at);
}

/** “since 17 May”: the start of what a point is compared with. */
export function sinceText(format: Format, type: HistoryType, start: number): string {
  return `since ${startText(format, type, start)}`;
}

/** An end of a window, short enough to stand before a bar. */
export function endText(format: Format, type: HistoryType, at: Instant): string {
  return type === 'day' ? format.dayTime(at) : startText(format, type, at);
}

/** The instant of a point, as the tag on the time axis writes it. */
export function dateTag(format: Format, type: HistoryType, at: Instant): string {
  return format[tagFormats[type]](at);
}

/**
 * The window of the change beside the figure: “past month, since 17 May”, “since 12 Mar 2026 (full history)”.
 * @param began when the first holdings were recorded, where that is known
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
    // The one record is the newest; what began within the window did so before it.
    if (began > first - (windowOf[type] ?? Infinity)) return `began ${format.dateTime(began)}`;
    return `${type === 'all' ? 'began' : 'one record,'} ${format.dateTime(first)}`;
  }
  if (coversWindow(type, times)) return `${pastText(type)}, ${sinceText(format, type, first)}`;
  const start = last - first < 2 * day ? format.dateTime(first) : format.date(first);
  // A history of another period may begin up to a step before what this one shows of it.
  return type === 'all' ? `since ${start} (full history)` : `since ${start}, less than a ${type}`;
}

/** “28 May to 6 Jun”, as exactly as the stretch needs it: with the clock within days, with the year where either end is not in this one. */
export function spanText(format: Format, { from, to }: Span): string {
  const isNear = [from, to].every((at) => format.shortDate(at) !== format.date(at));
  const near = isNear ? format.dayTime : format.dateTime;
  const days = isNear ? format.dayMonth : format.date;
  const text = to - from < 14 * day ? near : days;
  return `${text(from)} to ${text(to)}`;
}

/** While another period is on its way its name is there at once. */
export function loadingText(type: HistoryType): string {
  return `${pastText(type)}, loading`;
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
