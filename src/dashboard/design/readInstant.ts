import { formatTime } from '#contract/time.ts';
import { instantsIn } from '../preferences/instants.ts';
import { instantAt, offsetAt } from '../preferences/timeZones.ts';

export type ReadInstant =
  | { readonly at: string | null; readonly fault: null }
  | { readonly at: null; readonly fault: string };

const zonePattern = String.raw`\s*(Z|UTC|[+-]\d{2}:\d{2})?$`;
const clockPattern = String.raw`(?:[T ,]\s*(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?`;
const isoShape = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${clockPattern}${zonePattern}`, 'i');
const localShape = new RegExp(
  String.raw`^(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})\.?${clockPattern}${zonePattern}`,
  'i',
);

interface Surroundings {
  /** Latest allowed instant in epoch ms; null: no limit. */
  readonly asOf: number | null;
  readonly timeZone: string;
  /** Determines the order of day, month and year, if the year is not first. */
  readonly locale: string;
}

/**
 * Parses `2026-03-12`, `2026-03-12 14:30`, `2026-03-12T14:30:05.123Z`, `2026-03-12 14:30+02:00`, and a date in the locale's
 * order: `12.03.2026 14:30`, `3/12/2026`.
 */
export function readInstant(typed: string, { asOf, timeZone, locale }: Surroundings): ReadInstant {
  const text = typed.trim();
  if (text === '') return { at: null, fault: null };
  const parts = isoShape.exec(text) ?? inIsoOrder(localShape.exec(text), locale);
  if (parts === null)
    return fails(`Enter a date such as ${exampleOf(locale)} or ${typedInstant(example, 'UTC')}.`);
  const [, year = '', month = '', day = '', clock = '00:00', zone] = parts;
  const date = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const wall = Date.parse(`${date}T${/^\d:/.test(clock) ? '0' : ''}${clock}Z`);
  // Some engines parse 31 April as 1 May.
  if (Number.isNaN(wall) || !formatTime(wall).startsWith(date))
    return fails(`No such date or time: ${text}.`);
  const at = zone === undefined ? instantAt(wall, timeZone) : wall - offsetOf(zone);
  if (at < 0) return fails('The earliest date is 1 January 1970.');
  if (asOf !== null && at > asOf)
    return fails('The date must not be later than the latest prices.');
  return { at: formatTime(at), fault: null };
}

/** Text of an instant in a field: `2026-03-12 14:30` in every locale. `readInstant` parses it. */
export function typedInstant(at: number, timeZone: string): string {
  const { clock, clockSeconds } = instantsIn('en-GB', timeZone);
  const wall = formatTime(at + offsetAt(at, timeZone));
  return `${wall.slice(0, 10)} ${wall.endsWith(':00.000Z') ? clock(at) : clockSeconds(at)}`;
}

const example = Date.UTC(2026, 2, 12, 14, 30);

type Match = readonly (string | undefined)[];

function inIsoOrder(match: Match | null, locale: string): Match | null {
  if (match === null) return null;
  const order = dateParts(locale).flatMap(({ type }) => (type === 'literal' ? [] : [type]));
  const of = (type: 'year' | 'month' | 'day') => match[1 + order.indexOf(type)];
  if (of('year')?.length !== 4) return null;
  return [match[0], of('year'), of('month'), of('day'), match[4], match[5]];
}

function dateParts(locale: string): Intl.DateTimeFormatPart[] {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, {
    ...options,
    calendar: 'gregory',
    numberingSystem: 'latn',
  })
    .formatToParts(example)
    .filter(({ type }) => ['year', 'month', 'day', 'literal'].includes(type));
}

function exampleOf(locale: string): string {
  return dateParts(locale)
    .map(({ value }) => value)
    .join('');
}

function fails(fault: string): ReadInstant {
  return { at: null, fault };
}

/** Returns the offset from UTC of a zone such as `+05:30`, in milliseconds. */
function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
