import { coversWindow, recordedStep } from '#analytics/change.ts';
import { day, type HistoryType, stepOf, windowOf } from '#contract/historyType.ts';
import { type CalendarPeriod, isDatedPeriod, isPastType, type Period } from '#contract/period.ts';
import type { Span } from '../chart/scene.ts';
import type { Format } from '../preferences/format.ts';
import { formatDuration, type Instant } from '../preferences/instants.ts';
import type { HistoryPeriod, ShownPeriod } from './historyWindow.ts';
import { instantOfEnd } from './period.ts';

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

export const calendarNames: Record<CalendarPeriod, string> = {
  mtd: 'Month to date',
  qtd: 'Quarter to date',
  ytd: 'Year to date',
  'last-month': 'Last month',
  'last-quarter': 'Last quarter',
  'last-year': 'Last year',
};

/** For heads of columns and the toolbar. */
export const shortCalendarNames: Record<CalendarPeriod, string> = {
  ...calendarNames,
  mtd: 'MTD',
  qtd: 'QTD',
  ytd: 'YTD',
};

/** “Month”, “Year to date”, “Since 1 Mar 2026”, “1 Jan 2026 to 31 Mar 2026”. */
export function periodName(format: Format, period: Period): string {
  if (!isDatedPeriod(period)) {
    return isPastType(period) ? periodNames[period] : calendarNames[period];
  }
  const { from, to } = period;
  const text = (end: string) =>
    format[end.includes('T') ? 'dateTime' : 'date'](instantOfEnd(end, format.timeZone));
  return to === null ? `Since ${text(from)}` : `${text(from)} to ${text(to)}`;
}

/** “Month”, “YTD”, “Since 1 Mar 2026”. */
export function shortPeriodName(format: Format, period: Period): string {
  if (isDatedPeriod(period) || isPastType(period)) return periodName(format, period);
  return shortCalendarNames[period];
}

/** “month”, “year to date”, or the zoom. For the head of a panel. */
export function shownText(format: Format, { chosen, part, zoom }: ShownPeriod): string {
  if (zoom !== part && zoom !== null) return spanText(format, zoom);
  return lowered(periodName(format, chosen));
}

/** Head of a column with lines: “30 d”, “YTD”; the length of a zoom. */
export function changeLength(format: Format, shown: ShownPeriod): string {
  const { chosen, part, zoom } = shown;
  if (zoom === null || zoom.to === Infinity) {
    return isPastType(chosen) ? periodLengths[chosen] : shortPeriodName(format, chosen);
  }
  return zoom === part && !isDatedPeriod(chosen)
    ? shortPeriodName(format, chosen)
    : formatDuration(zoom.to - zoom.from);
}

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

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

export const netFlowName = 'Net flow';

/** Texts of a column with the net flow of each row over a period. */
export const netFlowTexts = (type: HistoryType) => ({
  header: netFlowName,
  title: () => `Deposits minus withdrawals over the ${pastText(type)}`,
  sort: {
    descending: `${netFlowName}, ${pastText(type)}, largest deposits first`,
    ascending: `${netFlowName}, ${pastText(type)}, largest withdrawals first`,
  },
});

/**
 * Head of a column over a period: “Value, month”, “Return, YTD”, or “Value, since 16 Aug” if the history began within it. Over
 * dates and a zoom, the head of the panel names them: “Value change”, “Return”.
 * @param began the first record if it is within the period; null: the history covers the period.
 */
export function overHistory(
  figure: FigureOverTime,
  format: Format,
  { chosen, period, part, zoom }: ShownPeriod,
  began: Instant | null,
): string {
  if (zoom !== part || isDatedPeriod(chosen)) return figure === 'Value' ? 'Value change' : figure;
  if (began !== null) return `${figure}, since ${startText(format, period, began)}`;
  return isPastType(chosen)
    ? overPeriod(figure, chosen)
    : `${figure}, ${shortCalendarNames[chosen]}`;
}

