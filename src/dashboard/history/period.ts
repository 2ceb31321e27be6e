import { type TimeInterval, utcMonth, utcYear } from 'd3-time';
import {
  day,
  type HistoryType,
  initialPeriod,
  periodReaching,
  stepOf,
} from '#contract/historyType.ts';
import {
  type CalendarPeriod,
  type DatedPeriod,
  isCalendarPeriod,
  isDatedPeriod,
  isDayText,
  isPastType,
  type Period,
  periodWord,
  readPeriod,
} from '#contract/period.ts';
import { formatTime, parseTime } from '#contract/time.ts';
import type { Span } from '../chart/scene.ts';
import type { HistoryPart } from '../portfolio/thematicQueries.ts';
import type { FiguresWindow } from '../portfolio/figuresQueries.ts';
import { instantAt, offsetAt } from '../preferences/timeZones.ts';
import { periodParamName } from '../url/carried.ts';
import type { SearchParam } from '../url/searchParam.ts';

const utcQuarter = utcMonth.filter((date) => date.getUTCMonth() % 3 === 0);

interface CalendarRule {
  readonly unit: TimeInterval;
  /** The complete unit before the current one; otherwise the current one up to the as of. */
  readonly isLast: boolean;
}

const calendarRules = {
  mtd: { unit: utcMonth, isLast: false },
  qtd: { unit: utcQuarter, isLast: false },
  ytd: { unit: utcYear, isLast: false },
  'last-month': { unit: utcMonth, isLast: true },
  'last-quarter': { unit: utcQuarter, isLast: true },
  'last-year': { unit: utcYear, isLast: true },
} as const satisfies Record<CalendarPeriod, CalendarRule>;

/** `?period=year`, `ytd`, `2026-03-01..` (since), or `2026-01-01..2026-03-31`. */
export function periodParamOf(initial: HistoryType): SearchParam<Period> {
  return {
    name: periodParamName,
    read: (text) => readPeriod(text) ?? initial,
    write: (period) => (period === initial ? null : periodWord(period)),
  };
}

export const periodParam = periodParamOf(initialPeriod);

/** Start of a day in a zone, or the instant itself. `daysLater` adds days to a day only. */
export function instantOfEnd(text: string, timeZone: string, daysLater = 0): number {
  if (!isDayText(text)) return parseTime(text);
  return instantAt(parseTime(`${text}T00:00Z`) + daysLater * day, timeZone);
}

/** Exact ends in epoch ms. An open end moves with the as of. */
export interface PeriodEnds {
  readonly from: number;
  readonly to: number | null;
}

/**
 * Returns the ends of a period in a zone as of an instant; null for the interface's types, which end at the as of and have a
 * length. The end of a last month is the start of this month.
 */
export function endsOf(period: Period, asOf: number, timeZone: string): PeriodEnds | null {
  if (isDatedPeriod(period)) {
    const { from, to } = period;
    return {
      from: instantOfEnd(from, timeZone),
      to: to === null ? null : instantOfEnd(to, timeZone, 1),
    };
  }
  if (!isCalendarPeriod(period)) return null;
  const { unit, isLast } = calendarRules[period];
  const instant = (wall: Date) => instantAt(wall.getTime(), timeZone);
  const current = unit.floor(new Date(asOf + offsetAt(asOf, timeZone)));
  if (!isLast) return { from: instant(current), to: null };
  return { from: instant(unit.offset(current, -1)), to: instant(current) };
}

/**
 * Returns the start of the calendar unit before one in a zone: of May for June to date and for last June. Null for periods
 * without a unit.
 * @param within any instant of the unit.
 */
export function startBefore(period: Period, within: number, timeZone: string): number | null {
  if (!isCalendarPeriod(period)) return null;
  const { unit } = calendarRules[period];
  const start = unit.floor(new Date(within + offsetAt(within, timeZone)));
  return instantAt(unit.offset(start, -1).getTime(), timeZone);
}

/** Reports whether dates end after their start, or at the as of. */
export function isAscending(period: DatedPeriod, timeZone: string): boolean {
  const ends = endsOf(period, NaN, timeZone);
  return ends !== null && (ends.to === null || ends.from < ends.to);
}

/** The shortest history that reaches a period, and the part of it to show; null: all of it. */
export interface HistoryOfPeriod {
  readonly type: HistoryType;
  readonly ends: PeriodEnds | null;
  readonly part: Span | null;
}

export function historyOfPeriod(period: Period, asOf: number, timeZone: string): HistoryOfPeriod {
  const ends = endsOf(period, asOf, timeZone);
  if (ends === null) {
    return { type: isPastType(period) ? period : initialPeriod, ends: null, part: null };
  }
  const type = periodReaching(ends.from, asOf);
  const nearest = (at: number) => nearestStep(at, type);
  const to = ends.to !== null && ends.to < asOf ? ends.to : null;
  return {
    type,
    ends: { from: ends.from, to },
    part: { from: nearest(ends.from), to: to === null ? Infinity : nearest(to) },
  };
}

/** Records are on whole UTC steps, and midnight in Kathmandu is between two: the nearest one counts. */
export const nearestStep = (at: number, type: HistoryType): number =>
  Math.round(at / stepOf[type]) * stepOf[type];

/** Window of a request for figures: a calendar period or dates at their exact instants. Without `to`, it ends at the as of. */
export function figuresWindowOf(type: HistoryType, ends: PeriodEnds | null): FiguresWindow {
  if (ends === null) return { type };
  const from = formatTime(ends.from);
  return { type: 'all', from, ...(ends.to !== null && { to: formatTime(ends.to) }) };
}

/** A history, or its records between two times. */
export interface RecordsWindow extends FiguresWindow {
  readonly step?: 'history';
}

/** Window of a request for the parts of a book, which has the records that a chart shows. */
export const recordsWindowOf = (type: HistoryType, shown: Span | null): RecordsWindow =>
  shown === null ? { type } : { type, ...partOfSpan(shown), step: 'history' };

export const partOfSpan = ({ from, to }: Span): HistoryPart => ({
  from: formatTime(from),
  ...(to !== Infinity && { to: formatTime(to) }),
});
