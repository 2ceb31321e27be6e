import { memo } from 'react';
import { Area, AreaChart, CartesianGrid, XAxis, YAxis } from 'recharts';
import { tickLabel } from '../../../history/tickLabels.ts';
import { categoryColour, categoryTint } from '../../../shared/categories.ts';
import { formatCount, formatTick } from '../../../shared/format/number.ts';
import { usePreferences } from '../../../shared/preferences.ts';
import type { Stack } from './stack.ts';
import { margin, type StackPlot } from './stackPlot.ts';

interface StackChartProps {
  readonly stack: Stack;
  readonly plot: StackPlot;
  readonly form: 'share' | 'amount';
}

/** Bands on one another from zero, with their axes. What moves with the pointer lies over it. */
export const StackChart = memo(function StackChart({ stack, plot, form }: StackChartProps) {
  // Ticks are written by them.
  usePreferences();
  const times = new Map(plot.timeTicks.map((tick) => [tick.at, tickLabel(tick)]));
  const axis = { step: plot.valueTicks.step, largest: plot.top };
  const valueLabel = (value: number) =>
    form === 'share' ? `${formatCount(value * 100)}\u2009%` : formatTick(value, axis);
  return (
    <AreaChart
      width={plot.width + margin.right}
      height={plot.height + margin.top + margin.bottom}
      margin={{ top: margin.top, right: 0, bottom: 0, left: 0 }}
      data={plot.rows}
      accessibilityLayer={false}
    >
      <CartesianGrid
        vertical={false}
        horizontalValues={[...plot.valueTicks.values]}
        stroke="var(--line-1)"
      />
      <XAxis
        dataKey="at"
        type="number"
        scale="time"
        domain={[plot.from, plot.to]}
        ticks={plot.timeTicks.map((tick) => tick.at)}
        tickFormatter={(at: number) => times.get(at) ?? ''}
        interval={0}
        height={margin.bottom}
        tickLine={false}
        axisLine={false}
        tickMargin={8}
        tick={tickStyle}
      />
      <YAxis
        orientation="right"
        width={margin.right}
        domain={[0, plot.top]}
        allowDataOverflow
        ticks={[...plot.valueTicks.values]}
        tickFormatter={valueLabel}
        interval={0}
        tickLine={false}
        axisLine={false}
        tickMargin={8}
        tick={tickStyle}
      />
      {stack.layers.map(({ id, category }, index) => (
        <Area
          key={id}
          dataKey={`v${index}`}
          stackId="whole"
          type="linear"
          stroke={categoryColour(category)}
          strokeWidth={1}
          fill={categoryTint(category)}
          fillOpacity={1}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  );
});

const tickStyle = { fill: 'var(--ink-3)', fontSize: 11 };
