import { memo } from 'react';
import {
  CartesianGrid,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts';
import type { AxisScale } from '../preferences/figures.ts';
import { useFormat } from '../preferences/format.ts';
import { axisOf, type Margin, type Plot } from './plot.ts';
import classes from './LinesChart.module.css';

interface AxesProps {
  readonly plot: Plot;
  readonly isLog?: boolean;
  readonly formatTick: (value: number, axis: AxisScale) => string;
}

export const Axes = memo(function Axes({ plot, isLog = false, formatTick }: AxesProps) {
  const { from, to, domain, margin, timeTicks, ticks, labelled } = plot;
  const format = useFormat();
  const labels = new Map(timeTicks.map(({ at, label }) => [at, format[label](at)]));
  const isLeft = margin.left > 0;
  const axis = axisOf(plot);
  return (
    <>
      <CartesianGrid
        vertical={false}
        horizontalValues={[...ticks.values]}
        stroke="var(--line-1)"
        shapeRendering="crispEdges"
        zIndex={0}
      />
      <XAxis
        {...axisStyle}
        dataKey="at"
        type="number"
        domain={[from, to]}
        ticks={timeTicks.map(({ at }) => at)}
        tickFormatter={(at: number) => labels.get(at) ?? ''}
        height={margin.bottom}
        tickMargin={14}
      />
      <YAxis
        {...axisStyle}
        type="number"
        orientation={isLeft ? 'left' : 'right'}
        width={isLeft ? margin.left : margin.right}
        domain={[...domain]}
        scale={isLog ? 'log' : 'linear'}
        ticks={[...labelled]}
        tickFormatter={(value: number) => formatTick(value, axis)}
        tickMargin={isLeft ? 14 : Math.min(18, margin.right / 4)}
      />
    </>
  );
});

/** Recharts measures and wraps its own tick text in each frame of a zoom. */
function tickText(props: XAxisTickContentProps | YAxisTickContentProps) {
  const { x, y, textAnchor, verticalAnchor, payload, index, tickFormatter } = props;
  const dy = verticalAnchor === 'start' ? '0.71em' : '0.355em';
  return (
    <text {...{ x, y, dy, textAnchor }} className={classes.tick}>
      {tickFormatter?.(payload.value, index)}
    </text>
  );
}

const axisStyle = {
  tick: tickText,
  allowDataOverflow: true,
  niceTicks: 'none',
  interval: 0,
  tickLine: false,
  tickSize: 0,
  axisLine: false,
  zIndex: 0,
} as const;

export function chartMargin({ top, left, right }: Omit<Margin, 'bottom'>) {
  return { top, bottom: 0, left: 0, right: left > 0 ? right : 0 };
}
