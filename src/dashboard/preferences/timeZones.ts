/** UTC if this machine's zone is unknown. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // Some machines report an offset without a name, which no browser lists as a zone.
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

export function isTimeZone(name: string): boolean {
  if (name === '') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const everyPart = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const satisfies Intl.DateTimeFormatOptions;
const offsets = new Map<string, Intl.DateTimeFormat>();

/** Offset of a zone from UTC at an instant, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  let format = offsets.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { ...everyPart, timeZone });
    offsets.set(timeZone, format);
  }
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(at)) part[type] = value;
  const year = Number(part['year']);
  const wall = new Date(0);
  wall.setUTCFullYear(
    part['era'] === 'BC' ? 1 - year : year,
    Number(part['month']) - 1,
    Number(part['day']),
  );
  wall.setUTCHours(Number(part['hour']), Number(part['minute']), Number(part['second']));
  return wall.getTime() - Math.floor(at / 1000) * 1000;
}

/**
 * Converts `wall` (epoch milliseconds of the local time as if in UTC) to an instant. A repeated local time is the first of the
 * two. A skipped one uses the offset before the change, so a skipped midnight is the first instant of its day.
 */
export function instantAt(wall: number, timeZone: string): number {
  const before = offsetAt(wall - 86_400_000, timeZone);
  const after = offsetAt(wall + 86_400_000, timeZone);
  const instants = [wall - before, wall - after].filter(
    (at) => at + offsetAt(at, timeZone) === wall,
  );
  return instants.length === 0 ? wall - before : Math.min(...instants);
}
