import { type HistoryType, isHistoryType } from './historyType.ts';
import { formatTime, parseTime } from './time.ts';

/** Calendar periods by their names in addresses and commands. Their ends depend on the as of and a time zone. */
export const calendarPeriods = [
  'mtd',
  'qtd',
  'ytd',
  'last-month',
  'last-quarter',
  'last-year',
] as const;
export type CalendarPeriod = (typeof calendarPeriods)[number];

/**
 * From a date on, or between two. An end is a day such as `2026-03-01`, in the zone of whoever reads it and complete, or an
 * instant such as `2026-03-01T14:30:00.000Z`.
 */
export interface DatedPeriod {
  readonly from: string;
  /** null: up to the as of. */
  readonly to: string | null;
}

/** One of the interface's types, a calendar period, or dates. */
export type Period = HistoryType | CalendarPeriod | DatedPeriod;

/** Reports whether a period is a part of the calendar. */
export function isCalendarPeriod(period: unknown): period is CalendarPeriod {
  return calendarPeriods.some((name) => name === period);
}

/** Reports whether a period ends at the as of and has a length. Its history is all of it. */
export const isPastType = (period: Period): period is HistoryType =>
  typeof period === 'string' && isHistoryType(period);

/** Reports whether a period consists of dates. */
export const isDatedPeriod = (period: Period): period is DatedPeriod => typeof period === 'object';

/** Reads `year`, `ytd`, `2026-03-01..` (since) or `2026-01-01..2026-03-31`. Returns null for any other text. */
export function readPeriod(text: string | null): Period | null {
  if (isHistoryType(text) || isCalendarPeriod(text)) return text;
  const [from = '', to, ...rest] = text?.split('..') ?? [];
  const isDated = isEnd(from) && (to === '' || (to !== undefined && isEnd(to)));
  return isDated && rest.length === 0 ? { from, to: to === '' ? null : to } : null;
}

/** Returns the text of a period in addresses, which `readPeriod` reads. */
export const periodWord = (period: Period): string =>
  isDatedPeriod(period) ? `${period.from}..${period.to ?? ''}` : period;

const dayShape = /^\d{4}-\d{2}-\d{2}$/;

/** Reports whether the text of an end is a day, not an instant. */
export const isDayText = (text: string): boolean => dayShape.test(text);

function isEnd(text: string): boolean {
  const at = parseTime(isDayText(text) ? `${text}T00:00Z` : text);
  if (Number.isNaN(at)) return false;
  // Some engines parse 31 April as 1 May. A time without a zone would be that of the machine.
  return isDayText(text) ? formatTime(at).startsWith(text) : /T.*(Z|[+-]\d{2}:\d{2})$/.test(text);
}
