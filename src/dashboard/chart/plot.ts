import { scaleLinear, scaleLog } from 'd3-scale';
import type { Size } from '../design/size.ts';
import type { AxisScale } from '../preferences/figures.ts';
import { modeTraits } from './modes.ts';
import { type FigureFormats, isSingle, type SceneLine, type Scene, type Span } from './scene.ts';
import { textWidth } from './textWidth.ts';
import { logTicks, type TimeTick, timeTicks, type ValueTicks, valueTicks } from './ticks.ts';

/** In px: text above, times below, values beside. */
export interface Margin {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const margin: Margin = { top: 18, right: 68, bottom: 28, left: 0 };
/** In px: names at the ends of the lines, and the width below which they are hidden. */
const namedEnds = { least: 112, largest: 164, key: 30, narrow: 560 } as const;
const axisAtLeft = 44;
/** In px: the tag with the last figure of a line. */
export const endTag = { height: 18, left: 5, padding: 6 } as const;
export const endKey = { left: 4, width: 14, gap: 6 } as const;
/** Margins grow in steps of this many px, so that the plot seldom changes its width while zooming. */
const widening = 16;

/** In px: half a ring above the highest value, ring and label below the lowest. */
const insets = {
  alone: { top: 4, bottom: 26 },
  compared: { top: 8, bottom: 8 },
  loss: { top: 0, bottom: 26 },
} as const;

/** A value label closer than this to an end label, in px, is hidden. */
const labelRoom = 14;
/** A time label closer than this to the left edge, in px, would be cut. */
const edgeRoom = 14;

/** Converts instants and figures to px from the left and the top of the plot. */
export interface Plot extends Span {
  readonly margin: Margin;
  /** In px, without margins. */
  readonly width: number;
  readonly height: number;
  readonly domain: readonly [low: number, high: number];
  readonly x: (at: number) => number;
  readonly y: (figure: number) => number;
  readonly timeAt: (x: number) => number;
  readonly timeTicks: readonly TimeTick[];
  readonly ticks: ValueTicks;
  readonly labelled: readonly number[];
}

export function plotWithin(
  frame: Size,
  room: Margin,
  { from, to }: Span,
  timeZone: string,
  vertical: Pick<Plot, 'domain' | 'ticks'> & { readonly isLog?: boolean },
): Plot | null {
  const width = frame.width - room.left - room.right;
  const height = frame.height - room.top - room.bottom;
  if (!(to > from) || !(width >= 1) || !(height >= 1)) return null;
  const { domain, ticks, isLog = false } = vertical;
  const x = scaleLinear([from, to], [0, width]);
  const y = (isLog ? scaleLog : scaleLinear)(domain, [height, 0]);
  return {
    from,
    to,
    margin: room,
    width,
    height,
    domain,
    ticks,
    x,
    y,
    timeAt: (px) => x.invert(px),
    timeTicks: timeTicks(from, to, width, timeZone).filter(({ at }) => x(at) >= edgeRoom),
    labelled: ticks.values,
  };
}

/** Returns null if no line can be drawn: no two times, or no known figure. */
export function plotOf(scene: Scene, frame: Size, figures: FigureFormats): Plot | null {
  const range = rangeOf(scene);
  const inset = insetOf(scene);
  const height = frame.height - margin.top - margin.bottom;
  if (range === null || height - inset.top - inset.bottom < 1) return null;
  const { isLog } = scene;
  const vertical = verticalOf(range, height, inset, scene);
  const room = marginOf(scene, frame.width, figures, axisOf(vertical));
  const plot = plotWithin(frame, room, scene, figures.format.timeZone, { ...vertical, isLog });
  if (plot === null || room.left > 0) return plot;
  const ends = scene.lines.map((line) => plot.y(endOf(line).figure));
  const isFree = (value: number) => ends.every((y) => !(Math.abs(plot.y(value) - y) < labelRoom));
  return { ...plot, labelled: plot.ticks.values.filter(isFree) };
}

export function endOf({ shown, shownTimes }: SceneLine) {
  const last = shown.findLastIndex(Number.isFinite);
  return { at: shownTimes[last] ?? NaN, figure: shown[last] ?? NaN };
}

export function axisOf({ ticks, domain }: Pick<Plot, 'ticks' | 'domain'>): AxisScale {
  return { step: ticks.step, largest: Math.max(...domain.map(Math.abs)) };
}

function marginOf(
  { lines, areEqual, mode }: Scene,
  width: number,
  figures: FigureFormats,
  axis: AxisScale,
): Margin {
  const isNarrow = width < namedEnds.narrow;
  const left = areEqual && !isNarrow ? axisAtLeft : 0;
  if (lines.length < 2 || isNarrow) {
    const beside =
      lines.length < 2 ? endTag.left + 2 * endTag.padding : endKey.left + endKey.width + endKey.gap;
    const needed = lines.map(
      (line) => beside + textWidth(figures.modes[mode].beside(endOf(line).figure, axis)),
    );
    const shortfall = Math.max(0, ...needed) - margin.right;
    // Ignores a fraction of a pixel.
    const more = Math.max(0, Math.ceil((shortfall - 1) / widening) * widening);
    return { ...margin, left, right: margin.right + more };
  }
  // Reserves a long figure, so that the margin stays as figures tick.
  const sample = figures.modes[mode].full(modeTraits[mode].longest);
  const longest = Math.max(...lines.map(({ label }) => textWidth(`${label} ${sample}`)));
  const right = Math.min(namedEnds.largest, Math.max(namedEnds.least, namedEnds.key + longest));
  return { ...margin, left, right };
}

function insetOf(scene: Scene) {
  if (!isSingle(scene)) return insets.compared;
  return modeTraits[scene.mode].isLoss ? insets.loss : insets.alone;
}

/** Rebased and filled lines keep their base in view. */
function rangeOf({ lines, mode, isLog }: Scene): [number, number] | null {
  const known = lines.flatMap(({ extremes }) => extremes ?? []);
  if (known.length === 0) return null;
  const base = isLog ? null : modeTraits[mode].base;
  const all = [...known.flatMap(({ low, high }) => [low, high]), ...(base === null ? [] : [base])];
  return [Math.min(...all), Math.max(...all)];
}

function verticalOf(
  [lowest, highest]: readonly [number, number],
  height: number,
  inset: { readonly top: number; readonly bottom: number },
  { isLog, mode }: Pick<Scene, 'isLog' | 'mode'>,
): Pick<Plot, 'domain' | 'ticks'> {
  const [low, high] = isLog ? [Math.log(lowest), Math.log(highest)] : [lowest, highest];
  const about = low === high ? Math.abs(low) * 0.01 || 1 : 0;
  const perPixel = (high - low + 2 * about) / (height - inset.top - inset.bottom);
  const ends = [
    low - about - inset.bottom * perPixel,
    high + about + inset.top * perPixel,
  ] as const;
  if (isLog) {
    const domain = [Math.exp(ends[0]), Math.exp(ends[1])] as const;
    return { domain, ticks: logTicks(...domain) };
  }
  // Below the lowest figure is room. No tick is there that no figure can reach, such as a loss of 500 %.
  const least = modeTraits[mode].isChange ? -1 : 0;
  const bound = lowest >= 0 ? 0 : lowest >= least ? least : -Infinity;
  const from = Math.max(bound, ends[0]);
  const to = highest <= 0 ? Math.min(0, ends[1]) : ends[1];
  return { domain: ends, ticks: valueTicks(from, to) };
}
