import { parseTime } from '#contract/time.ts';
import { unknownFigure } from './number.ts';

/** An ISO 8601 text, or epoch milliseconds. Everything is shown in UTC; the bar says so once. */
export type Instant = string | number | null | undefined;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/** `16 Jun 2025` */
export function formatDate(at: Instant): string {
  return write(at, (date) => `${dayMonth(date)} ${date.getUTCFullYear()}`);
}

/** `16 Jun 2025, 23:55` */
export function formatDateTime(at: Instant): string {
  return write(at, (date) => `${dayMonth(date)} ${date.getUTCFullYear()}, ${clock(date)}`);
}

/** `16 Jun, 23:55` */
export function formatDayTime(at: Instant): string {
  return write(at, (date) => `${dayMonth(date)}, ${clock(date)}`);
}

/** `16 Jun` */
export function formatDayMonth(at: Instant): string {
  return write(at, dayMonth);
}

/** `Jun 2025` */
export function formatMonthYear(at: Instant): string {
  return write(at, (date) => `${month(date)} ${date.getUTCFullYear()}`);
}

/** `Mon 16 Jun` */
export function formatWeekday(at: Instant): string {
  return write(at, (date) => `${weekdays[date.getUTCDay()] ?? ''} ${dayMonth(date)}`);
}

/** `23:55` */
export function formatClock(at: Instant): string {
  return write(at, clock);
}

/** `23:55:04` */
export function formatClockSeconds(at: Instant): string {
  return write(at, (date) => `${clock(date)}:${two(date.getUTCSeconds())}`);
}

/** A length of time in its largest fitting unit: `40 s`, `35 min`, `22 h`, `12 days`. */
export function formatDuration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return `${Math.round(milliseconds / 1000)}\u2009s`;
  if (minutes < 90) return `${Math.round(minutes)}\u2009min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)}\u2009h`;
  return `${Math.round(minutes / (24 * 60))} days`;
}

function write(at: Instant, format: (date: Date) => string): string {
  if (at === null || at === undefined) return unknownFigure;
  const time = typeof at === 'number' ? at : parseTime(at);
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? unknownFigure : format(date);
}

function month(date: Date): string {
  return months[date.getUTCMonth()] ?? '';
}

function dayMonth(date: Date): string {
  return `${date.getUTCDate()} ${month(date)}`;
}

function clock(date: Date): string {
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
