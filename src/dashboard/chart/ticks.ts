import { tickStep, ticks } from 'd3-array';
import { scaleLog } from 'd3-scale';
import {
  type TimeInterval,
  utcDay,
  utcFriday,
  utcHour,
  utcMinute,
  utcMonday,
  utcMonth,
  utcSaturday,
  utcSecond,
  utcSunday,
  utcThursday,
  utcTuesday,
  utcWednesday,
  utcYear,
} from 'd3-time';
import { day, hour, minute } from '#contract/historyType.ts';
import type { Span } from './scene.ts';
import { firstDayOfWeek } from '../preferences/instants.ts';
import { instantAt, offsetAt } from '../preferences/timeZones.ts';

export interface ValueTicks {
  readonly values: readonly number[];
  readonly step: number;
}

const maxValueTicks = 6;

/** Returns at most six round values within [low, high], or one between them if the ends differ only in their last digits. */
export function valueTicks(low: number, high: number): ValueTicks {
  if (!(high > low)) return { values: Number.isFinite(low) ? [low] : [], step: 0 };
  const room = high - low;
  const isCounted = room > 1e-300 && Math.max(Math.abs(low), Math.abs(high)) / room < 2 ** 46;
  if (!isCounted) return { values: [low + room / 2], step: 0 };
  for (let count = maxValueTicks - 1; ; count -= 1) {
    const values = ticks(low, high, count).map((value) => value + 0);
    if (values.length <= maxValueTicks || count === 1) {
      return { values, step: tickStep(low, high, count) };
    }
  }
}

function leading(value: number): number {
  return Number(value.toExponential().split('e', 1)[0]);
}

/** Log ticks for ends above zero: 1, 2 and 5 of each power of ten, fewer over many powers. */
export function logTicks(low: number, high: number): ValueTicks {
  const powers = Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1;
  const all = scaleLog().domain([low, high]).ticks(powers);
  for (const digits of [[1, 2, 5], [1, 5], [1]]) {
    const values = all.filter((value) => digits.includes(leading(value)));
    if (values.length > maxValueTicks) continue;
    // Linear ticks suit such a short range better.
    if (values.length < 3) return valueTicks(low, high);
    return { values, step: values[0] ?? 0 };
  }
  const tens = all.filter((value) => leading(value) === 1);
  const every = Math.ceil(tens.length / maxValueTicks);
  const values = tens.filter((_, i) => i % every === 0);
  return { values, step: values[0] ?? 0 };
}

/** Epoch milliseconds and label format. The year is named once, where it begins. */
export interface TimeTick {
  readonly at: number;
  readonly label: 'clockSeconds' | 'clock' | 'dayMonth' | 'date' | 'month' | 'monthYear' | 'year';
}

interface Step {
  readonly unit: 'time' | 'day' | 'month';
  readonly interval: TimeInterval | null;
  /** Minimum duration in milliseconds, such as February for months. */
  readonly shortest: number;
  /** Longest window in milliseconds that it suits: a month shows weeks, not every second day. */
  readonly within?: number;
}

const month = 28 * day;
const times = (interval: typeof utcSecond, length: number, counts: readonly number[]): Step[] =>
  counts.map((every) => ({
    unit: 'time',
    interval: interval.every(every),
    shortest: every * length,
  }));

const weekdays = [
  utcSunday,
  utcMonday,
  utcTuesday,
  utcWednesday,
  utcThursday,
  utcFriday,
  utcSaturday,
] as const;
const week = weekdays[firstDayOfWeek];

/** Finest first. */
const steps: readonly Step[] = [
  ...times(utcSecond, 1000, [1, 5, 15, 30]),
  ...times(utcMinute, minute, [1, 5, 15, 30]),
  ...times(utcHour, hour, [1, 2, 3, 6, 12]),
  { unit: 'day', interval: utcDay, shortest: day },
  { unit: 'day', interval: everySecondDay(), shortest: 2 * day, within: 10 * day },
  { unit: 'day', interval: week, shortest: 7 * day },
  { unit: 'day', interval: week.every(2), shortest: 14 * day },
  ...[1, 2, 3, 6].map((every): Step => {
    return { unit: 'month', interval: utcMonth.every(every), shortest: every * month };
  }),
  ...[1, 2, 5, 10, 20, 50].map((every): Step => {
    return { unit: 'month', interval: utcYear.every(every), shortest: every * 12 * month };
  }),
];

/** d3's own restarts with each month. */
function everySecondDay(): TimeInterval {
  return utcDay.filter((date) => utcDay.count(new Date(0), date) % 2 === 0);
}

/** In px: labels of eight characters never touch. */
export const tickDistance = 72;

/**
 * Returns calendar boundaries in a zone, as many as fit `width` px. Midnights and hours follow its clocks, also on days when
 * these change.
 */
export function timeTicks(from: number, to: number, width: number, timeZone: string): TimeTick[] {
  if (!(to > from) || !(width > 0)) return [];
  const perPixel = (to - from) / width;
  const distance = tickDistance * perPixel;
  // The day on which clocks go forward is an hour shorter.
  const lost = timeZone === 'UTC' ? 0 : hour;
  const step = steps.find(
    ({ unit, shortest, within = Infinity }) =>
      to - from <= within && shortest - (unit === 'time' ? 0 : lost) >= distance,
  );
  if (step === undefined) return [];
  const instants = step.unit === 'time' ? clockTimes : midnights;
  // Around a clock change two boundaries may be too close: the later one is dropped.
  const spaced: number[] = [];
  for (const at of instants(step, { from, to }, timeZone)) {
    if (at - (spaced.at(-1) ?? -Infinity) >= distance) spaced.push(at);
  }
  return labelled(spaced, step, timeZone);
}

function wallTimes({ interval }: Step, from: number, to: number): number[] {
  return interval?.range(new Date(from), new Date(to + 1)).map((date) => date.getTime()) ?? [];
}

function clockTimes(step: Step, { from, to }: Span, timeZone: string): number[] {
  const offsets = new Set([offsetAt(from, timeZone), offsetAt(to, timeZone)]);
  return [...offsets]
    .flatMap((offset) =>
      wallTimes(step, from + offset, to + offset)
        .map((wall) => wall - offset)
        .filter((at) => offsets.size === 1 || offsetAt(at, timeZone) === offset),
    )
    .toSorted((a, b) => a - b);
}

function midnights(step: Step, { from, to }: Span, timeZone: string): number[] {
  return wallTimes(step, from + offsetAt(from, timeZone), to + offsetAt(to, timeZone))
    .map((wall) => (timeZone === 'UTC' ? wall : instantAt(wall, timeZone)))
    .filter((at) => at >= from && at <= to);
}

function labelled(instants: readonly number[], { unit, shortest }: Step, zone: string): TimeTick[] {
  let year: number | null = null;
  return instants.map((at) => {
    const date = new Date(at + offsetAt(at, zone));
    const before = year;
    year = date.getUTCFullYear();
    if (unit === 'time') {
      if (date.getTime() % day === 0) return { at, label: 'dayMonth' };
      return { at, label: shortest < minute ? 'clockSeconds' : 'clock' };
    }
    if (unit === 'day') {
      return { at, label: before !== null && before !== year ? 'date' : 'dayMonth' };
    }
    if (date.getUTCMonth() === 0) return { at, label: 'year' };
    return { at, label: before === year ? 'month' : 'monthYear' };
  });
}
