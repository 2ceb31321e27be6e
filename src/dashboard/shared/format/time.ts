import { parseTime } from '#contract/time.ts';
import { chosenLocale, chosenTimeZone } from '../preferences.ts';
import { unknownFigure } from './writing.ts';

/** An ISO 8601 text, or epoch milliseconds. It is written in the zone preferred, UTC by default; the bar says which once. */
export type Instant = string | number | null | undefined;

const day = { day: 'numeric', month: 'short' } as const;
// 24 hours in every locale: columns of times stay narrow and are read without am and pm.
const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** `16 Jun 2025` */
export function formatDate(at: Instant): string {
  return write(at, { ...day, year: 'numeric' });
}

/** `16 Jun 2025, 23:55` */
export function formatDateTime(at: Instant): string {
  return write(at, { ...day, year: 'numeric', ...minutes });
}

/** `16 Jun, 23:55` */
export function formatDayTime(at: Instant): string {
  return write(at, { ...day, ...minutes });
}

/** `16 Jun` */
export function formatDayMonth(at: Instant): string {
  return write(at, day);
}

/** `Jun 2025` */
export function formatMonthYear(at: Instant): string {
  return write(at, { month: 'short', year: 'numeric' });
}

/** `Jun` */
export function formatMonth(at: Instant): string {
  return write(at, { month: 'short' });
}

/** `2025` */
export function formatYear(at: Instant): string {
  return write(at, { year: 'numeric' });
}

/** `Mon 16 Jun` */
export function formatWeekday(at: Instant): string {
  return write(at, { weekday: 'short', ...day });
}

/** `23:55` */
export function formatClock(at: Instant): string {
  return write(at, minutes);
}

/** `23:55:04` */
export function formatClockSeconds(at: Instant): string {
  return write(at, { ...minutes, second: '2-digit' });
}

/** The zone times are written in, as short as it is known at an instant: `UTC`, `CEST`, `GMT+5:30`. */
export function formatZone(at: Instant): string {
  const date = dateOf(at);
  if (date === null) return unknownFigure;
  const parts = formatOf('en-GB', { timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** A length of time in its largest fitting unit: `40 s`, `35 min`, `22 h`, `12 days`. */
export function formatDuration(milliseconds: number): string {
  const length = milliseconds / 60_000;
  if (length < 1) return `${Math.round(milliseconds / 1000)}\u2009s`;
  if (length < 90) return `${Math.round(length)}\u2009min`;
  if (length < 48 * 60) return `${Math.round(length / 60)}\u2009h`;
  return `${Math.round(length / (24 * 60))} days`;
}

/** How far an instant is from another: `in 4 min`, `11 s ago`, `now`. */
export function formatRelative(at: Instant, now: number): string {
  const date = dateOf(at);
  if (date === null) return unknownFigure;
  const distance = date.getTime() - now;
  if (Math.abs(distance) < 1000) return 'now';
  const length = formatDuration(Math.abs(distance));
  return distance > 0 ? `in ${length}` : `${length} ago`;
}

const cache = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = chosenTimeZone();
  const key = `${locale} ${timeZone} ${Object.keys(options).join(' ')}`;
  let format = cache.get(key);
  if (format === undefined) {
    const digits = { calendar: 'gregory', numberingSystem: 'latn' };
    format = new Intl.DateTimeFormat(locale, { ...options, ...digits, timeZone });
    cache.set(key, format);
  }
  return format;
}

function write(at: Instant, options: Intl.DateTimeFormatOptions): string {
  const date = dateOf(at);
  if (date === null) return unknownFigure;
  // British English writes one month with four letters, and a column of months wants the same width.
  return formatOf(chosenLocale(), options)
    .format(date)
    .replace(/Sept(?!\.)/, 'Sep');
}

function dateOf(at: Instant): Date | null {
  if (at === null || at === undefined) return null;
  const date = new Date(typeof at === 'number' ? at : parseTime(at));
  return Number.isNaN(date.getTime()) ? null : date;
}
