import { CartesianGrid, XAxis, YAxis } from 'recharts';
import type { Plot } from './plot.ts';
import { tickLabel } from './ticks.ts';

interface AxesProps {
  readonly plot: Plot;
  readonly isLog?: boolean;
  readonly formatValue: (value: number) => string;
}

/** Hairlines at the round values, the times below, the values beside: Recharts' own, on the ticks of a plot. */
export function Axes({ plot, isLog = false, formatValue }: AxesProps) {
  const { from, to, domain, margin, timeTicks, ticks, labelled } = plot;
  const labels = new Map(timeTicks.map((tick) => [tick.at, tickLabel(tick)]));
  const isLeft = margin.left > 0;
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
        {...look}
        dataKey="at"
        type="number"
        domain={[from, to]}
        ticks={timeTicks.map(({ at }) => at)}
        tickFormatter={(at: number) => labels.get(at) ?? ''}
        height={margin.bottom}
        tickMargin={14}
      />
      <YAxis
        {...look}
        type="number"
        orientation={isLeft ? 'left' : 'right'}
        width={isLeft ? margin.left : margin.right}
        domain={[...domain]}
        scale={isLog ? 'log' : 'linear'}
        ticks={[...labelled]}
        tickFormatter={formatValue}
        tickMargin={isLeft ? 14 : Math.min(18, margin.right / 4)}
      />
    </>
  );
}

const look = {
  allowDataOverflow: true,
  interval: 0,
  tickLine: false,
  tickSize: 0,
  axisLine: false,
  tick: { fill: 'var(--ink-3)', fontSize: 11 },
  zIndex: 0,
} as const;

/** The margin of a Recharts chart whose axes take the rest of a plot's. */
export function chartMargin({ margin }: Plot) {
  const { top, left, right } = margin;
  return { top, bottom: 0, left: 0, right: left > 0 ? right : 0 };
}
