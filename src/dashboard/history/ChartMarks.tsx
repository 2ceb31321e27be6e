import { clsx } from 'clsx';
import { extremesOf } from './data/extremesOf.ts';
import { EndLabels } from './EndLabels.tsx';
import type { Plot, PlotPoint } from './plot.ts';
import type { Scene, SceneLine } from './scene/scene.ts';
import { textWidth } from './textWidth.ts';
import { figuresOf } from './told/figures.ts';
import classes from './ChartMarks.module.css';

interface ChartMarksProps {
  readonly scene: Scene;
  readonly plot: Plot;
}

/** Highest and lowest record of a line that stands alone, as rings with their value, and what stands at the ends of all. */
export function ChartMarks({ scene, plot }: ChartMarksProps) {
  const [line] = scene.lines;
  const isAlone = line !== undefined && scene.lines.length === 1;
  return (
    <>
      {isAlone && scene.mode !== 'drawdown' && <Ring {...{ scene, plot, line }} word="high" />}
      {isAlone && <Ring {...{ scene, plot, line }} word="low" />}
      <EndLabels scene={scene} plot={plot} />
    </>
  );
}

interface RingProps extends ChartMarksProps {
  readonly line: SceneLine;
  readonly word: 'high' | 'low';
}

function Ring({ scene, plot, line, word }: RingProps) {
  const point = extremeOf(line, word);
  const x = plot.x(point.at);
  const y = plot.y(point.figure);
  const { beside } = figuresOf(scene).modes[scene.mode];
  // The lowest point of a drawdown is its deepest.
  const said = scene.mode === 'drawdown' ? 'deepest' : word;
  const text = `${said} ${beside(point.figure, plot.axis)}`;
  const half = textWidth(text) / 2;
  // Near an edge the words stay inside the plot.
  const middle = Math.min(Math.max(x, half), Math.max(half, plot.width - half));
  return (
    <>
      <circle className={classes.ring} cx={x} cy={y} r={2.5} />
      <text
        className={clsx(classes.label, word === 'high' && classes.high)}
        x={middle}
        y={word === 'high' ? y - 11 : y + 19}
      >
        {text}
      </text>
    </>
  );
}

/** The highest or the lowest record of a line within the window; of equals the first. */
function extremeOf({ shown, shownTimes }: SceneLine, word: 'high' | 'low'): PlotPoint {
  const extremes = extremesOf(shown);
  const index = (word === 'high' ? extremes?.highest : extremes?.lowest) ?? -1;
  return { at: shownTimes[index] ?? NaN, figure: shown[index] ?? NaN };
}
