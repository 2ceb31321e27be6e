import { useId } from 'react';
import { PlotClip } from './DenseLines.tsx';
import type { Plot } from './plot.ts';
import type { Scene, SceneLine } from './scene.ts';
import classes from './LinesChart.module.css';

interface BandProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/** The area between the lower and the upper quartile of peers. */
export function Band({ scene, plot }: BandProps) {
  const clip = useId();
  const lower = scene.lines.find(({ aside }) => aside === 'lower');
  const upper = scene.lines.find(({ aside }) => aside === 'upper');
  if (lower === undefined || upper === undefined) return null;
  const points = [...pointsOf(lower, plot), ...pointsOf(upper, plot).toReversed()];
  if (points.length < 4) return null;
  return (
    <>
      <PlotClip id={clip} plot={plot} />
      <g clipPath={`url(#${clip})`}>
        <path className={classes.band} d={`M${points.join('L')}Z`} aria-hidden />
      </g>
    </>
  );
}

/** Peers may be a tick later than the history: like its lines, the band goes on to the edge. */
function pointsOf({ figures, times }: SceneLine, { margin, x, y }: Plot): string[] {
  return Array.from(times, (at, index) => {
    const [left, top] = [margin.left + x(at), margin.top + y(figures[index] ?? Number.NaN)];
    return `${left.toFixed(1)} ${top.toFixed(1)}`;
  });
}
