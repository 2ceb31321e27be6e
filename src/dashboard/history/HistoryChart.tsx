import { memo } from 'react';
import { Surface } from 'recharts';
import { ChartGaps } from './ChartGaps.tsx';
import { ChartMarks } from './ChartMarks.tsx';
import { Grid, TickLabels } from './ChartScales.tsx';
import type { Plot } from './plot.ts';
import type { Scene } from './scene/scene.ts';
import { SceneLines } from './SceneLines.tsx';
import classes from './HistoryChart.module.css';

interface HistoryChartProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/**
 * The lines of a scene with their scales and marks, all in one SVG. What moves with the pointer lies over it.
 * Surface and curves are Recharts', its charts and axes are not: they work out in a store, in several renders, where
 * things stand, which the plot says already; a million records would be drawn in twice the time.
 */
export const HistoryChart = memo(function HistoryChart({ scene, plot }: HistoryChartProps) {
  const { margin } = plot;
  return (
    <Surface
      className={classes.chart ?? ''}
      width={margin.left + plot.width + margin.right}
      height={margin.top + plot.height + margin.bottom}
    >
      <g transform={`translate(${margin.left} ${margin.top})`}>
        <Grid scene={scene} plot={plot} />
        <ChartGaps gaps={scene.lines[0]?.gaps ?? []} plot={plot} />
        <SceneLines scene={scene} plot={plot} />
        <ChartMarks scene={scene} plot={plot} />
        <TickLabels scene={scene} plot={plot} />
      </g>
    </Surface>
  );
});
