import { memo, useMemo } from 'react';
import { CartesianGrid, ComposedChart, ReferenceLine, XAxis, YAxis, ZIndexLayer } from 'recharts';
import { ChartGaps } from './ChartGaps.tsx';
import { ChartMarks } from './ChartMarks.tsx';
import { baseOf, type Plot } from './plot.ts';
import type { Scene } from './scene/scene.ts';
import { SceneLines } from './SceneLines.tsx';
import { tickLabel } from './tickLabels.ts';
import { figuresOf } from './told/figures.ts';
import classes from './HistoryChart.module.css';

interface HistoryChartProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/** The lines of a scene with their axes and marks, all in one SVG. What moves with the pointer lies over it. */
export const HistoryChart = memo(function HistoryChart({ scene, plot }: HistoryChartProps) {
  const times = useMemo(
    () => new Map(plot.timeTicks.map((tick) => [tick.at, tickLabel(tick)])),
    [plot],
  );
  const { axis, labelled, margin, ticks } = plot;
  const { tick } = figuresOf(scene).modes[scene.mode];
  const base = baseOf(scene);
  const first = scene.lines[0]?.shown.find(Number.isFinite) ?? NaN;
  return (
    <div className={classes.chart}>
      <ComposedChart
        width={margin.left + plot.width + margin.right}
        height={plot.height + margin.top + margin.bottom}
        margin={{ ...margin, bottom: 0, right: margin.left > 0 ? margin.right : 0, left: 0 }}
        data={ends(plot)}
        accessibilityLayer={false}
      >
        <CartesianGrid
          vertical={false}
          horizontalValues={[...ticks.values]}
          stroke="var(--line-1)"
        />
        <ChartGaps gaps={scene.lines[0]?.gaps ?? []} plot={plot} />
        <XAxis
          dataKey="at"
          type="number"
          scale="time"
          domain={[plot.from, plot.to]}
          allowDataOverflow
          ticks={plot.timeTicks.map(({ at }) => at)}
          tickFormatter={(at: number) => times.get(at) ?? ''}
          interval={0}
          height={margin.bottom}
          tickLine={false}
          axisLine={false}
          tickMargin={8}
          tick={tickStyle}
        />
        <YAxis
          orientation={margin.left > 0 ? 'left' : 'right'}
          width={margin.left > 0 ? margin.left : margin.right}
          type="number"
          scale={scene.isLog ? 'log' : 'linear'}
          domain={[plot.low, plot.high]}
          allowDataOverflow
          ticks={[...ticks.values]}
          tickFormatter={(value: number) => (labelled.has(value) ? tick(value, axis) : '')}
          interval={0}
          tickLine={false}
          axisLine={false}
          tickMargin={margin.left > 0 ? 8 : 12}
          tick={tickStyle}
        />
        {base === null ? (
          <ReferenceLine y={first} strokeDasharray="3 3" stroke="var(--line-3)" />
        ) : (
          <ReferenceLine y={base} stroke="var(--line-3)" />
        )}
        <ZIndexLayer zIndex={400}>
          <SceneLines scene={scene} plot={plot} />
        </ZIndexLayer>
        <ZIndexLayer zIndex={700}>
          <ChartMarks scene={scene} plot={plot} />
        </ZIndexLayer>
      </ComposedChart>
    </div>
  );
});

/** The axes alone come from Recharts: what they reach from and to, they are told. */
function ends({ from, to, low, high }: Plot) {
  return [
    { at: from, figure: low },
    { at: to, figure: high },
  ];
}

const tickStyle = { fill: 'var(--ink-3)', fontSize: 11 };
