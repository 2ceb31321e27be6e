import { clsx } from 'clsx';
import { createContext, memo, type ReactNode, useContext, useMemo } from 'react';
import { LineChart } from 'recharts';
import { useNextTask } from '../design/useNextTask.ts';
import { chartMargin } from './Axes.tsx';
import { Backdrop, type LabelPosition, type SelectedSpan } from './Backdrop.tsx';
import { Band } from './Band.tsx';
import { DenseLines } from './DenseLines.tsx';
import { EndLabels } from './EndLabels.tsx';
import { type LineMark, modeTraits } from './modes.ts';
import { axisOf, type Plot } from './plot.ts';
import { type FigureFormats, isSingle, type Scene, type SceneLine } from './scene.ts';
import { textWidth } from './textWidth.ts';
import classes from './LinesChart.module.css';

interface LinesChartProps {
  readonly scene: Scene;
  readonly plot: Plot;
  readonly figures: FigureFormats;
  readonly selected: SelectedSpan | null;
}

const Drawing = createContext<LinesChartProps | null>(null);

/**
 * All lines with axes and marks in one SVG. The content comes from a context, since Recharts would set up a changed chart again
 * with each zoom.
 */
export const LinesChart = memo(function LinesChart(props: LinesChartProps) {
  const { margin, ...plot } = props.plot;
  const { top, right, bottom, left } = margin;
  const width = left + plot.width + right;
  const height = top + plot.height + bottom;
  const chart = useMemo(
    () => (
      <LineChart
        className={classes.chart ?? ''}
        style={inherited}
        width={width}
        height={height}
        margin={chartMargin({ top, left, right })}
        accessibilityLayer={false}
      >
        <Drawn />
      </LineChart>
    ),
    [width, height, top, left, right],
  );
  return <Drawing value={props}>{chart}</Drawing>;
});

const inherited = { cursor: 'inherit' } as const;

function Drawn() {
  const drawing = useContext(Drawing);
  // In one task with the chart itself, Recharts would block a slow phone for 300 ms.
  const isSetUp = useNextTask();
  if (drawing === null) return null;
  const { scene, plot, figures } = drawing;
  const [line] = scene.lines;
  const isAlone = line !== undefined && isSingle(scene);
  const occupied = isAlone && scene.marks.has('marks') ? labelPositions(line, plot) : [];
  return (
    <>
      {isSetUp && <Backdrop {...drawing} occupied={occupied} />}
      <Band scene={scene} plot={plot} />
      <DenseLines scene={scene} plot={plot} />
      {isAlone &&
        [...scene.marks].map((name) => {
          const MarkPart = markParts[name];
          return MarkPart && <MarkPart key={name} {...{ scene, plot, figures, line }} />;
        })}
      <EndLabels scene={scene} plot={plot} figures={figures} />
    </>
  );
}

interface MarkProps extends Omit<LinesChartProps, 'selected'> {
  readonly line: SceneLine;
}

/** null: drawn for any number of lines, see `Shades` and `DenseLines`. */
const markParts: Readonly<Record<LineMark, ((props: MarkProps) => ReactNode) | null>> = {
  marks: (props) => (
    <>
      {!modeTraits[props.scene.mode].isLoss && <Extreme {...props} kind="high" />}
      <Extreme {...props} kind="low" />
    </>
  ),
  drawdowns: null,
  previous: null,
};

/** Offsets in px of the labels from their rings. */
const besideRing = { high: -11, low: 19 } as const;

function labelPositions(line: SceneLine, plot: Plot): LabelPosition[] {
  return (['high', 'low'] as const).flatMap((kind) => {
    const index = (kind === 'high' ? line.extremes?.highest : line.extremes?.lowest) ?? -1;
    const [at, figure] = [line.shownTimes[index], line.shown[index]];
    if (at === undefined || figure === undefined) return [];
    return [{ x: plot.x(at), y: plot.y(figure) + besideRing[kind] }];
  });
}

interface ExtremeProps extends MarkProps {
  readonly kind: 'high' | 'low';
}

/** Two dots of Recharts would take a quarter of a zoom frame: each is removed from the chart's store and added again. */
function Extreme({ scene, plot, figures, line, kind }: ExtremeProps) {
  const index = (kind === 'high' ? line.extremes?.highest : line.extremes?.lowest) ?? -1;
  const at = line.shownTimes[index] ?? NaN;
  const figure = line.shown[index] ?? NaN;
  const name = modeTraits[scene.mode].isLoss ? 'deepest' : kind;
  const written = figures.modes[scene.mode].beside(figure, axisOf(plot));
  const text = `${name} ${written}`;
  const half = textWidth(text, 11, 400) / 2;
  const middle = Math.min(Math.max(plot.x(at), half), Math.max(half, plot.width - half));
  const y = plot.margin.top + plot.y(figure);
  return (
    <>
      <circle className={classes.ring} cx={plot.margin.left + plot.x(at)} cy={y} r={2.5} />
      <text
        className={clsx(classes.label, kind === 'high' && classes.high)}
        x={plot.margin.left + middle}
        y={y + besideRing[kind]}
      >
        {text}
      </text>
    </>
  );
}
