import { day, hour, minute } from '#contract/historyType.ts';
import { instantOf, offsetAt } from '../shared/format/timeZones.ts';
import { chosenTimeZone } from '../shared/preferences.ts';

/** What a label under a tick says; the year is said once, where it begins. */
export type TickWords = 'second' | 'minute' | 'day' | 'dayYear' | 'month' | 'monthYear' | 'year';

/** A tick of a time axis: where it stands (epoch ms) and what its label says. */
export interface TimeTick {
  at: number;
  says: TickWords;
}

type Unit = 'time' | 'day' | 'month';
interface Step {
  unit: Unit;
  /** Milliseconds; of `month`: how many months. */
  every: number;
  /** Longest window it is natural for; a month is read in Mondays, not in every second day. */
  within?: number;
  /** First instant of the step's grid: days and Mondays do not both start at the epoch, a Thursday. */
  from: number;
}

const second = 1000;
const firstMonday = 4 * day;
const grid = (unit: Unit, from: number, ...every: number[]): Step[] =>
  every.map((length) => ({ unit, every: length, from }));

/** The steps that people count time in, finest first. */
const steps: Step[] = [
  ...grid('time', 0, second, 5 * second, 15 * second, 30 * second),
  ...grid('time', 0, minute, 5 * minute, 15 * minute, 30 * minute),
  ...grid('time', 0, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour),
  ...grid('day', 0, day),
  { unit: 'day', every: 2 * day, from: 0, within: 10 * day },
  ...grid('day', firstMonday, 7 * day, 14 * day),
  ...grid('month', 0, 1, 2, 3, 6, 12, 24, 60, 120, 240, 600),
];

/** Narrowest distance of two ticks, so that two labels of eight characters never touch. */
export const minimumDistance = 72;

/**
 * The natural limits of time in a zone, the preferred one by default, within a window, as many as fit `width` pixels at least
 * 72 px apart. Midnights and hours are those of its clocks, also on the days these go forward or back.
 * A window too short or too narrow for two has one tick or none; labels tell the year once, where it begins.
 */
export function naturalTicks(
  from: number,
  to: number,
  width: number,
  timeZone: string = chosenTimeZone(),
): TimeTick[] {
  if (!(to > from) || !(width > 0)) return [];
  const perPixel = (to - from) / width;
  // The day on which the clocks go forward is an hour shorter.
  const lost = timeZone === 'UTC' ? 0 : hour;
  for (const step of steps) {
    const isNatural = to - from <= (step.within ?? Infinity);
    const shortest = shortestOf(step) - (step.unit === 'time' ? 0 : lost);
    if (!isNatural || shortest / perPixel < minimumDistance) continue;
    const times =
      step.unit === 'time' ? hours(step, from, to, timeZone) : days(step, from, to, timeZone);
    return worded(apart(times, perPixel * minimumDistance), step, timeZone);
  }
  return [];
}

/** The least a step can last: February for months. */
function shortestOf({ unit, every }: Step): number {
  return unit === 'month' ? every * 28 * day : every;
}

/** Limits of hours and less: those of the clocks before they change within the window, and those of the clocks after. */
function hours(step: Step, from: number, to: number, timeZone: string): number[] {
  const offsets = new Set([offsetAt(from, timeZone), offsetAt(to, timeZone)]);
  return [...offsets]
    .flatMap((offset) =>
      limits(step, from + offset, to + offset)
        .map((wall) => wall - offset)
        .filter((at) => offsets.size === 1 || offsetAt(at, timeZone) === offset),
    )
    .toSorted((a, b) => a - b);
}

/** Limits of days and months: the midnights at which they begin. */
function days(step: Step, from: number, to: number, timeZone: string): number[] {
  return limits(step, from + offsetAt(from, timeZone), to + offsetAt(to, timeZone))
    .map((wall) => (timeZone === 'UTC' ? wall : instantOf(wall, timeZone)))
    .filter((at) => at >= from && at <= to);
}

/** Where the clocks go back or forward two limits come close: the later one gives way. */
function apart(times: readonly number[], distance: number): number[] {
  const kept: number[] = [];
  for (const at of times) if (at - (kept.at(-1) ?? -Infinity) >= distance) kept.push(at);
  return kept;
}

/** The limits of a step, as its clocks show them. */
function limits(step: Step, from: number, to: number): number[] {
  const found: number[] = [];
  if (step.unit !== 'month') {
    const first = Math.ceil((from - step.from) / step.every);
    for (let at = step.from + first * step.every; at <= to; at += step.every) found.push(at);
    return found;
  }
  const start = new Date(from);
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (let month = Math.floor(months / step.every) * step.every; ; month += step.every) {
    const at = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (at > to) return found;
    if (at >= from) found.push(at);
  }
}

function worded(times: number[], { unit, every }: Step, timeZone: string): TimeTick[] {
  let year: number | null = null;
  return times.map((at) => {
    const date = new Date(at + offsetAt(at, timeZone));
    const known = year;
    year = date.getUTCFullYear();
    if (unit === 'time') {
      if (date.getTime() % day === 0) return { at, says: 'day' };
      return { at, says: every < minute ? 'second' : 'minute' };
    }
    if (unit === 'day') return { at, says: known !== null && known !== year ? 'dayYear' : 'day' };
    if (date.getUTCMonth() === 0) return { at, says: 'year' };
    return { at, says: known === year ? 'month' : 'monthYear' };
  });
}
