import { memo, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis, ZIndexLayer } from 'recharts';
import { formatTick } from '../shared/format/number.ts';
import { ChartGaps, ChartMarks } from './ChartMarks.tsx';
import { drawnRecords } from './drawnRecords.ts';
import type { HistoryColumns } from './historyColumns.ts';
import { margin, type Plot } from './plot.ts';
import { tickLabel } from './tickLabels.ts';
import classes from './HistoryChart.module.css';

interface HistoryChartProps {
  readonly columns: HistoryColumns;
  readonly plot: Plot;
}

/** The line of a history with its axes and marks, all in one SVG. What moves with the pointer lies over it. */
export const HistoryChart = memo(function HistoryChart({ columns, plot }: HistoryChartProps) {
  const records = useMemo(() => drawnRecords(columns, plot), [columns, plot]);
  const times = useMemo(
    () => new Map(plot.timeTicks.map((tick) => [tick.at, tickLabel(tick)])),
    [plot],
  );
  const { axis, labelled } = plot;
  return (
    <div className={classes.chart}>
      <LineChart
        width={plot.width + margin.right}
        height={plot.height + margin.top + margin.bottom}
        margin={{ top: margin.top, right: 0, bottom: 0, left: 0 }}
        data={records}
        accessibilityLayer={false}
        throttleDelay="raf"
      >
        <CartesianGrid
          vertical={false}
          horizontalValues={plot.valueTicks.values}
          stroke="var(--line-1)"
        />
        <ChartGaps columns={columns} plot={plot} />
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
          domain={[plot.low, plot.high]}
          allowDataOverflow
          ticks={plot.valueTicks.values}
          tickFormatter={(value: number) => (labelled.has(value) ? formatTick(value, axis) : '')}
          interval={0}
          tickLine={false}
          axisLine={false}
          tickMargin={12}
          tick={tickStyle}
        />
        <ReferenceLine y={plot.first.total} strokeDasharray="3 3" stroke="var(--line-3)" />
        <Line
          dataKey="total"
          type="linear"
          stroke="var(--accent)"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
          dot={false}
          activeDot={false}
          connectNulls={false}
          isAnimationActive={false}
        />
        <ZIndexLayer zIndex={700}>
          <ChartMarks plot={plot} />
        </ZIndexLayer>
      </LineChart>
    </div>
  );
});

const tickStyle = { fill: 'var(--ink-3)', fontSize: 11 };
