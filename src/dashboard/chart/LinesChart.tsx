import { clsx } from 'clsx';
import {
  createContext,
  memo,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useMemo,
} from 'react';
import { LineChart, ReferenceArea, ReferenceLine } from 'recharts';
import { formatDuration } from '../preferences/instants.ts';
import { Axes, chartMargin } from './Axes.tsx';
import { DenseLines } from './DenseLines.tsx';
import { EndLabels } from './EndLabels.tsx';
import { type LineMark, modeTraits } from './modes.ts';
import { axisOf, type Plot } from './plot.ts';
import { type FigureFormats, isSingle, type SceneLine, type Scene, type Span } from './scene.ts';
import type { Selection } from './selection.ts';
import { Band } from './Band.tsx';
import { Shades } from './Shades.tsx';
import { textWidth } from './textWidth.ts';
import classes from './LinesChart.module.css';

type Selected = Span & Pick<Selection, 'kind'>;

interface LinesChartProps {
  readonly scene: Scene;
  readonly plot: Plot;
  readonly figures: FigureFormats;
  readonly selected: Selected | null;
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
  if (drawing === null) return null;
  const { scene, plot, figures, selected } = drawing;
  const [line] = scene.lines;
  const isAlone = line !== undefined && isSingle(scene);
  return (
    <>
      <Axes plot={plot} isLog={scene.isLog} formatTick={figures.modes[scene.mode].tick} />
      <BaseLine scene={scene} />
      {line !== undefined && (
        <Gaps
          gaps={line.gaps}
          plot={plot}
          occupied={isAlone && scene.marks.has('marks') ? labelPositions(line, plot) : []}
        />
      )}
      <Shades scene={scene} plot={plot} />
      {selected !== null && <SelectedArea selected={selected} plot={plot} />}
      <Events scene={scene} plot={plot} />
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

function BaseLine({ scene }: Pick<LinesChartProps, 'scene'>) {
  const base = modeTraits[scene.mode].base;
  const y = base ?? scene.lines[0]?.shown.find(Number.isFinite);
  if (y === undefined) return null;
  return (
    <ReferenceLine
      y={y}
      stroke="var(--line-3)"
      {...(base === null ? { strokeDasharray: '3 3' } : {})}
      shapeRendering="crispEdges"
      zIndex={0}
    />
  );
}

/** Minimum width in px of a gap with a label. */
const gapLabelRoom = 40;
const lineHeight = 16;
/** Half the label of an extreme plus its spacing, in px. */
const extremeRoom = 40;

interface LabelPosition {
  readonly x: number;
  readonly y: number;
}

interface GapsProps extends Pick<SceneLine, 'gaps'> {
  readonly plot: Plot;
  readonly occupied: readonly LabelPosition[];
}

/** Hatches stretches without records or with unknown totals. */
function Gaps({ gaps, plot, occupied }: GapsProps) {
  const pattern = useId();
  const wide = gaps
    .map((gap) => ({ gap, x1: Math.max(gap.from, plot.from), x2: Math.min(gap.to, plot.to) }))
    .filter(({ x1, x2 }) => plot.x(x2) - plot.x(x1) >= 1);
  if (wide.length === 0) return null;
  return (
    <>
      <defs>
        <pattern
          id={pattern}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path className={classes.hatch} d="M0 0V6" />
        </pattern>
      </defs>
      {wide.map(({ gap, x1, x2 }) => {
        const width = plot.x(x2) - plot.x(x1);
        const hasLabel = width >= gapLabelRoom || gaps.length === 1;
        const text = `${gap.isUnknown ? 'not known' : 'no records'}, ${formatDuration(gap.to - gap.from)}`;
        const x = plot.x(x1) + width / 2;
        const room = textWidth(text, 11, 400) / 2 + extremeRoom;
        const isFree = (y: number) =>
          occupied.every((one) => Math.abs(one.x - x) > room || Math.abs(one.y - y) > lineHeight);
        const rows = [plot.height - 8, lineHeight, plot.height / 2];
        const y = rows.find(isFree) ?? plot.height - 8;
        return (
          <ReferenceArea
            key={gap.from}
            x1={x1}
            x2={x2}
            fill={`url(#${pattern})`}
            fillOpacity={1}
            zIndex={0}
            label={
              hasLabel
                ? label(
                    <text className={classes.gap} x={plot.margin.left + x} y={plot.margin.top + y}>
                      {text}
                    </text>,
                  )
                : false
            }
          />
        );
      })}
    </>
  );
}

function label(element: ReactElement<SVGElement>) {
  return () => element;
}

function SelectedArea({ selected, plot }: { selected: Selected; plot: Plot }) {
  const isZoom = selected.kind === 'zoom';
  const edge = { stroke: isZoom ? 'var(--accent)' : 'var(--ink-1)', zIndex: 0 } as const;
  return (
    <>
      <ReferenceArea
        x1={Math.max(selected.from, plot.from)}
        x2={Math.min(selected.to, plot.to)}
        fill={isZoom ? 'var(--accent-tint)' : 'var(--surface-1)'}
        fillOpacity={1}
        zIndex={0}
      />
      <ReferenceLine x={selected.from} {...edge} shapeRendering="crispEdges" />
      <ReferenceLine x={selected.to} {...edge} shapeRendering="crispEdges" />
    </>
  );
}

/** From this many events on, lines as high as the plot would hide the history. */
const manyEvents = 12;

function Events({ scene, plot }: Pick<LinesChartProps, 'scene' | 'plot'>) {
  const bottom = plot.margin.top + plot.height;
  const byPixel = Map.groupBy(scene.events, ({ at }) => Math.round(plot.x(at)));
  const areMany = byPixel.size >= manyEvents;
  return [...byPixel].map(([pixel, events]) => {
    const [first] = events;
    if (first === undefined) return null;
    const x = plot.margin.left + pixel;
    const mark = (
      <path
        key={pixel}
        className={classes.event}
        d={areMany ? `M${x - 1} ${bottom - 7}h2v8h-2z` : `M${x} ${bottom - 5}l4 6h-8z`}
        aria-hidden
      >
        <title>{events.map((event) => event.label).join('\n')}</title>
      </path>
    );
    if (areMany) return mark;
    return (
      <ReferenceLine
        key={pixel}
        x={first.at}
        stroke="var(--line-3)"
        strokeDasharray="2 3"
        zIndex={0}
        label={label(mark)}
      />
    );
  });
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
