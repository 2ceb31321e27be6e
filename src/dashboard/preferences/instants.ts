import { roundedDuration } from '#contract/duration.ts';
import { day as dayLength } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { thinSpace, unknownFigure } from './figures.ts';

/** An ISO 8601 text, or epoch milliseconds. */
export type Instant = string | number | null | undefined;

/** Weeks begin on Monday (Sunday is 0), in calendars and on time axes. */
export const firstDayOfWeek = 1 as const;

const day = { day: 'numeric', month: 'short' } as const;
// In every locale, 24 hours keep columns of times narrow. `design/readInstant.ts` parses them.
const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const instants = {
  /** `16 Jun 2025` */
  date: { ...day, year: 'numeric' },
  /** `16 Jun 2025, 23:55` */
  dateTime: { ...day, year: 'numeric', ...minutes },
  /** `16 Jun 2025, 23:55:04` */
  dateTimeSeconds: { ...day, year: 'numeric', ...minutes, second: '2-digit' },
  /** `16 Jun, 23:55` */
  dayTime: { ...day, ...minutes },
  /** `16 Jun` */
  dayMonth: day,
  /** `Jun 2025` */
  monthYear: { month: 'short', year: 'numeric' },
  /** `Jun` */
  month: { month: 'short' },
  /** `2025` */
  year: { year: 'numeric' },
  /** `23:55` */
  clock: minutes,
  /** `23:55:04` */
  clockSeconds: { ...minutes, second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export function instantsIn(locale: string, timeZone: string) {
  const writer = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (at: Instant) => {
      const date = dateOf(at);
      if (date === null) return unknownFigure;
      format ??= dateFormat(locale, timeZone, options);
      // British English has four letters for September, but all months must be equally wide.
      return format.format(date).replace(/Sept(?!\.)/, 'Sep');
    };
  };
  const date = writer(instants.date);
  const dateTime = writer(instants.dateTime);
  const dayTime = writer(instants.dayTime);
  const dayMonth = writer(instants.dayMonth);
  const year = writer(instants.year);
  const isThisYear = (at: Instant) => year(at) === year(Date.now());
  const shortDate = (at: Instant) => (isThisYear(at) ? dayMonth(at) : date(at));
  const shortDateTime = (at: Instant) => (isThisYear(at) ? dayTime(at) : dateTime(at));
  const zone = (at: Instant) => {
    const date = dateOf(at);
    if (date === null) return unknownFigure;
    // Zone names take a phone 100 ms to load, and most pages use UTC.
    if (timeZone === 'UTC') return 'UTC';
    const parts = dateFormat('en-GB', timeZone, { timeZoneName: 'short' }).formatToParts(date);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  };
  return {
    date,
    dateTime,
    dateTimeSeconds: writer(instants.dateTimeSeconds),
    dayTime,
    dayMonth,
    year,
    monthYear: writer(instants.monthYear),
    month: writer(instants.month),
    clock: writer(instants.clock),
    clockSeconds: writer(instants.clockSeconds),
    /** `16 Jun`; in another year `16 Jun 2025`. */
    shortDate,
    /** `16 Jun, 23:55`; in another year `16 Jun 2025, 23:55`. */
    shortDateTime,
    /** Both ends of a stretch, with times if it is short: `16 Jun` and `16 Jul`, `16 Jun, 23:55` and `17 Jun, 23:55`. */
    span: (from: number, to: number): readonly [from: string, to: string] => {
      const write = to - from < 2 * dayLength ? shortDateTime : shortDate;
      return [write(from), write(to)];
    },
    zone,
    /** `16 Jun 2026, 23:55 UTC` */
    dateTimeZone: (at: Instant) => `${dateTime(at)} ${zone(at)}`,
  };
}

/** Formats a duration in one unit, with thin spaces: `35 min`, `16.5 days`. */
export const formatDuration = (milliseconds: number): string =>
  roundedDuration(milliseconds, thinSpace);

/** Formats a relative time: `in 4 min`, `11 s ago`, `now`. */
export function formatRelative(at: Instant, now: number): string {
  const date = dateOf(at);
  if (date === null) return unknownFigure;
  const distance = date.getTime() - now;
  if (Math.abs(distance) < 1000) return 'now';
  const length = formatDuration(Math.abs(distance));
  return distance > 0 ? `in ${length}` : `${length} ago`;
}

function dateOf(at: Instant): Date | null {
  if (at === null || at === undefined) return null;
  const date = new Date(typeof at === 'number' ? at : parseTime(at));
  return Number.isNaN(date.getTime()) ? null : date;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are slow to create, so the same options share one. */
export function dateFormat(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  let format = dateFormats.get(key);
  if (format === undefined) {
    const digits = { calendar: 'gregory', numberingSystem: 'latn' };
    format = new Intl.DateTimeFormat(locale, { ...options, ...digits, timeZone });
    dateFormats.set(key, format);
  }
  return format;
}
