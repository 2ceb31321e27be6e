import type { Reason, ShapeKind } from './findingTexts.ts';

type NoteShape = (kind: ShapeKind) => void;

const noNumber: Reason = { kind: 'no-number' };
const emptyText: Reason = { kind: 'empty-text' };
const hugeNumber: Reason = { kind: 'huge-number' };
const ambiguousComma: Reason = { kind: 'ambiguous-comma' };

const maxScalarLength = 100;
const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Groups of three digits with spaces (also thin, narrow and no-break ones) or apostrophes (also curly ones) between them. */
const spaced = /^[+-]?\d{1,3}([ \u00a0\u2009\u202f'’])\d{3}(?:\1\d{3})*(?:[.,]\d*)?$/;
/** Groups with a decimal separator after them, or at least three groups, because a decimal separator occurs only once. */
const groupedByCommas = /^[+-]?(?:\d{1,3}(?:,\d{3})+\.\d*|[1-9]\d{0,2}(?:,\d{3}){2,})$/;
const groupedByPoints = /^[+-]?(?:\d{1,3}(?:\.\d{3})+,\d*|[1-9]\d{0,2}(?:\.\d{3}){2,})$/;
const decimalComma = /^[+-]?(?:\d+,\d*|,\d+)$/;
/** A comma after one to three digits, the first of them not zero, may separate thousands. */
const eitherComma = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * Parses a number, or a text with a number. The interface shows only numbers. These are our rules for texts:
 * - With both separators, the later one is the decimal separator, and the other one separates groups of three digits.
 * - A separator that occurs twice or more separates groups of three digits. A single point is the decimal separator.
 * - A single comma is the decimal separator. If it may also separate thousands (`1,234`), the text is unreadable.
 * - Spaces and apostrophes between groups of three digits, and surrounding spaces, are ignored. `1e5` is accepted.
 * - Anything else is unreadable: `(5)`, `5 %`, `€5`, the empty text.
 * The result is finite, and never −0.
 */
export function readNumber(value: unknown, shape: NoteShape): number | Reason {
  if (typeof value === 'number') return finite(value);
  if (typeof value !== 'string' || value.length > maxScalarLength) return noNumber;
  const text = value.trim();
  if (text === '') return emptyText;
  const decimal = withDecimalPoint(text, shape);
  if (typeof decimal !== 'string') return decimal;
  shape('text-numbers');
  return finite(Number(decimal));
}

function finite(value: number): number | Reason {
  if (!Number.isFinite(value)) return hugeNumber;
  return value === 0 ? 0 : value;
}

/** Returns the text in JavaScript's number format. */
function withDecimalPoint(text: string, shape: NoteShape): string | Reason {
  if (plain.test(text)) return text;
  const isSpaced = spaced.test(text);
  const digits = isSpaced ? text.replaceAll(/[^\d.,+-]/g, '') : text;
  if (isSpaced) shape('digit-groups');
  if (plain.test(digits)) return digits;
  if (groupedByCommas.test(digits)) {
    shape('comma-thousands');
    return digits.replaceAll(',', '');
  }
  if (groupedByPoints.test(digits)) {
    shape(digits.includes(',') ? 'comma-decimals' : 'point-thousands');
    return digits.replaceAll('.', '').replace(',', '.');
  }
  if (eitherComma.test(digits)) return ambiguousComma;
  if (!decimalComma.test(digits)) return noNumber;
  shape('comma-decimals');
  return digits.replace(',', '.');
}

const noTime: Reason = { kind: 'no-time' };
const farTime: Reason = { kind: 'far-time' };
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');
/** Smaller numbers are seconds: the year 5138 in seconds, 1973 in milliseconds. */
const firstMilliseconds = 1e11;
const iso =
  /^(\d{4}-\d\d-(\d\d))(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,20}))?)?(?: ?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?))?)?$/i;

/**
 * Parses a time into epoch milliseconds. Accepts ISO 8601 text (with a space for the `T`, or without a time of day; UTC if it has
 * no zone), and epoch seconds or milliseconds, also as text. The interface shows no times, so these rules are ours: a number
 * under 1e11 is in seconds, digits beyond milliseconds are cut off, and a date that does not exist is unreadable.
 */
export function readTime(value: unknown, shape: NoteShape): number | Reason {
  if (typeof value === 'number') return epoch(value, shape);
  if (typeof value !== 'string' || value.length > maxScalarLength) return noTime;
  const text = value.trim();
  if (!plain.test(text)) return isoTime(text, shape);
  shape('text-times');
  return epoch(Number(text), shape);
}

function epoch(value: number, shape: NoteShape): number | Reason {
  const isSeconds = Math.abs(value) < firstMilliseconds;
  const at = Math.round(isSeconds ? value * 1000 : value);
  if (!(at >= earliest && at <= latest)) return farTime;
  shape(isSeconds ? 'epoch-seconds' : 'epoch-milliseconds');
  return at === 0 ? 0 : at;
}

function isoTime(text: string, shape: NoteShape): number | Reason {
  const match = iso.exec(text);
  if (match === null) return noTime;
  const [, date = '', dayOfMonth, ...rest] = match;
  const [hours, minutes, seconds, fraction = '', zone, sign, zoneHours, zoneMinutes] = rest;
  const midnight = new Date(`${date}T00:00:00.000Z`);
  const h = Number(hours ?? 0);
  const min = Number(minutes ?? 0);
  const s = Number(seconds ?? 0);
  const zh = Number(zoneHours ?? 0);
  const zm = Number(zoneMinutes ?? 0);
  const isDay = midnight.getUTCDate() === Number(dayOfMonth);
  const isMidnightAfter = h === 24 && min === 0 && s === 0;
  // Second 60 is a leap second.
  if (!isDay || (h > 23 && !isMidnightAfter) || min > 59 || s > 60 || zh > 23 || zm > 59) {
    return noTime;
  }
  const isLocal = zone === undefined && sign === undefined;
  shape(isLocal ? 'zoneless-times' : 'iso-times');
  const offset = (sign === '-' ? -1 : 1) * (zh * 60 + zm);
  const at = midnight.getTime() + ((h * 60 + min - offset) * 60 + s) * 1000;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return at + milliseconds >= earliest && at <= latest ? at + milliseconds : farTime;
}

const noId: Reason = { kind: 'no-id' };
const inexactId: Reason = { kind: 'inexact-id' };
const unusableId: Reason = { kind: 'unusable-id' };
const maxIdLength = 1000;

/**
 * Parses an id: a text or a whole number. The interface shows texts. Ours must be non-empty, well-formed, at most 1,000 UTF-16
 * units, and not `.` or `..`, because they become part of addresses.
 */
export function readId(value: unknown): string | Reason {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : inexactId;
  if (typeof value !== 'string' || value === '') return noId;
  const isUsable = value.length <= maxIdLength && value.isWellFormed() && !/^\.\.?$/.test(value);
  return isUsable ? value : unusableId;
}
