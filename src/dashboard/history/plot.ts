import type { AxisScale } from '../shared/format/number.ts';
import { extremesOf } from './data/extremesOf.ts';
import { naturalTicks, type TimeTick } from './naturalTicks.ts';
import type { Scene, SceneLine } from './scene/scene.ts';
import { textWidth } from './textWidth.ts';
import { linearScale, logScale, type ValueScale } from './scene/valueScale.ts';

/** Room around a plot. */
export interface Margin {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** One line: the word "high" above, times below, values at the right. */
const margin: Margin = { top: 18, right: 68, bottom: 28, left: 0 };
/** With names at the ends of the lines, and where there is no room for them. */
const namedEnds = { least: 112, most: 164, mark: 30, narrow: 560 } as const;
const axisAtLeft = 44;
/** About what stands behind a name: as the figures tick, the room stays. */
const anyFigure = '1,234.56';

/** Room inside the plot: half a ring above the highest value, ring and word "low" below the lowest. */
const insets = {
  alone: { top: 4, bottom: 26 },
  compared: { top: 8, bottom: 8 },
  drawdown: { top: 0, bottom: 26 },
} as const;

/** Closest a value label comes to what stands at the end of a line, which hides it. */
const tagRoom = 14;
/** A time label nearer to the left edge would be cut off. */
const edgeRoom = 14;

export interface PlotPoint {
  readonly at: number;
  readonly figure: number;
}

/** Where everything of a scene stands in pixels; the chart and what lies over it both draw from this. */
export interface Plot extends ValueScale {
  readonly margin: Margin;
  /** Size of the plot without its margins. */
  readonly width: number;
  readonly height: number;
  /** The window in epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Scales, in px from the left of the plot. */
  readonly x: (at: number) => number;
  readonly timeAt: (x: number) => number;
  readonly timeTicks: readonly TimeTick[];
  /** Ticks that keep their label; what stands at the end of a line hides those under it. */
  readonly labelled: ReadonlySet<number>;
  readonly axis: AxisScale;
  /** Last known point of each line within the window; no figure where it has none. */
  readonly ends: readonly PlotPoint[];
}

/** The plot of a scene in a frame of pixels; null where no line can be drawn: no two times, or nothing known. */
export function plotOf(
  scene: Scene,
  frame: { readonly width: number; readonly height: number },
): Plot | null {
  const { from, to, lines } = scene;
  const room = marginOf(scene, frame.width);
  const range = rangeOf(lines);
  const width = frame.width - room.left - room.right;
  const height = frame.height - room.top - room.bottom;
  const inset = insetOf(scene);
  const hasRoom = width >= 1 && height - inset.top - inset.bottom >= 1;
  if (range === null || !(to > from) || !hasRoom) return null;

  // What is filled is filled from zero; rebased lines keep their base in sight.
  const base = baseOf(scene);
  if (base !== null && !scene.isLog) {
    range[0] = Math.min(range[0], base);
    range[1] = Math.max(range[1], base);
  }
  const scale = (scene.isLog ? logScale : linearScale)(range, height, inset);
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const ends = lines.map(endOf);
  const isFree = (value: number) =>
    ends.every(({ figure }) => !(Math.abs(scale.y(value) - scale.y(figure)) < tagRoom));
  return {
    ...scale,
    margin: room,
    width,
    height,
    from,
    to,
    x,
    ends,
    timeAt: (px) => from + (px / width) * (to - from),
    timeTicks: naturalTicks(from, to, width).filter((tick) => x(tick.at) >= edgeRoom),
    labelled: new Set(room.left > 0 ? scale.ticks.values : scale.ticks.values.filter(isFree)),
    axis: {
      step: scale.ticks.step,
      largest: Math.max(Math.abs(range[0]), Math.abs(range[1])),
      isPublic: scene.isPublic,
    },
  };
}

/** The figure at the base of the lines, which is drawn as a line of its own; null where there is none. */
export function baseOf({ mode }: Pick<Scene, 'mode'>): number | null {
  if (mode === 'value') return null;
  return mode === 'index' ? 100 : 0;
}

function marginOf({ lines, areEqual }: Scene, width: number): Margin {
  const isNarrow = width < namedEnds.narrow;
  const left = areEqual && !isNarrow ? axisAtLeft : 0;
  if (lines.length < 2 || isNarrow) return { ...margin, left };
  const longest = Math.max(...lines.map(({ label }) => textWidth(`${label} ${anyFigure}`)));
  const right = Math.min(namedEnds.most, Math.max(namedEnds.least, namedEnds.mark + longest));
  return { ...margin, left, right };
}

function insetOf({ mode, lines }: Scene) {
  if (lines.length > 1) return insets.compared;
  return mode === 'drawdown' ? insets.drawdown : insets.alone;
}

function rangeOf(lines: readonly SceneLine[]): [number, number] | null {
  let range: [number, number] | null = null;
  for (const { shown } of lines) {
    const own = extremesOf(shown);
    if (own === null) continue;
    range = [Math.min(range?.[0] ?? own.low, own.low), Math.max(range?.[1] ?? own.high, own.high)];
  }
  return range;
}

function endOf({ shown, shownTimes }: SceneLine): PlotPoint {
  const last = shown.findLastIndex(Number.isFinite);
  return { at: shownTimes[last] ?? NaN, figure: shown[last] ?? NaN };
}
