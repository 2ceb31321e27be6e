import { baseOf, type Plot } from './plot.ts';
import type { Scene } from './scene/scene.ts';
import { tickLabel } from './tickLabels.ts';
import { figuresOf } from './told/figures.ts';
import classes from './ChartScales.module.css';

interface ScalesProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/** From the plot to the words beside it and below it, px; below to the line they stand on. */
const away = { right: 18, left: -14, below: 22 } as const;
/** From the middle of a digit to the line it stands on. */
const toBaseline = 4;

/** The hairlines of the round values, and under the lines where these begin: the base of a mode, or the first value. */
export function Grid({ scene, plot }: ScalesProps) {
  const base = baseOf(scene);
  const first = scene.lines[0]?.shown.find(Number.isFinite) ?? NaN;
  return (
    <>
      <path className={classes.grid} d={plot.ticks.values.map((v) => across(plot, v)).join('')} />
      {base === null ? (
        <path className={classes.start} d={across(plot, first)} />
      ) : (
        <path className={classes.base} d={across(plot, base)} />
      )}
    </>
  );
}

/** A line across the plot at a figure, in the middle of a row of pixels; nothing where the plot does not reach it. */
function across({ y, width, height }: Plot, figure: number): string {
  const at = Math.floor(y(figure)) + 0.5;
  return at >= 0 && at <= height + 1 ? `M0 ${at}H${width}` : '';
}

/** What the round values and the natural times are. */
export function TickLabels({ scene, plot }: ScalesProps) {
  const { axis, labelled, margin, ticks } = plot;
  const { tick } = figuresOf(scene).modes[scene.mode];
  const isLeft = margin.left > 0;
  return (
    <>
      {plot.timeTicks.map((time) => (
        <text
          key={time.at}
          className={classes.time}
          x={plot.x(time.at)}
          y={plot.height + away.below}
        >
          {tickLabel(time)}
        </text>
      ))}
      {ticks.values.map(
        (value) =>
          labelled.has(value) && (
            <text
              key={value}
              className={isLeft ? classes.before : classes.after}
              x={isLeft ? away.left : plot.width + away.right}
              y={plot.y(value) + toBaseline}
            >
              {tick(value, axis)}
            </text>
          ),
      )}
    </>
  );
}
