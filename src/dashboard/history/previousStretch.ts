import { recordedStep } from '#analytics/change.ts';
import { type HistoryType, historyTypes, stepOf, windowOf } from '#contract/historyType.ts';
import { previousMark, previousName } from '../chart/modes.ts';
import { previousStyle, type Span } from '../chart/scene.ts';
import { type Series, seriesOf } from '../chart/series.ts';
import { recordsIn } from '../portfolio/moved.ts';
import type { HistoryPeriod } from './historyWindow.ts';
import { nearestStep, startBefore } from './period.ts';

/** The stretch before a shown period. It ends where the period starts, or earlier if its month, quarter or year is longer. */
export interface PreviousStretch extends Span {
  /** Milliseconds from its instants to those that they are drawn at. */
  readonly shift: number;
  /** A history that contains it, with the steps of the shown one if they reach as far. */
  readonly type: HistoryType;
}

/**
 * Returns the stretch before a period; null without records. Its ends are whole steps, so that it changes with each record, not
 * with each tick, and its records lie on the instants of the shown ones. Month, quarter and year to date compare the same
 * elapsed time of the unit before, and the last unit the unit before it.
 * @param times of all records of the shown history.
 */
export function previousStretch(
  { chosen, period, part }: HistoryPeriod,
  times: Float64Array,
  timeZone: string,
): PreviousStretch | null {
  const { begin, end } = recordsIn(times, part);
  const [first, last] = [times[begin], times[end - 1]];
  if (first === undefined || last === undefined || end <= begin) return null;
  const from = part?.from ?? first;
  const step = recordedStep(times, stepOf[period]);
  const length = Math.ceil((Math.min(part?.to ?? last, last) - from) / step) * step;
  // The start was rounded by half a step at most.
  const unitBefore = startBefore(chosen, from + stepOf[period] / 2, timeZone);
  const shift =
    unitBefore === null
      ? Math.max(part === null ? (windowOf[period] ?? 0) : 0, length)
      : from - nearestStep(unitBefore, period);
  const start = from - shift;
  const to = Math.min(from, start + length);
  const longer = historyTypes.slice(historyTypes.indexOf(period));
  const type = longer.find((one) => to - start <= (windowOf[one] ?? Infinity)) ?? 'all';
  return { from: start, to: unitBefore === null ? from : to, shift, type };
}

/**
 * Returns a stretch as a line on the shown period, or the first known instant if nothing was known in it.
 * @param shown times of all records of the shown history.
 */
export function previousLine(
  stretch: PreviousStretch,
  { times, totals }: Pick<Series, 'times' | 'totals'>,
  shown: Float64Array,
) {
  const { begin, end } = recordsIn(times, stretch);
  const first = totals.subarray(begin, end).findIndex(Number.isFinite) + begin;
  const isKnown = first >= begin && totals.subarray(first + 1, end).some(Number.isFinite);
  const firstKnown = times[totals.findIndex(Number.isFinite)] ?? shown[0] ?? NaN;
  if (!isKnown) return { line: null, noneBefore: firstKnown, isPartial: false };
  const { shift, from } = stretch;
  const step = (times[first + 1] ?? NaN) - (times[first] ?? NaN);
  return {
    line: {
      id: previousMark.name,
      label: previousName,
      style: previousStyle,
      shift,
      series: seriesOf(
        times.map((at) => at + shift),
        totals,
      ),
    },
    noneBefore: null,
    isPartial: (times[first] ?? NaN) - from > step,
  };
}
