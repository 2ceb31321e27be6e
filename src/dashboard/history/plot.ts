import { extent } from '#analytics/extent.ts';
import type { AxisScale } from '../shared/format/number.ts';
import type { HistoryColumns } from './historyColumns.ts';
import { naturalTicks, type TimeTick } from './naturalTicks.ts';
import { type RoundTicks, roundTicks } from './roundTicks.ts';

/** Room around the plot: the word "high" above, times below, values at the right. */
export const margin = { top: 18, right: 68, bottom: 28 } as const;

/** Room inside the plot: half a ring above the highest value, ring and word "low" below the lowest. */
const inset = { top: 4, bottom: 26 } as const;

/** Closest a value label comes to the tag at the end of the line, which hides it. */
const tagRoom = 14;
/** A time label nearer to the left edge would be cut off. */
const edgeRoom = 14;

interface PlotPoint {
  at: number;
  total: number;
}

/** Where everything of a history stands in pixels; the chart and what lies over it both draw from this. */
export interface Plot {
  /** Size of the plot without its margins. */
  width: number;
  height: number;
  /** The window in epoch ms, and the domain of the values. */
  from: number;
  to: number;
  low: number;
  high: number;
  /** Scales, in px from the left and from the top of the plot. */
  x: (at: number) => number;
  y: (total: number) => number;
  timeAt: (x: number) => number;
  timeTicks: TimeTick[];
  valueTicks: RoundTicks;
  /** Ticks that keep their label; the tag of the last value hides those under it. */
  labelled: ReadonlySet<number>;
  axis: AxisScale;
  first: PlotPoint;
  last: PlotPoint;
  highest: PlotPoint;
  lowest: PlotPoint;
}

/** The plot of a history in a frame of pixels; null where no line can be drawn: no two times, or no two values. */
export function plotOf(
  columns: HistoryColumns,
  frame: { width: number; height: number },
): Plot | null {
  const { times, totals } = columns;
  const range = extent(totals);
  const from = times[0] ?? NaN;
  const to = times.at(-1) ?? NaN;
  const width = frame.width - margin.right;
  const height = frame.height - margin.top - margin.bottom;
  const inner = height - inset.top - inset.bottom;
  if (range === null || range[0] === range[1] || !(to > from) || width < 1 || inner < 1)
    return null;

  const perPixel = (range[1] - range[0]) / inner;
  const low = range[0] - inset.bottom * perPixel;
  const high = range[1] + inset.top * perPixel;
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const y = (total: number) => ((high - total) / (high - low)) * height;
  // What is never negative has no negative value on its axis, though there is room.
  const valueTicks = roundTicks(range[0] >= 0 ? Math.max(0, low) : low, high);
  const last = pointAt(columns, totals.findLastIndex(Number.isFinite));
  return {
    width,
    height,
    from,
    to,
    low,
    high,
    x,
    y,
    valueTicks,
    last,
    timeAt: (px) => from + (px / width) * (to - from),
    timeTicks: naturalTicks(from, to, width).filter((tick) => x(tick.at) >= edgeRoom),
    labelled: new Set(
      valueTicks.values.filter((value) => Math.abs(y(value) - y(last.total)) >= tagRoom),
    ),
    axis: { step: valueTicks.step, largest: Math.max(Math.abs(range[0]), Math.abs(range[1])) },
    first: pointAt(columns, totals.findIndex(Number.isFinite)),
    highest: pointAt(columns, totals.indexOf(range[1])),
    lowest: pointAt(columns, totals.indexOf(range[0])),
  };
}

function pointAt({ times, totals }: HistoryColumns, index: number): PlotPoint {
  return { at: times[index] ?? NaN, total: totals[index] ?? NaN };
}
