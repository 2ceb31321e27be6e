/** The zone of this machine; UTC where it does not tell. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // An offset without a name, as some machines have it, is no zone of a browser's list.
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** Whether a browser can write times in this zone. */
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

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
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
 * The instant at which the clocks of a zone show `wall` (epoch milliseconds of the same reading in UTC). What they show twice
 * is the first time; what they skip is told by the clock as it was before, so a skipped midnight is the first instant of its day.
 */
export function instantAt(wall: number, timeZone: string): number {
  const before = offsetAt(wall - 86_400_000, timeZone);
  const after = offsetAt(wall + 86_400_000, timeZone);
  const found = [wall - before, wall - after].filter((at) => at + offsetAt(at, timeZone) === wall);
  return found.length === 0 ? wall - before : Math.min(...found);
}