/** “change in value since 1 Mar 2026”, if the heads of columns do not name the period; otherwise empty. */
export function overNote(figure: FigureOverTime, format: Format, shown: ShownPeriod): string {
  if (shown.zoom === shown.part && !isDatedPeriod(shown.chosen)) return '';
  const text = shownText(format, shown);
  const name = figure === 'Value' ? 'change in value' : 'return';
  return `${name} ${text.startsWith('since') ? '' : 'from '}${text}`;
}

/** Returns the first record of a history that began within its period, otherwise null. A full history has no other start. */
export function beganWithin(
  { chosen, period, part, zoom }: ShownPeriod,
  times: Float64Array,
): number | null {
  const first = times[0];
  if (first === undefined || zoom !== part || isDatedPeriod(chosen)) return null;
  if (part !== null) return first - part.from > stepOf[period] ? first : null;
  return period === 'all' || coversPeriod(period, times) ? null : first;
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
 * Window of a change: “past month, since 17 May”, “since 12 Mar 2026 (full history)”, “last month, 1 Oct, 00:00 to …”.
 * @param began date of the first recorded holdings, if known.
 */
export function periodText(
  format: Format,
  whole: HistoryPeriod,
  times: Float64Array,
  began: number | undefined,
): string {
  if (whole.part !== null) return calendarText(format, whole, times);
  return windowText(format, whole.period, times, began);
}

/** Window of a change over one of the interface's types. */
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

/**
 * Window of a calendar period or dates, with both instants and the zone: “year to date, 1 Jan, 00:00 to 24 Nov, 14:05 UTC”.
 * The instants are those of the first and the last record.
 */
function calendarText(
  format: Format,
  { chosen, period, part }: HistoryPeriod,
  times: Float64Array,
): string {
  const first = times[0];
  const last = times.at(-1);
  const name = isDatedPeriod(chosen) ? [] : [periodName(format, chosen).toLowerCase()];
  if (first === undefined || last === undefined) return [...name, 'no record'].join(', ');
  const isLate = first - (part?.from ?? first) > stepOf[period];
  const [from, to] = instantTexts(format, { from: first, to: last });
  const zone = format.zone(last);
  const fromZone = format.zone(first) === zone ? '' : ` ${format.zone(first)}`;
  const start = `${from}${fromZone}${isLate ? ' (first record)' : ''}`;
  return [
    ...name,
    times.length === 1 ? `one record, ${to} ${zone}` : `${start} to ${to} ${zone}`,
  ].join(', ');
}

/** Both ends with times, and with years unless both are the current one. */
function instantTexts(format: Format, { from, to }: Span): readonly [from: string, to: string] {
  const text = isThisYear(format, [from, to]) ? format.dayTime : format.dateTime;
  return [text(from), text(to)];
}

const isThisYear = (format: Format, instants: readonly number[]) =>
  instants.every((at) => format.shortDate(at) !== format.date(at));

/** “28 May to 6 Jun”: within days with times, and with years unless both are the current one. */
export function spanText(format: Format, { from, to }: Span): string {
  if (to === Infinity) return `since ${format.shortDateTime(from)}`;
  const isNear = isThisYear(format, [from, to]);
  const near = isNear ? format.dayTime : format.dateTime;
  const days = isNear ? format.dayMonth : format.date;
  const text = to - from < 14 * day ? near : days;
  return `${text(from)} to ${text(to)}`;
}

/** “loading past week”, “loading year to date”. */
export function loadingText(format: Format, period: Period): string {
  return `loading ${isPastType(period) ? pastText(period) : lowered(periodName(format, period))}`;
}

/** Reports whether a history reaches the start of its window, as far as its step allows. */
export function coversPeriod(type: HistoryType, times: Float64Array): boolean {
  const window = windowOf[type];
  const [first, last] = [times[0], times.at(-1)];
  if (window === null || first === undefined || last === undefined) return false;
  const step = recordedStep(times, stepOf[type]);
  return coversWindow(first, { windowStart: last - window, step });
}

/** The complete instants with their zone, for the basis of figures. */
export function instantsText(format: Format, from: Instant, to: Instant): string {
  return `${format.dateTime(from)} to ${format.dateTimeZone(to)}`;
}
