import { decimate } from '#analytics/decimate.ts';
import { extent } from '#analytics/extent.ts';
import { naturalTicks, type TimeTick } from '../../../history/naturalTicks.ts';
import { roundTicks } from '../../../history/roundTicks.ts';
import type { Size } from '../../../shared/ui/size.ts';
import { type Layer, shareAt, type Stack } from './stack.ts';

/** Room around the plot: times below, values at the right. */
export const margin = { top: 8, right: 52, bottom: 28 } as const;

/** A column of the chart: its time, and the value of each layer under its place; null breaks the bands. */
export type StackRow = Record<string, number | null>;

/** Where everything of a stack stands in pixels. */
export interface StackPlot {
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  /** The highest value: 1 where the values are shares. */
  readonly top: number;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly timeAt: (x: number) => number;
  readonly rows: readonly StackRow[];
  readonly timeTicks: readonly TimeTick[];
  readonly valueTicks: { readonly values: readonly number[]; readonly step: number };
  readonly labels: readonly BandLabel[];
}

interface BandLabel {
  readonly layer: Layer;
  readonly y: number;
}

/** The plot of a stack in a frame; null where nothing can be drawn. */
export function stackPlotOf(stack: Stack, frame: Size, form: 'share' | 'amount'): StackPlot | null {
  const { times, whole } = stack;
  const from = times[0] ?? NaN;
  const to = times.at(-1) ?? NaN;
  const width = frame.width - margin.right;
  const height = frame.height - margin.top - margin.bottom;
  const highest = extent(whole)?.[1] ?? 0;
  if (!(to > from) || !(highest > 0) || width < 1 || height < 1) return null;
  const top = form === 'share' ? 1 : highest;
  const y = (value: number) => (1 - value / top) * height;
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const valueOf = (layer: Layer, index: number) => {
    if (form === 'share') return shareAt(stack, layer, index);
    return Number.isFinite(whole[index]) ? (layer.totals[index] ?? null) : null;
  };
  return {
    width,
    height,
    from,
    to,
    top,
    x,
    y,
    timeAt: (px) => from + (px / width) * (to - from),
    rows: drawnIndices(stack, { from, to, width }).map((index) => {
      const row: StackRow = { at: times[index] ?? NaN };
      for (const [i, layer] of stack.layers.entries()) row[`v${i}`] = valueOf(layer, index);
      return row;
    }),
    timeTicks: naturalTicks(from, to, width).filter((tick) => x(tick.at) >= 14),
    valueTicks:
      form === 'share' ? { values: [0, 0.25, 0.5, 0.75, 1], step: 0.25 } : roundTicks(0, top, 5),
    labels: labelsOf(stack, (layer) => valueOf(layer, times.length - 1) ?? 0, y),
  };
}

/** The records that are drawn: those of the whole that its pixels can show, the same for every layer, so that sums hold. */
function drawnIndices(
  { times, whole }: Stack,
  window: { from: number; to: number; width: number },
): number[] {
  return [...decimate(times, whole, window, Math.max(1, Math.round(window.width))).index];
}

/** Less high than this a band holds no line of text. */
const labelHeight = 16;

/** Names at the end of the bands that are high enough there. */
function labelsOf(
  { layers }: Stack,
  lastOf: (layer: Layer) => number,
  y: (value: number) => number,
): BandLabel[] {
  let below = 0;
  return layers.flatMap((layer) => {
    const bottom = y(below);
    below += lastOf(layer);
    const middle = (bottom + y(below)) / 2;
    return bottom - y(below) >= labelHeight ? [{ layer, y: middle }] : [];
  });
}
