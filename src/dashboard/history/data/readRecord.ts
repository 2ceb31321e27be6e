/** The latest instant that a date of this language holds; 1970 is in the middle. */
const furthest = 8.64e15;
/** Epoch numbers below it are seconds: as milliseconds they would be before March 1973. */
const smallestMilliseconds = 1e11;

const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Epoch milliseconds of a time as services write it: ISO 8601 (UTC where it names no zone), or epoch seconds or milliseconds; else why not. */
export function readTime(time: unknown): number | string {
  if (time === undefined || time === null || time === '') return 'no time';
  const at = typeof time === 'string' ? parseIso(time) : epochOf(time);
  return Math.abs(at) <= furthest ? at + 0 : 'no readable time';
}

function parseIso(text: string): number {
  const found = isoDate.exec(text);
  if (found === null) return NaN;
  const hasZone = found[1] !== undefined || text.length === 10;
  return Date.parse(hasZone ? text : `${text}Z`);
}

function epochOf(time: unknown): number {
  if (typeof time !== 'number') return NaN;
  return Math.abs(time) < smallestMilliseconds ? time * 1000 : time;
}

const numeric = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** A total as services write it: a number or numeric text, NaN (a gap) for null; else why not. */
export function readTotal(total: unknown): number | string {
  if (total === null) return NaN;
  if (total === undefined || total === '') return 'no total';
  const value = typeof total === 'string' && numeric.test(total) ? Number(total) : total;
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : 'no readable total';
}
