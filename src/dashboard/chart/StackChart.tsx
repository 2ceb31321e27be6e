import { VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { decimate } from '#analytics/decimate.ts';
import { useSize } from '../design/size.ts';
import type { AxisScale } from '../preferences/figures.ts';
import { useFormat } from '../preferences/format.ts';
import { ChartCursor } from './Overlay.tsx';
import { plotWithin, type Plot } from './plot.ts';
import type { Size } from '../design/size.ts';
import { recordKeysText, stepOfKey } from './selection.ts';
import { nearestRecord } from './series.ts';
import type { StackLayer, StackRow } from './StackAreas.tsx';
import classes from './StackChart.module.css';
import { valueTicks } from './ticks.ts';

const StackAreas = lazy(async () => ({ default: (await import('./StackAreas.tsx')).StackAreas }));

interface StackChartProps {
  readonly title: string;
  readonly times: Float64Array;
  /** Largest first. Values have the indices of the times; NaN is unknown. */
  readonly layers: readonly StackLayer[];
  readonly sum: Float64Array;
  /** Top of the plot, and its ticks if they are not simply round. */
  readonly top: number;
  readonly ticks?: readonly number[];
  readonly formatValue: (value: number, axis: AxisScale) => string;
  readonly tag: (at: number) => string;
  readonly speak: (index: number) => string;
  readonly isOld: boolean;
  readonly point: number | null;
  readonly onPoint: (point: number | null) => void;
}

/** In px: times below, values at the right. */
const margin = { top: 8, right: 52, bottom: 28, left: 0 } as const;

export function StackChart(props: StackChartProps) {
  const { title, times, layers, sum, top, ticks, isOld, point, onPoint } = props;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { timeZone } = useFormat();
  const plot = useMemo(
    () => (size === null ? null : plotOfStack(size, times, timeZone, top, ticks)),
    [size, times, timeZone, top, ticks],
  );
  const rows = useMemo(
    () => (plot === null ? [] : stackRowsOf(plot, times, sum, layers)),
    [plot, times, sum, layers],
  );
  const readAt = (clientX: number) => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    if (plot !== null && !isOld) onPoint(nearestRecord(times, plot.timeAt(clientX - left)));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isOld || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepOfKey(event.key, point, times.length);
    if (next === undefined) return;
    event.preventDefault();
    onPoint(next);
  };
  const at = times[point ?? -1] ?? NaN;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles its own keys
    <div
      ref={frame}
      className={clsx(classes.frame, isOld && classes.old)}
      role="application"
      aria-roledescription="chart"
      aria-label={`${title}: ${recordKeysText}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move through its records
      tabIndex={0}
      onPointerMove={(event) => readAt(event.clientX)}
      onPointerDown={(event) => readAt(event.clientX)}
      onPointerLeave={() => onPoint(null)}
      onPointerCancel={() => onPoint(null)}
      onBlur={() => onPoint(null)}
      onKeyDown={onKeyDown}
    >
      <div className={classes.drawing}>
        <Suspense fallback={null}>
          {plot !== null && (
            <StackAreas {...{ plot, rows, layers }} formatValue={props.formatValue} />
          )}
        </Suspense>
      </div>
      {plot !== null &&
        labelsOf(plot, layers).map(({ layer, y }) => (
          <bdi
            key={layer.id}
            className={classes.label}
            style={{ top: y + margin.top, right: margin.right }}
            aria-hidden
          >
            {layer.name}
          </bdi>
        ))}
      {plot !== null && point !== null && (
        <ChartCursor x={plot.x(at)} dots={[]} width={plot.width} tag={props.tag(at)} />
      )}
      <output>
        <VisuallyHidden>
          {point === null ? '' : `${props.tag(at)}: ${props.speak(point)}`}
        </VisuallyHidden>
      </output>
    </div>
  );
}

export function plotOfStack(
  size: Size,
  times: Float64Array,
  timeZone: string,
  top: number,
  ticks: readonly number[] | undefined,
): Plot | null {
  if (!(top > 0)) return null;
  const span = { from: times[0] ?? NaN, to: times.at(-1) ?? NaN };
  const round = valueTicks(0, top);
  return plotWithin(size, margin, span, timeZone, {
    domain: [0, top],
    ticks: ticks === undefined ? round : { values: ticks, step: ticks[1] ?? 0 },
  });
}

/** Chooses records by their sum, the same for every layer, so that sums hold. */
export function stackRowsOf(
  { from, to, width }: Plot,
  times: Float64Array,
  sum: Float64Array,
  layers: readonly StackLayer[],
): StackRow[] {
  const { index } = decimate(times, sum, { from, to }, Math.max(1, Math.round(width)));
  return Array.from(index, (i) => {
    const row: StackRow = { at: times[i] ?? NaN };
    for (const [k, { values }] of layers.entries()) {
      const value = values[i] ?? NaN;
      row[`v${k}`] = Number.isNaN(value) ? null : value;
    }
    return row;
  });
}

/** Minimum height in px of a layer with a label. */
const labelHeight = 16;

export function labelsOf({ y }: Plot, layers: readonly StackLayer[]) {
  let below = 0;
  return layers.flatMap((layer) => {
    const bottom = y(below);
    below += layer.values.at(-1) || 0;
    const middle = (bottom + y(below)) / 2;
    return bottom - y(below) >= labelHeight ? [{ layer, y: middle }] : [];
  });
}
